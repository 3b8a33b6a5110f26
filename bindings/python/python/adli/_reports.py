"""The reports of Adli, field by field.

Made by `tools/make_reports.py` from the schemas of `adli schema`: change it there, or in the types that write the JSON.
"""

from __future__ import annotations

from typing import Literal

from ._record import Record


class Note(Record):
    column: int | None
    end_column: int | None
    end_line: int | None
    file: str | None
    line: int | None
    message: str


class Diagnostic(Record):
    """A complaint, for editors. Lines and columns are counted from 1, columns in characters."""

    code: str
    """The kind of complaint; `adli message CODE` explains it. It stays when the words change."""
    column: int | None
    end_column: int | None
    end_line: int | None
    file: str | None
    help: str | None
    line: int | None
    message: str
    notes: tuple[Note, ...]
    severity: str


KeptVerdict = Literal["holds", "fails", "unknown"]


class KeptTest(Record):
    claim: str
    fen: str
    id: str | None
    verdict: KeptVerdict
    why: str | None
    """How it fails, or why it is not known whether it does."""


class KeptReport(Record):
    """What has become of the tests of a text."""

    failing: int
    file: str
    holding: int
    tests: tuple[KeptTest, ...]
    unknown: int
    """How many could not be decided."""


class CheckedFile(Record):
    claims: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    errors: int
    file: str
    kept: KeptReport | None
    """What has become of failures that are kept beside the text."""
    materials: tuple[str, ...]
    """What the text speaks of; nothing if there are errors."""
    strategies: tuple[str, ...]
    warnings: int


FaultKind = Literal["input", "limit", "internal"]


class Fault(Record):
    """Why a command did not run to its end."""

    details: tuple[str, ...]
    """For programs, what people have been shown already."""
    diagnostics: tuple[Diagnostic, ...]
    """What is wrong with a text, with places."""
    help: str | None
    """What the user can do."""
    kind: FaultKind
    messages: tuple[str, ...]
    """What is wrong, one line for each thing."""


class ErrorReport(Record):
    """The JSON of `adli schema error`."""

    adli: str
    """The version of the program."""
    error: Fault
    exit_code: int
    version: int
    """The version of this JSON."""


class Fact(Record):
    """A part and its value."""

    inside: tuple[Fact, ...]
    text: str
    value: str


class Nearest(Record):
    fails: tuple[Fact, ...]
    san: str
    uci: str


class NotAsked(Record):
    """A condition after `when`, and whether it holds."""

    holds: bool
    when: str


class Refused(Record):
    reply: str | None
    """The reply after which no tree goes on."""
    san: str
    uci: str
    why: str


class Failing(Record):
    """A rule and where it is written."""

    candidates: int
    file: str
    from_: int | None
    """Where it begins, from 0."""
    line: int
    men: str | None
    """Whose moves it may play, if not everybody's."""
    name: str | None
    """Rules of recognisers have none."""
    nearest: Nearest | None
    """Otherwise, the move that satisfies most of it, and what is false of it."""
    no_move_satisfies: tuple[str, ...]
    """Parts of the condition that no move satisfies."""
    not_asked: NotAsked | None
    """Why it is not asked here at all: its own `when` does not hold, or that of an earlier rule does."""
    number: int
    """From 1."""
    of: int
    refused: tuple[Refused, ...]
    """Of advice, why no tree begins with each move."""
    text: str
    to: int | None
    """One past its end."""
    untold: str | None
    """Why no more is told."""


class Named(Record):
    san: str
    uci: str


class WorsePreference(Record):
    better: Named
    """A move that is better, and its value."""
    better_value: int
    most: bool
    text: str
    value: int


class WorseLaterClass(Record):
    better: Named


class WorseNotQuickest(Record):
    better: Named


class Worse(Record):
    """By what another move is better."""

    preference: WorsePreference | None
    later_class: WorseLaterClass | None
    not_quickest: WorseNotQuickest | None


class AtRule(Record):
    """What a rule makes of a move."""

    name: str
    number: int
    """From 1."""
    verdict: Literal["allows", "not_asked", "other_men", "fails", "no_tree", "worse", "untold"]
    not_asked: NotAsked | None
    men: str | None
    fails: tuple[Fact, ...]
    refused: Refused | None
    by: Worse | None
    untold: str | None


