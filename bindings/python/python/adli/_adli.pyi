"""The compiled part: each function answers with JSON, and whether that is a report or a failure."""

from collections.abc import Sequence
from os import PathLike

from ._asked import CancelLike, ProgressLike

_Text = tuple[str | None, str]
_Set = Sequence[tuple[str, str]]
_Place = tuple[str | PathLike[str] | None, int | None]
_Watching = tuple[ProgressLike | None, CancelLike | None]
_Told = tuple[bool, str]

__all__ = ["check", "explain", "probe", "prove", "schema", "solve"]

def check(text: _Text, set: _Set, place: _Place) -> _Told: ...
def prove(
    text: _Text,
    set: _Set,
    claims: Sequence[str],
    by: str | None,
    max_failures: int,
    memory: int | None,
    seconds: float | None,
    needs: bool,
    place: _Place,
    watching: _Watching,
) -> _Told: ...
def explain(
    text: _Text,
    set: _Set,
    fen: str,
    strategy: str | None,
    recogniser: str | None,
    move: str | None,
) -> _Told: ...
def probe(fen: str, solve: bool, place: _Place, watching: _Watching) -> _Told: ...
def solve(
    materials: Sequence[str],
    men: int | None,
    audit: bool,
    memory: int | None,
    place: _Place,
    watching: _Watching,
) -> _Told: ...
def schema(name: str) -> str | None: ...
