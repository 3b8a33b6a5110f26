"""A second client: XBoard, which drives UCI engines through Polyglot, plays one game. What it wrote is looked at here.

    second.py GAME.pgn FEN BOUND
"""

import sys

import chess
import chess.pgn

path, fen, bound = sys.argv[1:]
with open(path) as file:
    game = chess.pgn.read_game(file)
assert game is not None and not game.errors, game and game.errors
assert game.board().epd() == chess.Board(fen).epd(), game.board().fen()
board = game.end().board()
moves = sum(node.turn() == chess.BLACK for node in game.mainline())
assert board.is_checkmate() and board.turn == chess.BLACK, f"no mate: {board.fen()}\n{game}"
assert moves <= int(bound), f"{moves} moves:\n{game}"
print(f"XBoard with Polyglot: mate after {moves} moves, proved {bound}")
