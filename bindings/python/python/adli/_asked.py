"""What may be handed to the functions of Adli, and how it is read."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol, Union

from .errors import InputError


@dataclass(frozen=True)
class Text:
    """A text of rules that is in no file.

    ``name`` is what it is called in reports, and the file that it would be: texts that it uses are looked for beside it.
    """

    words: str
    name: str = "text.adv"


class HasFen(Protocol):
    """A position that can say its FEN, such as a ``chess.Board``."""

    def fen(self) -> str: ...


class HasUci(Protocol):
    """A move that can say itself, such as a ``chess.Move``."""

    def uci(self) -> str: ...


class CancelLike(Protocol):
    """Whatever says that the work is to end, such as a ``threading.Event``."""

    def is_set(self) -> bool: ...


TextLike = Union[str, "os.PathLike[str]", Text]
"""A file that ends in `.adv`, an entry of the library such as `krk`, or words."""
PositionLike = Union[str, HasFen]
"""A FEN, or something with a method ``fen()``."""
MoveLike = Union[str, HasUci]
"""A move such as `Rb8` or `a1b1`, or something with a method ``uci()``."""
ProgressLike = Callable[[int, Union[int, None], str], object]
"""Called with how much is done, of how much (``None`` if nobody knows) and what is being done; ``False`` ends the work."""
FolderLike = Union[str, "os.PathLike[str]", None]


def text(asked: TextLike) -> tuple[str | None, str]:
    if isinstance(asked, Text):
        return asked.words, asked.name
    if isinstance(asked, str):
        return None, asked
    if isinstance(asked, os.PathLike):
        # A path is a file, whatever it looks like.
        path = os.fspath(asked)
        return None, path if os.path.dirname(path) else os.path.join(os.curdir, path)
    raise TypeError(f"a text is a name, a path or an adli.Text, and not {asked!r}")


def fen(asked: PositionLike) -> str:
    if isinstance(asked, str):
        return asked
    if callable(getattr(asked, "fen", None)):
        return asked.fen()
    raise TypeError(f"a position is a FEN or has a method fen(), and {asked!r} is neither")


def move(asked: MoveLike | None) -> str | None:
    if asked is None or isinstance(asked, str):
        return asked
    if callable(getattr(asked, "uci", None)):
        return asked.uci()
    raise TypeError(f"a move is a string or has a method uci(), and {asked!r} is neither")


def names(asked: str | Iterable[str]) -> list[str]:
    return [asked] if isinstance(asked, str) else list(asked)


def watching(
    progress: ProgressLike | None, cancel: CancelLike | None
) -> tuple[ProgressLike | None, CancelLike | None]:
    """Refused before work begins, and not when it is first asked."""
    if progress is not None and not callable(progress):
        raise TypeError(f"`progress` is a function, and not {progress!r}")
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        raise TypeError(f"`cancel` has a method is_set(), such as a threading.Event, and {cancel!r} has none")
    return progress, cancel


def options(asked: Mapping[str, object] | None) -> list[tuple[str, str]]:
    if asked is not None and not isinstance(asked, Mapping):
        raise TypeError(f"options are a mapping of names to values, and not {asked!r}")

    def written(value: object) -> str:
        return str(value).lower() if isinstance(value, bool) else str(value)

    return [(name, written(value)) for name, value in (asked or {}).items()]


def whole(name: str, number: int | None, least: int, most: int) -> int | None:
    if number is not None and not least <= number <= most:
        raise InputError(f"`{name}={number}` is not between {least} and {most}")
    return number


def seconds(asked: float | None) -> float | None:
    if asked is not None and not (asked > 0 and math.isfinite(asked)):
        raise InputError(f"`time={asked}` is no time above zero, in seconds")
    return None if asked is None else float(asked)


def place(tables: FolderLike, threads: int | None) -> tuple[FolderLike, int | None]:
    return tables, whole("threads", threads, 1, 1024)


MOST_BYTES = 2**63 - 1