class AskedMove(Record):
    """A move that was asked about."""

    allowed: bool
    """The strategy allows it."""
    rules: tuple[AtRule, ...]
    """What each rule makes of it, up to the one that applies."""
    san: str
    uci: str


class Preferred(Record):
    most: bool
    text: str
    value: int


class Grown(Record):
    """The tree of the rule that applies, in a few words."""

    assumes_replies: bool | None
    """Only the replies of which the advice speaks are looked at."""
    ends: tuple[tuple[str, int], ...]
    """How its lines end, and how many end so; 9,007,199,254,740,992 stands for that many or more."""
    plies: int
    """The most plies that a line of it has."""


class Applying(Record):
    """A rule and where it is written."""

    because: tuple[Fact, ...]
    """What makes the condition true of the first of them."""
    file: str
    from_: int | None
    """Where it begins, from 0."""
    line: int
    moves: tuple[Named, ...]
    """What it allows, in the order of UCI notation."""
    name: str | None
    """Rules of recognisers have none."""
    number: int
    """From 1."""
    of: int
    preferences: tuple[Preferred, ...]
    satisfying: int | None
    """How many moves satisfy its condition, before preferences; nothing if that was not asked."""
    text: str
    to: int | None
    """One past its end."""
    tree: Grown | None
    """The forcing tree that begins with the first of them, if the rule tries advice."""
    untold: str | None
    """Why its tree is not told, if it has one."""


class ExplainReport(Record):
    """The JSON of `adli schema explain`."""

    adli: str
    """The version of the program."""
    earlier: tuple[Failing, ...]
    """The rules before it, which do not apply."""
    fen: str
    """The position that was asked about."""
    move: AskedMove | None
    """Why a move that was asked about is allowed or not."""
    rule: Applying | None
    """The rule that applies, if one does."""
    seen_as: str | None
    """The position as the text sees it, if its colours are the other way round."""
    strategy: str
    version: int
    """The version of this JSON."""


class Passed(Record):
    """A rule that does not answer, or several that stand under one condition."""

    fails: tuple[Fact, ...]
    number: int
    to: int
    """The last of the rules under this condition."""


class RuleText(Record):
    """A rule and where it is written."""

    file: str
    from_: int | None
    """Where it begins, from 0."""
    line: int
    name: str | None
    """Rules of recognisers have none."""
    number: int
    """From 1."""
    of: int
    text: str
    to: int | None
    """One past its end."""


class RecogniseReport(Record):
    """The JSON of `adli schema explain-recogniser`."""

    adli: str
    """The version of the program."""
    answer: str
    """The answer, and the side for which it is meant: the side to move."""
    because: tuple[Fact, ...]
    """What makes its condition true."""
    earlier: tuple[Passed, ...]
    """The rules before it, and what is false of each."""
    fen: str
    """The position that was asked about."""
    for_: str
    recogniser: str
    rule: RuleText
    """The rule that answers."""
    seen_as: str | None
    """The position as the text sees it, if its colours are the other way round."""
    version: int
    """The version of this JSON."""


class ProbedMove(Record):
    outcome: str
    """Of the position after the move, for its own side to move."""
    plies: int | None
    san: str
    uci: str


End = Literal["checkmate", "stalemate", "dead"]
"""Why a game is over in a position."""



class ProbeReport(Record):
    """The JSON of `adli schema probe`."""

    adli: str
    """The version of the program."""
    check: bool
    fen: str
    material: str
    moves: tuple[ProbedMove, ...]
    outcome: str
    over: End | None
    """Why the game is over, if it is."""
    plies: int | None
    turn: str
    version: int
    """The version of this JSON."""


class CnfSize(Record):
    """How large a problem is."""

    clauses: int
    """Its clauses."""
    variables: int
    """Its variables."""


class Problem(Record):
    """One problem that was shown to have no solution."""

    checking_seconds: float | None
    """How long the check of the proof took."""
    clauses: int
    """Its clauses."""
    encoding_seconds: float | None
    """How long the circuit and the clauses took, in seconds."""
    part: str | None
    """Which part of the claim, if there are several."""
    proof_bytes: int
    """The size of the proof."""
    solving_seconds: float | None
    """How long the solver took."""
    variables: int
    """Its variables."""


