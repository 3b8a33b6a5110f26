"""What can go wrong. Verdicts are no errors: a refuted claim is an answer."""

from __future__ import annotations

import json
import re

from ._reports import Diagnostic, ErrorReport


class AdliError(Exception):
    """Something was not answered. ``str()`` says what is wrong and what can be done."""

    messages: tuple[str, ...]
    """What is wrong, one line for each thing."""
    help: str | None
    """What can be done."""
    diagnostics: tuple[Diagnostic, ...]
    """Of a text that is not understood: each complaint, with its line and column."""
    exit_code: int
    """That of the command line."""

    def __init__(
        self,
        *messages: str,
        help: str | None = None,
        diagnostics: tuple[Diagnostic, ...] = (),
        exit_code: int = 2,
    ) -> None:
        super().__init__(*messages)
        self.messages, self.help, self.diagnostics, self.exit_code = messages, help, diagnostics, exit_code

    def __str__(self) -> str:
        lines = [*self.messages]
        for complaint in self.diagnostics:
            place = f"{complaint.file}:{complaint.line}:{complaint.column}: " if complaint.file else ""
            lines.append(f"  {place}{complaint.severity}: {complaint.message}")
            lines += [f"    help: {complaint.help}"] if complaint.help else []
        lines += [f"help: {self.help}"] if self.help else []
        return "\n".join(lines)


class InputError(AdliError, ValueError):
    """What was asked makes no sense: a FEN, a material, a name, a text that is not understood, tables that are missing."""


class LimitReached(AdliError):
    """The time or memory allowed was not enough, or somebody asked to stop."""


class InternalError(AdliError, RuntimeError):
    """A fault of Adli: please report it."""


_KINDS = {"input": InputError, "limit": LimitReached, "internal": InternalError}


def error_of(told: str) -> AdliError:
    """The exception for the JSON of a failure."""
    report = ErrorReport(json.loads(told))
    fault = report.error
    return _KINDS[fault.kind](
        *fault.messages,
        help=fault.help and in_python(fault.help),
        diagnostics=fault.diagnostics,
        exit_code=report.exit_code,
    )


def in_python(help: str) -> str:
    """What can be done on the command line, as it is done here: `` `--strategy NAME` `` is ``strategy="NAME"``."""

    def solved(command: re.Match[str]) -> str:
        words = command[1].split(" --tables ")
        asked = [f'"{material}"' for material in words[0].split()] + [f"tables={folder!r}" for folder in words[1:]]
        return f"`adli.solve({', '.join(asked)})`"

    help = re.sub(r"`adli solve ([^`]+)`", solved, help)
    help = re.sub(r"`--([a-z]+) ([A-Z]+)`", r"`\1=\2`", help)
    return re.sub(r"`--([a-z]+)`", r"`\1=`", help)
