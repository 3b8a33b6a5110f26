"""What the functions of Adli answer: reports as objects, and their rows as dictionaries of which pandas makes tables.

Fields are those of the JSON of the command line, under the same names; `to_dict` gives that JSON back. Where a name is a word of Python it
ends in an underscore (`for_`, `from_`).
"""

from __future__ import annotations

from typing import Union

from ._record import Record
from ._reports import (
    Applying,
    CheckedFile,
    Claim,
    Diagnostic,
    ExplainReport,
    Fact,
    Failing,
    Failure,
    Failures,
    LineMove,
    ProbedMove,
    ProbeReport,
    ProveReport,
    RecogniseReport,
    Rule,
    SolveReport,
    Table,
    Verdict,
)

Cell = Union[str, int, float, bool, None]
"""What stands in a row."""

Row = dict[str, Cell]
"""A row of a table, by the names of its columns: ``pandas.DataFrame(rows)`` takes a list of them."""


def _row(record: Record, **where: Cell) -> Row:
    """The fields of a record that are single values, after those that say where it belongs."""
    return {**where, **record.single()}


class Check(CheckedFile):
    """What `adli.check` finds: whether a text is understood, and what is to be said of it."""

    @property
    def understood(self) -> bool:
        """Whether there is no error; warnings may be."""
        return self.errors == 0

    def rows(self) -> list[Row]:
        """One row for each complaint."""
        return [_row(diagnostic) for diagnostic in self.diagnostics]


class Proof(ProveReport):
    """What `adli.prove` finds: a verdict about each claim. Verdicts are data: a refuted claim raises nothing."""

    @property
    def as_claimed(self) -> bool:
        """Whether every claim was decided, and is as the text says."""
        return all(claim.as_claimed for claim in self.claims)

    def claim(self, name: str) -> Claim:
        """The claim of that name; of a text about several materials, the first."""
        for claim in self.claims:
            if claim.name == name:
                return claim
        raise KeyError(name)

    def rows(self) -> list[Row]:
        """One row for each claim: what is counted of it, and how many positions fail."""
        return [{**_row(claim, file=self.file), **_failing(claim.failures)} for claim in self.claims]

    def rule_rows(self) -> list[Row]:
        """One row for each rule of each claim: in how many positions it applies."""
        return [_row(rule, claim=claim.name, material=claim.material) for claim in self.claims for rule in claim.rules]

    def failure_rows(self) -> list[Row]:
        """One row for each failure that is shown: the position, what goes wrong and the line that shows it."""
        return [
            _row(failure, claim=claim.name, material=claim.material, moves=" ".join(failure.line))
            for claim in self.claims
            if claim.failures
            for failure in claim.failures.shown
        ]

    def move_rows(self) -> list[Row]:
        """One row for each number of moves of each claim: how many positions take so many, and how many would with best play."""
        return [
            {
                "claim": claim.name,
                "material": claim.material,
                "moves": moves,
                "positions": claim.by_moves.get(moves, 0),
                "optimal_positions": claim.optimal_by_moves.get(moves, 0),
            }
            for claim in self.claims
            for moves in sorted(claim.by_moves.keys() | claim.optimal_by_moves.keys())
        ]


def _failing(failures: Failures | None) -> Row:
    return {
        "failing_positions": failures.positions if failures else None,
        "failing_plays": failures.plays if failures else None,
    }


class Probe(ProbeReport):
    """What `adli.probe` finds: the value of a position, for the side to move, and of every legal move, best first.

    In ``moves``, ``outcome`` and ``plies`` are those of the position after the move, for its own side to move.
    """

    def rows(self) -> list[Row]:
        """One row for each move."""
        return [_row(move) for move in self.moves]


class Explanation(ExplainReport):
    """What `adli.explain` finds of a strategy: the rule that applies, and why the earlier ones do not."""

    def rows(self) -> list[Row]:
        """One row for each rule up to the one that applies."""
        asked: list[Failing | Applying] = [*self.earlier, *([self.rule] if self.rule else [])]
        return [_row(rule, applies=rule is self.rule) for rule in asked]


class Recognition(RecogniseReport):
    """What `adli.explain` finds of a recogniser: its answer, and the rule that gives it."""

    def rows(self) -> list[Row]:
        """One row: the answer."""
        return [_row(self)]


class Solved(SolveReport):
    """What `adli.solve` made, or found there."""

    def rows(self) -> list[Row]:
        """One row for each table."""
        return [_row(table) for table in self.tables]


__all__ = [
    "Applying",
    "Cell",
    "Check",
    "Claim",
    "Diagnostic",
    "Explanation",
    "Fact",
    "Failing",
    "Failure",
    "Failures",
    "LineMove",
    "Probe",
    "ProbedMove",
    "Proof",
    "Recognition",
    "Record",
    "Row",
    "Rule",
    "Solved",
    "Table",
    "Verdict",
]