class Certified(Record):
    """What a proof by SAT consists of."""

    checked_by: tuple[str, ...]
    """Who has checked the proofs."""
    cnf: CnfSize
    """The size of the largest problem."""
    path: str | None
    """The folder of the certificates, if they were kept."""
    problems: tuple[Problem, ...]
    """The problems, one or several for a claim."""


class LineMove(Record):
    """A move of a line."""

    fen: str
    """The position before the move."""
    rule: str | None
    """The rule by which it was played; replies have none."""
    san: str
    """In the usual notation."""
    uci: str
    """In UCI notation."""


Reason = Literal["stuck", "stalemate", "home_left", "mated", "cycle", "too_slow", "fifty_moves", "value_lost", "not_optimal", "not_symmetric", "conclusion", "wrong_answer", "unanswered", "unused"]
"""What goes wrong."""



class PlayedTree(Record):
    """A piece of advice, and the position where its tree begins."""

    advice: str
    """Its name in the text."""
    fen: str
    """Where the tree begins."""


class Failure(Record):
    """A failure that was replayed by the plain interpreter."""

    answer: str | None
    """What a recogniser answers."""
    cycle_from: int | None
    """The line returns to the position before this move (counted from 0) and goes round for ever."""
    end: str
    """The position where it goes wrong."""
    fen: str
    """The position it begins with."""
    line: tuple[str, ...]
    """The moves in UCI notation."""
    moves: tuple[LineMove, ...]
    """The same moves with the usual notation and the rule of each."""
    reason: Reason
    """What goes wrong."""
    rule: str | None
    """The rule to blame: the one by which the last own move was played."""
    size: int | None
    """How many files and ranks the board has, where it is not eight. Positions are then written as a FEN is, with
    numbers of empty squares of two digits where they are that many; files after `z` are `aa`, `ab` and so on."""
    tree: PlayedTree | None
    """The forcing tree by which the last own move was played."""
    value: str | None
    """What the position is worth to the side to move: `draw`, or `win` or `loss` with the plies to mate."""


Unit = Literal["positions", "plays"]
"""What is counted of a failing claim."""



class Failures(Record):
    """Where a claim fails."""

    at_least: int | None
    counted: bool
    kinds: dict[str, int]
    """By what goes wrong, in how many of the positions met in play it goes wrong there: no rule has a move, an
    allowed move stalemates, and so on. For `cycle` from how many of them the play need not end; for `too_slow` and
    `fifty_moves` from how many positions of the claim. A position counts for one reason, the first in
    `Reason::ORDER`."""
    plays: int | None
    positions: int | None
    shown: tuple[Failure, ...]
    """Some of them: one of each kind, the most frequent first, then one of each rule (`in_order`)."""
    unit: Unit


class KernelChecked(Record):
    """A theorem that the kernel of a proof assistant has checked, and what somebody who believes it believes."""

    assumptions: tuple[str, ...]
    """What the theorem assumes, as the proof assistant names it: all of it is in a fixed list."""
    by: str
    """Whose kernel."""
    does_not_trust: tuple[str, ...]
    """What need not be."""
    path: str | None
    """The folder of its files, if they were kept."""
    theorem: str
    """The name of the theorem."""
    trusts: tuple[str, ...]
    """What has to be believed."""


ClaimKind = Literal["lemma", "theorem", "query"]
"""What a claim is called in the text."""



Quality = Literal["faulty", "value_preserving", "correct", "optimal"]
"""How good a strategy is on the positions of a claim."""



class AnswerCount(Record):
    """How often an answer is given."""

    positions: int
    """In how many positions."""
    wrong: int
    """In how many of them it is wrong."""


class Left(Record):
    """Positions by what they are worth to the side to move, and by the plies to mate."""

    draws: int
    """Drawn ones."""
    losses: dict[int, int]
    """Lost ones, by plies."""
    wins: dict[int, int]
    """Won ones, by plies."""


class RuleAnswers(Record):
    """What one rule answers."""

    answer: str
    """Its answer, for the side to move."""
    name: str
    """Its number, as in `r.rule = 3`."""
    positions: int
    """In how many positions it gives it."""
    wrong: int
    """In how many of them it is wrong."""
    wrong_where: Left | None
    """What these are in truth."""


