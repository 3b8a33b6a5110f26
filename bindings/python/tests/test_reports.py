"""Reports as objects, and as rows for pandas."""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

import adli
import chess
import pandas
import pytest
from adli import _adli, _reports
from conftest import BEGINNER

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "tools"))

from make_reports import module  # noqa: E402


def test_the_classes_are_those_of_the_schemas() -> None:
    """`ADLI_BLESS=1` writes them anew, for the next build."""
    source = HERE.parent / "python/adli/_reports.py"
    made = module(_adli.schema)
    if os.environ.get("ADLI_BLESS"):
        source.write_text(made, encoding="utf-8")
        return
    assert source.read_text(encoding="utf-8") == made
    # And what was installed is what stands there.
    assert Path(str(_reports.__file__)).read_text(encoding="utf-8") == made


def test_reports_are_not_changed_and_can_be_kept() -> None:
    proof = adli.prove("kqk", claims="wins")
    with pytest.raises(AttributeError, match="not changed"):
        proof.claims[0].verdict = "refuted"
    with pytest.raises(AttributeError):
        del proof.file
    assert pickle.loads(pickle.dumps(proof)) == proof
    assert type(pickle.loads(pickle.dumps(proof.claims[0]))) is type(proof.claims[0])
    proof.to_dict()["claims"].clear()
    assert len(proof.claims) == len(proof.to_dict()["claims"]) == 1
    assert proof != adli.prove("kqk", claims="queen_kept") and proof != 7
    assert repr(proof).startswith("Proof(adli=") and "claims=<1 Claim>" in repr(proof)


def test_what_does_not_apply_is_none_or_empty() -> None:
    (claim,) = adli.prove("kqk", claims="queen_kept").claims
    assert claim.failures is None and claim.by_moves == {} and claim.rules == () and claim.certificate is None


def test_words_of_python_end_in_an_underscore() -> None:
    found = adli.explain("kpk/recogniser", "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1")
    assert isinstance(found, adli.Recognition)
    assert found.for_ == found.to_dict()["for"]


def test_pandas_takes_the_rows(tables: Path) -> None:
    proof = adli.prove("kqk")
    claims = pandas.DataFrame(proof.rows()).set_index("name")
    assert list(claims.index) == [claim.name for claim in proof.claims]
    assert claims.loc["wins", "verdict"] == "proved" and claims.loc["wins", "longest_moves"] == 17
    assert claims["as_claimed"].all() and (claims["file"] == "kqk/adli").all()

    wins = proof.claim("wins")
    rules = pandas.DataFrame(proof.rule_rows())
    assert rules[rules.claim == "wins"].positions.sum() == wins.positions
    moves = pandas.DataFrame(proof.move_rows())
    moves = moves[moves.claim == "wins"]
    assert moves.positions.sum() == moves.optimal_positions.sum() == wins.positions
    # Queen against king takes ten moves at most with best play.
    assert moves[moves.optimal_positions > 0].moves.max() == 10

    failing = adli.prove(adli.Text(BEGINNER), claims="wins")
    failures = pandas.DataFrame(failing.failure_rows())
    assert (failures.claim == "wins").all() and failures.fen.map(chess.Board).map(chess.Board.is_valid).all()
    assert failing.rows()[0]["failing_positions"] == failing.claims[0].failures.positions  # type: ignore[union-attr]

    worth = pandas.DataFrame(adli.probe("8/8/8/8/3k4/8/8/KR6 w - - 0 1", tables=tables).rows())
    assert list(worth.columns) == ["outcome", "plies", "san", "uci"] and len(worth) == 15
    assert pandas.DataFrame(adli.check(adli.Text("step")).rows()).severity.eq("error").all()
