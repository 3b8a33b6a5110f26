"""`adli.check`."""

from __future__ import annotations

from pathlib import Path

import adli
import pytest
from conftest import BEGINNER


def test_a_text_of_the_library_is_understood() -> None:
    found = adli.check("kqk")
    assert found.understood and found.rows() == []
    assert found.materials == ("KQK",) and "wins" in found.claims


def test_mistakes_are_data_with_places_and_help() -> None:
    found = adli.check(adli.Text(BEGINNER.replace("freedom'", "fredom'"), "mine.adv"))
    assert not found.understood and found.errors == len(found.diagnostics) == 1
    (row,) = found.rows()
    line = BEGINNER.splitlines()[int(row["line"] or 0) - 1]
    assert line[int(row["column"] or 0) - 1 :].startswith("freedom'")
    assert (row["severity"], row["file"], row["help"]) == ("error", "mine.adv", "did you mean `freedom`?")


def test_rules_that_never_apply_are_warnings() -> None:
    """The head of the text says so: its last step never gets its turn."""
    found = adli.check("kqk/beginner")
    assert found.understood and found.warnings == len(found.diagnostics) == 1
    assert "`approach` never applies" in found.diagnostics[0].message


def test_failures_that_are_kept_are_tried_again(tmp_path: Path) -> None:
    (tmp_path / "mine.adv").write_text(BEGINNER, encoding="utf-8")
    (tmp_path / "mine.failures.epd").write_text('8/8/8/8/8/8/2Q5/k2K4 w - - c0 "claim wins: stalemate";\n', encoding="utf-8")
    kept = adli.check(tmp_path / "mine.adv").kept
    assert kept is not None and (kept.failing, kept.holding) == (1, 0)


def test_a_text_that_uses_another_finds_it_beside(tmp_path: Path) -> None:
    (tmp_path / "words.adv").write_text("def close = steps(K, k) = 2\n", encoding="utf-8")
    words = "use words\n" + BEGINNER
    assert adli.check(adli.Text(words, str(tmp_path / "mine.adv"))).understood
    with pytest.raises(adli.InputError):
        adli.check(tmp_path)
