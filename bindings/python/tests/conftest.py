"""What the tests share: tables that are made once, and a text that fails."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

import adli

REPOSITORY = Path(__file__).resolve().parents[3]

# Wrong on purpose: the fewest moves of all are none. The README tells of it.
BEGINNER = (REPOSITORY / "library/kqk/beginner.adv").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the tables of king and rook, and king and queen, against king."""
    folder = tmp_path_factory.mktemp("tables")
    adli.solve("KRK", "KQK", tables=folder)
    return folder


@pytest.fixture(autouse=True)
def no_tables_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing depends on what the user has solved."""
    monkeypatch.setenv("ADLI_TABLES", str(tmp_path / "tables"))


@pytest.fixture(scope="session")
def command() -> str:
    """The command line, to compare with."""
    found = os.environ.get("ADLI") or shutil.which("adli")
    if found is None:
        said = "SKIPPED: no `adli` to compare with; name it in ADLI"
        print(said, file=sys.__stderr__)
        pytest.skip(said)
    return found
