"""Chess-endgame strategies that are proved.

>>> import adli
>>> adli.prove("kqk").as_claimed
True

`check`, `prove`, `explain`, `probe` and `solve` ask what the commands of the same names ask, and answer with objects whose fields are those of
the commands' JSON. Whatever takes a position takes a FEN or a board of python-chess; whatever takes long can be watched and stopped, and
Ctrl-C stops it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import overload

from . import _adli, _asked
from ._asked import (
    CancelLike,
    FolderLike,
    HasFen,
    HasUci,
    MoveLike,
    PositionLike,
    ProgressLike,
    Text,
    TextLike,
)
from .errors import AdliError, InputError, InternalError, LimitReached, error_of
from .reports import Check, Explanation, Probe, Proof, Recognition, Solved


def _read(told: tuple[bool, str]) -> dict[str, object]:
    is_report, text = told
    if not is_report:
        raise error_of(text)
    found: dict[str, object] = json.loads(text)
    return found


def check(
    text: TextLike,
    *,
    options: Mapping[str, object] | None = None,
    tables: FolderLike = None,
    threads: int | None = None,
) -> Check:
    """Does a text of rules mean something? What is wrong with it is part of the answer, with line and column.

    Failures that are kept beside a file (`my.failures.epd`) are tried again.
    """
    return Check(_read(_adli.check(_asked.text(text), _asked.options(options), _asked.place(tables, threads))))


def prove(
    text: TextLike,
    *,
    claims: str | Iterable[str] = (),
    by: str | None = None,
    options: Mapping[str, object] | None = None,
    max_failures: int = 3,
    time: float | None = None,
    memory: int | None = None,
    needs: bool = False,
    progress: ProgressLike | None = None,
    cancel: CancelLike | None = None,
    tables: FolderLike = None,
    threads: int | None = None,
) -> Proof:
    """Decides the claims of a text: all of them, or those that are named.

    ``time`` is in seconds and ``memory`` in bytes; claims that they are not enough for are `unknown`. So are those that were not decided when
    ``progress`` answered ``False`` or ``cancel`` was set. ``needs`` finds out what each rule is needed for.
    """
    return Proof(
        _read(
            _adli.prove(
                _asked.text(text),
                _asked.options(options),
                _asked.names(claims),
                by,
                _asked.whole("max_failures", max_failures, 0, 1000) or 0,
                _asked.whole("memory", memory, 1, _asked.MOST_BYTES),
                _asked.seconds(time),
                needs,
                _asked.place(tables, threads),
                _asked.watching(progress, cancel),
            )
        )
    )


@overload
def explain(
    text: TextLike,
    position: PositionLike,
    *,
    recogniser: str,
    options: Mapping[str, object] | None = None,
) -> Recognition: ...


@overload
def explain(
    text: TextLike,
    position: PositionLike,
    *,
    strategy: str,
    move: MoveLike | None = None,
    options: Mapping[str, object] | None = None,
) -> Explanation: ...


@overload
def explain(
    text: TextLike,
    position: PositionLike,
    *,
    move: MoveLike | None = None,
    options: Mapping[str, object] | None = None,
) -> Explanation | Recognition: ...


def explain(
    text: TextLike,
    position: PositionLike,
    *,
    strategy: str | None = None,
    recogniser: str | None = None,
    move: MoveLike | None = None,
    options: Mapping[str, object] | None = None,
) -> Explanation | Recognition:
    """Which rule applies in a position, why the earlier ones do not, and what it allows; and why not this move.

    Of a recogniser, which answer it gives there: if one is named, or the text has no strategy.
    """
    report = _read(
        _adli.explain(
            _asked.text(text),
            _asked.options(options),
            _asked.fen(position),
            strategy,
            recogniser,
            _asked.move(move),
        )
    )
    return Recognition(report) if "recogniser" in report else Explanation(report)


def probe(
    position: PositionLike,
    *,
    solve: bool = False,
    progress: ProgressLike | None = None,
    cancel: CancelLike | None = None,
    tables: FolderLike = None,
    threads: int | None = None,
) -> Probe:
    """What a position and each of its moves are worth. With ``solve``, tables that are missing are made first."""
    place = _asked.place(tables, threads)
    return Probe(_read(_adli.probe(_asked.fen(position), solve, place, _asked.watching(progress, cancel))))


def solve(
    *materials: str,
    men: int | None = None,
    audit: bool = False,
    memory: int | None = None,
    progress: ProgressLike | None = None,
    cancel: CancelLike | None = None,
    tables: FolderLike = None,
    threads: int | None = None,
) -> Solved:
    """Makes the tables of some materials, or of all of up to so many men, and of everything that they convert into.

    What is there and intact is kept. Work that is stopped raises `LimitReached`; tables that are finished stay, and the same call goes on from
    there.
    """
    if bool(materials) == (men is not None):
        raise InputError("name materials such as `KRK`, or say `men=4` for all of up to so many men")
    return Solved(
        _read(
            _adli.solve(
                materials,
                _asked.whole("men", men, 3, 5),
                audit,
                _asked.whole("memory", memory, 1, _asked.MOST_BYTES),
                _asked.place(tables, threads),
                _asked.watching(progress, cancel),
            )
        )
    )


__all__ = [
    "AdliError",
    "CancelLike",
    "Check",
    "Explanation",
    "FolderLike",
    "HasFen",
    "HasUci",
    "InputError",
    "InternalError",
    "LimitReached",
    "MoveLike",
    "PositionLike",
    "Probe",
    "ProgressLike",
    "Proof",
    "Recognition",
    "Solved",
    "Text",
    "TextLike",
    "check",
    "explain",
    "probe",
    "prove",
    "solve",
]
