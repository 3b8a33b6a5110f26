"""What the tests with other chess programs share."""

import json
import random
import subprocess
import sys
import tempfile

import chess


def adli(program, *arguments):
    """What a command prints; a command that fails ends the test. Refuted claims are no failure here."""
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"adli {' '.join(arguments)}\nexit code {done.returncode}\n{done.stderr}")
    return done.stdout


def report(program, *arguments):
    """The report of a command, as data."""
    return json.loads(adli(program, *arguments, "--format", "json"))


def bound_of(program, text, claim):
    """The proved bound in moves, and the names of the rules."""
    proved = report(program, "prove", text, "--claim", claim)["claims"][0]
    assert proved["verdict"] == "proved", proved
    return proved["longest_moves"], {rule["name"] for rule in proved["rules"]}


def of_suite(program, boards, *arguments):
    """What a command says of these positions, given as EPD."""
    with tempfile.NamedTemporaryFile("w", suffix=".epd") as suite:
        suite.writelines(board.epd() + "\n" for board in boards)
        suite.flush()
        return report(program, *arguments, "--epd", suite.name)["positions"]


def won_positions(program, tables, men, number, seed=1, is_meant=lambda board: True):
    """Random positions with these men that are meant and that White, to move, wins; who wins is asked of `adli probe`."""
    rng = random.Random(seed)
    pieces = [chess.Piece.from_symbol(letter) for letter in men]
    found = []
    while len(found) < number:
        boards = []
        while len(boards) < number:
            board = chess.Board(None)
            for piece, square in zip(pieces, rng.sample(chess.SQUARES, len(pieces))):
                board.set_piece_at(square, piece)
            if board.is_valid() and not board.is_game_over() and is_meant(board):
                boards.append(board)
        probed = of_suite(program, boards, "probe", "--solve", "--tables", tables)
        wins = [answer["outcome"] == "win" for answer in probed]
        found += [board for board, won in zip(boards, wins) if won]
    return found[:number]
