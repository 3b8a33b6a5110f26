"""`adli.solve`, and what `adli.probe` says without tables."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import adli
import pytest
from adli.errors import in_python


def test_tables_are_made_once_and_audited(tmp_path: Path) -> None:
    solved = adli.solve("krk", tables=tmp_path, audit=True, threads=1)
    assert [(row["material"], row["status"]) for row in solved.rows()] == [("KRK", "solved")]
    audit = solved.tables[0].audit
    assert audit is not None and (audit.verdict, audit.wrong) == ("right", 0) and audit.legal > 50_000
    assert solved.folder == str(tmp_path) and solved.threads == 1
    assert [table.status for table in adli.solve("KRK", tables=tmp_path).tables] == ["present"]
    assert sorted(os.listdir(tmp_path)) == [".lock", "KRK.adt"]


def test_missing_tables_are_named_with_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(adli.InputError) as raised:
        adli.probe("8/8/8/8/3k4/8/8/KR6 w - - 0 1", tables=tmp_path)
    assert raised.value.help == f"make what is missing with `adli.solve(\"KRK\", tables={str(tmp_path)!r})`"
    exec(str(raised.value.help).split("`")[1], {"adli": adli})
    assert adli.probe("8/8/8/8/3k4/8/8/KR6 w - - 0 1", tables=tmp_path).outcome == "win"


def test_the_usual_folder_is_that_of_the_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADLI_TABLES", str(tmp_path))
    assert adli.probe("8/8/8/8/3k4/8/8/KQ6 w - - 0 1", solve=True).outcome == "win"
    assert "KQK.adt" in os.listdir(tmp_path)


def test_what_is_no_material_is_refused(tmp_path: Path) -> None:
    for asked, message in [(("KRX",), "KRX"), ((), "men=4"), (("KRK", "KQQ"), "KQQ")]:
        with pytest.raises(adli.InputError, match=message):
            adli.solve(*asked, tables=tmp_path)
    with pytest.raises(adli.InputError, match="men=9"):
        adli.solve(men=9, tables=tmp_path)
    with pytest.raises(adli.InputError, match="men=4"):
        adli.solve("KRK", men=3, tables=tmp_path)
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(adli.InputError, match="is a file, not a folder"):
        adli.solve("KRK", tables=file)
    assert os.listdir(tmp_path) == ["file"]


def test_memory_that_is_not_enough_is_a_limit(tmp_path: Path) -> None:
    with pytest.raises(adli.LimitReached) as raised:
        adli.solve("KRKN", tables=tmp_path, memory=1000)
    assert raised.value.help == "allow more with `memory=`, or use fewer `threads=`" and raised.value.exit_code == 3


def test_solving_is_watched_and_stopped_and_goes_on(tmp_path: Path) -> None:
    enough, heard = threading.Event(), list[tuple[int, int | None, str]]()

    def progress(done: int, total: int | None, what: str) -> None:
        heard.append((done, total, what))
        if len(what) == len("solving KRKP"):
            enough.set()

    # What it converts into takes minutes, beginning with endgames of four men.
    with pytest.raises(adli.LimitReached, match="tables that are there: .*KRK"):
        adli.solve("KRPKN", tables=tmp_path, progress=progress, cancel=enough)
    # How much there is to do is known as soon as anything is done.
    assert all(done == 0 if total is None else done <= total for done, total, _ in heard)
    assert heard[-1][1] is not None
    there = {name for name in os.listdir(tmp_path) if name != ".lock"}
    assert "KRK.adt" in there and "KRPKN.adt" not in there and all(name.endswith(".adt") for name in there)
    # Every one of them is whole: it is read and compared with its digest.
    assert {table.status for table in adli.solve("KRK", tables=tmp_path).tables} == {"present"}


def test_help_speaks_python() -> None:
    assert in_python("choose one with `--strategy NAME`") == "choose one with `strategy=NAME`"
    assert in_python("make it with `adli solve KRK KQK`") == 'make it with `adli.solve("KRK", "KQK")`'
