"""Objects made of JSON: the fields of a class are those of a JSON object, read as their annotations say."""

from __future__ import annotations

import copy
import keyword
import types
from collections.abc import Callable, Mapping
from typing import Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

_Reader = Callable[[Any], Any]
_R = TypeVar("_R", bound="Record")


class Record:
    """Part of a report. Its fields have the names of the JSON; what does not apply is ``None`` or empty.

    Nobody changes a report: assigning to a field is an error.
    """

    def __init__(self, json: Mapping[str, Any]) -> None:
        values = self.__dict__
        values["_json"] = json
        for name, field in fields(type(self)).items():
            value = json.get(field.key)
            values[name] = field.empty() if value is None else field.read(value)

    def single(self) -> dict[str, str | int | float | None]:
        """The fields that are single values, without lists and parts."""
        return {name: self.__dict__[name] for name, field in fields(type(self)).items() if field.is_single}

    def to_dict(self) -> dict[str, Any]:
        """The JSON of which it was made, as dictionaries and lists."""
        return copy.deepcopy(dict(self.__dict__["_json"]))

    def __setattr__(self, name: str, _value: object) -> NoReturn:
        raise AttributeError(f"a report is not changed: {type(self).__name__}.{name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"a report is not changed: {type(self).__name__}.{name}")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return bool(self.__dict__["_json"] == other.__dict__["_json"])

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self: _R) -> tuple[type[_R], tuple[dict[str, Any]]]:
        return (type(self), (self.to_dict(),))

    def __repr__(self) -> str:
        shown = ((name, self.__dict__[name]) for name in fields(type(self)))
        said = ", ".join(f"{name}={_shown(value)}" for name, value in shown if value not in (None, (), {}))
        return f"{type(self).__name__}({said})"


def _shown(value: object) -> str:
    """Parts are counted, or a proof would fill pages."""
    if isinstance(value, tuple) and isinstance(value[0], Record):
        return f"<{len(value)} {type(value[0]).__name__}>"
    if isinstance(value, Record):
        return f"<{type(value).__name__}>"
    return repr(value)


def attribute(key: str) -> str:
    """What a field of the JSON is called in Python, where some words are taken."""
    return f"{key}_" if keyword.iskeyword(key) else key


class _Field:
    """How a field is read from the JSON."""

    def __init__(self, name: str, hint: Any) -> None:
        word = name.removesuffix("_")
        self.key = word if keyword.iskeyword(word) else name
        self.read = _reader(hint)
        self.empty: Callable[[], Any] = {tuple: tuple, dict: dict}.get(get_origin(hint) or hint, type(None))
        parts = get_args(hint) if get_origin(hint) in _UNIONS else (hint,)
        self.is_single = all(get_origin(part) is Literal or part in _SINGLE for part in parts)


_UNIONS = (Union, types.UnionType)
_SINGLE = (str, int, float, bool, type(None))
_KNOWN: dict[type, dict[str, _Field]] = {}


def fields(cls: type[Record]) -> dict[str, _Field]:
    """The fields of a class, by their names."""
    if cls not in _KNOWN:
        _KNOWN[cls] = {name: _Field(name, hint) for name, hint in get_type_hints(cls).items()}
    return _KNOWN[cls]


def _reader(hint: Any) -> _Reader:
    origin, of = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Record):
        return hint
    if origin is tuple and of[1:] == (...,):
        each = _reader(of[0])
        return lambda values: tuple(each(value) for value in values)
    if origin is tuple:
        return tuple
    if origin is dict:
        name, part = of[0], _reader(of[1])
        return lambda values: {name(key): part(value) for key, value in values.items()}
    if origin in _UNIONS:
        # One of several things; only what may be missing is made of parts.
        parts = [part for part in of if part is not type(None)]
        return _reader(parts[0]) if len(parts) == 1 else _as_it_is
    return _as_it_is


def _as_it_is(value: Any) -> Any:
    return value