class Answers(Record):
    """All answers with one side to move."""

    answers: dict[str, AnswerCount]
    """How often each kind of answer is given, and how often wrongly."""
    positions: int
    """How many positions the claim speaks of."""
    rules: tuple[RuleAnswers, ...]
    """The rules in the order of the text."""
    to_move: str
    """The side to move, as the header calls it."""
    unknown: Left
    """What the positions are that are left unknown."""
    unknown_share: float
    """Their share, between 0 and 1."""


class Rested(Record):
    """A theorem of another text, proved there."""

    moves: int
    """The most moves that it takes."""
    theorem: str
    """As the text calls it, such as `queen.wins`."""
    vacuous: bool | None
    """Whether it speaks of no position."""


class Round(Record):
    """A kind of cycle: plays that go round."""

    positions: int
    """In how many of the positions met in play, with the strategy to move."""
    rules: tuple[str, ...]
    """The rules by which they go round, in the order of the strategy."""


class Rule(Record):
    """How often a rule applies."""

    name: str
    """Its name."""
    needed_for: int | None
    """If it was asked what rules are needed for: from how many positions the claim fails without this one."""
    positions: int
    """In how many positions it is the first that has a move."""
    shadowed: int | None
    """In how many positions it would have a move if no rule stood before it. Counted only where `positions` is 0:
    such a rule never applies anywhere, or stands in the shadow of others."""
    with_choice: int
    """In how many of them it leaves a choice."""


class SaidOf(Record):
    """What solvers say of one problem."""

    by: tuple[str, ...]
    """Who says that it has no solution."""
    bytes: int
    """The length of its text."""
    cases: int
    """How many cases stand for "no other move"."""
    name: str
    """What it is called."""
    seconds: float | None
    """How long the solvers took, in seconds."""


class Said(Record):
    """What solvers say that nobody has checked."""

    by: tuple[str, ...]
    """Those who say of every problem that it has no solution."""
    problems: tuple[SaidOf, ...]
    """The problems, one or several for a claim."""


TallyValue = int | bool | str
"""A value that positions have."""



class Tallied(Record):
    """A value, and how many positions have it."""

    positions: int
    """How many positions have it."""
    value: TallyValue
    """The value."""


Verdict = Literal["proved", "unsatisfiable", "refuted", "unknown", "not_run", "internal"]
"""What came out."""



