"""A second client: XBoard, which drives UCI engines through Polyglot, plays one game. What it wrote is looked at here.

    second.py ADLI GAME.pgn FEN TEXT CLAIM
"""

import sys

import chess
import chess.pgn

from common import bound_of

program, path, fen, text, claim = sys.argv[1:]
bound, _ = bound_of(program, text, claim)
with open(path) as file:
    game = chess.pgn.read_game(file)
assert game is not None and not game.errors, game and game.errors
assert game.board().epd() == chess.Board(fen).epd(), game.board().fen()
board = game.end().board()
moves = sum(node.turn() == chess.BLACK for node in game.mainline())
assert board.is_checkmate() and board.turn == chess.BLACK, f"no mate: {board.fen()}\n{game}"
assert moves <= bound, f"{moves} moves:\n{game}"
print(f"XBoard with Polyglot: mate after {moves} moves, proved {bound}")
