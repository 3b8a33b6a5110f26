"""The examples of `docs/python.md` are tests: the blocks of a page are one session."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest
from conftest import REPOSITORY

import adli

PAGE = REPOSITORY / "docs/python.md"


def test_the_page_says_what_happens(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    page = PAGE.read_text(encoding="utf-8")
    # Everything but the blocks is blank, so that complaints name the lines of the page.
    blocks = [match.span(1) for match in re.finditer(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)]
    assert len(blocks) >= 8
    inside = "".join(
        char if char == "\n" or any(begin <= at < end for begin, end in blocks) else " " for at, char in enumerate(page)
    )
    session = doctest.DocTestParser().get_doctest(inside, {}, PAGE.name, str(PAGE), 0)
    assert len(session.examples) >= 20
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(session, out=told.append).failed == 0, "".join(told)


def test_the_package_says_what_happens() -> None:
    results = doctest.testmod(adli)
    assert results.attempted >= 2 and results.failed == 0