class Claim(Record):
    """The verdict about one claim, and what was counted on the way."""

    as_claimed: bool | None
    """Whether it came out as the text says: proved, or as expected. Nothing if it was not decided."""
    assumes: tuple[str, ...]
    """The pieces of advice whose replies are taken for granted: the claim holds as long as the other side plays
    them."""
    by_moves: dict[int, int]
    """How many positions take at most so many moves: over all allowed moves and all replies."""
    certificate: Certified | None
    """The certificates that the verdict rests on."""
    classes_by_moves: dict[int, int]
    """How many classes of positions under the symmetries of the board take at most so many moves."""
    excess_by_moves: dict[int, int]
    """How many positions take so many moves more than with best play."""
    expected: str | None
    """What the text expects, if it says so: `refuted`, `proved` or a number."""
    failures: Failures | None
    """Where it fails."""
    kernel: KernelChecked | None
    """The theorem that the verdict rests on, if a proof assistant has checked one."""
    kind: ClaimKind
    """Lemma, theorem or query."""
    line: tuple[LineMove, ...]
    """The moves of a longest play, for a query that asks for it."""
    listed: tuple[str, ...]
    """The positions that a query lists, as FEN."""
    longest_moves: int | None
    """The most moves a play can take, over all allowed moves and all replies."""
    luckiest_by_moves: dict[int, int]
    """The same if the strategy's side is lucky, and always chooses the quickest of its allowed moves."""
    material: str
    """The material, such as `KRK`."""
    met: int | None
    """For `keeps`: in how many positions met in play from those the strategy is asked. For `is symmetric`: 0 if it
    allows no move anywhere."""
    method: str
    """The method by which it was decided."""
    moves_by_size: str | None
    """The same on boards of every size: in terms of n, the number of files and ranks, such as `16n + 9 moves for
    every n >= 6`, and what that is on two boards."""
    name: str
    """The name of the claim."""
    no_rule: int | None
    """In how many of the positions where the strategy is asked no rule has a move."""
    notes: tuple[str, ...]
    """What was not looked at, although the text has it: the lemmas that are to show a theorem."""
    number: int | None
    """The answer to a query that asks for a number: positions, classes, moves."""
    optimal_by_moves: dict[int, int]
    """How many positions are won in so many moves with best play."""
    optimal_longest_moves: int | None
    """The most moves with best play."""
    plays: int | None
    """How many plays satisfy what a lemma supposes; 2^64 - 1 stands for that many or more."""
    positions: int | None
    """How many positions the claim speaks of."""
    quality: Quality | None
    """How good the strategy is, whatever the claim says."""
    reason: str | None
    """Why it was not run, which limit was reached and what had been covered, or which check of our own failed."""
    recognised: tuple[Answers, ...]
    """What a recogniser answers, for each side to move."""
    reported: dict[str, int]
    """Figures that the source of the text gives: what is counted, and how many."""
    rests_on: tuple[str, ...]
    """The lemmas on which a proof by lemmas rests."""
    rests_on_theorems: tuple[Rested, ...]
    """The theorems of other texts on which it rests, with the moves that they allow; their bounds are in ours."""
    rounds: tuple[Round, ...]
    """By which rules plays go round for ever, and in how many positions."""
    rules: tuple[Rule, ...]
    """The rules in the order of the text."""
    said: Said | None
    """The solvers that find no counterexample, if the verdict rests on what they say."""
    seconds: float | None
    """How long it took, if the watch has a clock."""
    share: float | None
    """The answer to a query that asks for a share, between 0 and 1; the number is then that of the positions."""
    size: int | None
    """How many files and ranks the board has, where the claim was decided for another one than that of chess."""
    symmetries: int | None
    """How many symmetries of the board the claim was shown to have: as many positions were decided by one."""
    taken_by: tuple[str, ...]
    """Other methods, which take what this one did not run."""
    tally: tuple[Tallied, ...]
    """How many positions have which value, for a query that asks for it: numbers in their order, steps in that of
    the text."""
    vacuous: str | None
    """Reason why a claim that holds says nothing: no position or play satisfies what it supposes, the strategy
    never gets to move, a recogniser never answers. It is among the warnings too."""
    verdict: Verdict
    """What came out."""
    warnings: tuple[str, ...]
    """What a reader should know: a lemma that speaks of nothing, a rule that never applies."""


class Digests(Record):
    """BLAKE3 digests in hexadecimal digits."""

    everything: str
    """Of everything that the verdicts depend on: the text, all texts that it may use, and the options."""
    text: str
    """Of the text."""


class Limits(Record):
    """Within which limits."""

    failures_shown: int
    memory_bytes: int
    seconds: float | None


class ProveReport(Record):
    """The JSON of `adli schema prove`."""

    adli: str
    """The version of the program."""
    claims: tuple[Claim, ...]
    """Its claims in the order of the text; if the header has several materials, all claims for the first material,
    then for the next."""
    digests: Digests
    """Of what it is a report."""
    file: str
    """The file or library entry."""
    limits: Limits
    options: dict[str, str]
    """Options that were set from outside."""
    version: int
    """The version of this JSON."""


class StoredValue(Record):
    """A value for the side to move, or that there is no such position."""

    outcome: str
    plies: int | None


class Counterexample(Record):
    """A position whose value does not follow from its moves."""

    fen: str
    follows: StoredValue
    stored: StoredValue


Sound = Literal["right", "wrong", "damaged", "not_run"]


class Audited(Record):
    """What an audit of a table found."""

    digest: str | None
    """The BLAKE3 digest of the table."""
    first: Counterexample | None
    legal: int
    material: str
    places: int
    """Places of the table that were looked at, both sides to move, and legal positions among them."""
    reason: str | None
    """Why the table was not looked at, or not believed."""
    seconds: float
    verdict: Sound
    wrong: int
    """How many places are wrong, and the first of them."""


Status = Literal["present", "solved", "replaced"]


class Table(Record):
    """A table that is there now."""

    audit: Audited | None
    bytes: int
    digest: str
    """The BLAKE3 digest of its contents."""
    material: str
    seconds: float
    """What solving and writing took."""
    status: Status


class SolveReport(Record):
    """The JSON of `adli schema solve`."""

    adli: str
    """The version of the program."""
    folder: str
    memory_ceiling_bytes: int
    tables: tuple[Table, ...]
    threads: int
    version: int
    """The version of this JSON."""
