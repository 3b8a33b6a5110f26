"""Positions: values, explanations, and boards of python-chess."""

from __future__ import annotations

import random
from pathlib import Path

import adli
import chess
import pytest


def placed(men: str, turn: chess.Color, dice: random.Random) -> chess.Board:
    """A legal position of some men in which somebody can move."""
    while True:
        board = chess.Board(None)
        for square, man in zip(dice.sample(chess.SQUARES, len(men)), men, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(man))
        board.turn = turn
        if board.is_valid() and any(board.legal_moves):
            return board


@pytest.mark.parametrize("men", ["KRk", "KQk", "kqK"])
def test_moves_are_those_of_python_chess(men: str, tables: Path) -> None:
    dice = random.Random(men)
    for turn in (chess.WHITE, chess.BLACK) * 20:
        board = placed(men, turn, dice)
        found = adli.probe(board, tables=tables)
        assert found.fen == board.fen() and found.check == board.is_check()
        moves = [chess.Move.from_uci(move.uci) for move in found.moves]
        assert sorted(moves, key=str) == sorted(board.legal_moves, key=str)
        assert [board.san(move) for move in moves] == [move.san for move in found.moves]


def test_best_play_mates_in_as_many_plies_as_it_says(tables: Path) -> None:
    dice = random.Random(2)
    for _ in range(10):
        board = placed("KRk", chess.WHITE, dice)
        found = adli.probe(board, tables=tables)
        assert found.outcome == "win" and found.plies is not None and found.plies <= 31
        for _ in range(found.plies):
            board.push_uci(adli.probe(board, tables=tables).moves[0].uci)
        assert board.is_checkmate()
        assert adli.probe(board, tables=tables).over == "checkmate"


def test_castling_is_refused_and_so_is_what_is_no_position(tables: Path) -> None:
    with pytest.raises(adli.InputError, match="castling rights `K`"):
        adli.probe(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), tables=tables)
    with pytest.raises(adli.InputError):
        adli.probe("8/8/8/8/8/8/8/8 w - - 0 1", tables=tables)
    with pytest.raises(adli.InputError, match="32 men"):
        adli.probe(chess.Board().fen().replace("KQkq", "-"), tables=tables)
    with pytest.raises(TypeError):
        adli.probe(chess.WHITE)  # type: ignore[arg-type]


def test_the_rule_that_applies_and_its_moves() -> None:
    board = chess.Board("8/8/8/8/3k4/8/8/KR6 w - - 0 1")
    found = adli.explain("krk", board, strategy="mj")
    assert found.rule is not None and found.rule.number == len(found.earlier) + 1
    assert {move.uci for move in found.rule.moves} <= {move.uci() for move in board.legal_moves}
    rows = found.rows()
    assert [row["applies"] for row in rows] == [False] * len(found.earlier) + [True]
    asked = adli.explain("krk", board, strategy="mj", move=chess.Move.from_uci("a1a2")).move
    assert asked is not None and asked.san == "Ka2"
    assert asked.allowed == ("a1a2" in {move.uci for move in found.rule.moves})


def test_a_recogniser_answers() -> None:
    board = chess.Board("8/8/8/8/8/2k5/2p5/2K5 w - - 0 1")
    found = adli.explain("kpk/recogniser", board)
    assert isinstance(found, adli.Recognition)
    assert found.answer in ("draw", "win", "loss", "unknown") and found.rows()[0]["answer"] == found.answer
    assert adli.explain("kpk/recogniser", board, recogniser=found.recogniser) == found
    with pytest.raises(adli.InputError, match="a recogniser makes no moves"):
        adli.explain("kpk/recogniser", board, recogniser=found.recogniser, move="Kb1")  # type: ignore[call-overload]


def test_a_position_of_other_men_is_refused_with_what_to_do() -> None:
    with pytest.raises(adli.InputError) as raised:
        adli.explain("krk", "8/8/8/8/3k4/8/8/KQ6 w - - 0 1")
    assert "KRK" in str(raised.value)
    with pytest.raises(adli.InputError) as raised:
        adli.explain("krk", "8/8/8/8/3k4/8/8/KR6 w - - 0 1", strategy="jm")
    assert "it has `mj`" in str(raised.value)
