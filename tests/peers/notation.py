"""python-chess reads every PGN and EPD that Adli writes, and Adli what python-chess writes: the same moves, comments, squares, glyphs, variations.

    notation.py ADLI TABLES
"""

import io
import os
import re
import sys
import tempfile

import chess
import chess.pgn

from common import adli, report, won_positions

PROGRAM, TABLES = sys.argv[1:]
SHAPE = re.compile(r"\[%(?:csl|cal) ([^\]]*)\]")


def read_all(text):
    games, source = [], io.StringIO(text)
    while (game := chess.pgn.read_game(source)) is not None:
        assert not game.errors, (game.errors, text)
        games.append(game)
    return games


def read_one(text):
    games = read_all(text)
    assert len(games) == 1, text
    return games[0]


def shapes(comment):
    """What stands in the commands of a comment, read without python-chess."""
    return sorted(shape for found in SHAPE.findall(comment) for shape in found.split(","))


def drawn(node):
    """The same as python-chess reads it."""
    letters = {"green": "G", "red": "R", "yellow": "Y", "blue": "B"}

    def name(arrow):
        squares = [chess.square_name(arrow.tail)]
        squares += [chess.square_name(arrow.head)] if arrow.head != arrow.tail else []
        return letters[arrow.color] + "".join(squares)

    return sorted(name(arrow) for arrow in node.arrows())


def tree(node):
    """A game as data: moves, comments, squares, glyphs and variations."""
    return [
        (child.san(), words(child), drawn(child), sorted(child.nags), tree(child)) for child in node.variations
    ]


def words(node):
    return " ".join(re.sub(r"\[%[^\]]*\]", "", node.comment).split())


def lines_of_rules():
    checked = 0
    for text, men in (("krk", "KRk"), ("kqk", "KQk"), ("krk/bratko-al1", "KRk")):
        for board in won_positions(PROGRAM, TABLES, men, 5, seed=7):
            arguments = ["play", text, board.fen(), "--tables", TABLES]
            told = report(PROGRAM, *arguments)
            game = read_one(adli(PROGRAM, *arguments, "--pgn"))
            assert game.board().fen() == board.fen()
            nodes = list(game.mainline())
            assert [node.move.uci() for node in nodes] == [move["uci"] for move in told["moves"]]
            assert game.headers["Result"] == told["result"] == "1-0"
            for node, move in zip(nodes, told["moves"]):
                assert words(node) == move.get("rule", ""), (node.comment, move)
                assert drawn(node) == shapes(node.comment)
                if "rule" in move:
                    assert "G" + move["uci"][:4] in drawn(node), node.comment
                    arrows = [shape for shape in drawn(node) if len(shape) == 5]
                    assert len(arrows) <= move["allowed"], (arrows, move)
                    checked += len(drawn(node))
    return checked


def lines_of_best_play():
    for board in won_positions(PROGRAM, TABLES, "KPk", 10, seed=8):
        arguments = ["line", board.fen(), "--tables", TABLES]
        told = report(PROGRAM, *arguments)
        game = read_one(adli(PROGRAM, *arguments, "--pgn"))
        assert [node.move.uci() for node in game.mainline()] == [move["uci"] for move in told["moves"]]
        for node in game.mainline():
            assert drawn(node) == shapes(node.comment)
            # The only move that keeps the win has its glyph.
            assert bool(node.nags) == bool(drawn(node))


def forcing_trees():
    fen = "8/8/8/8/8/k1K5/8/1R6 w - - 0 1"
    told = report(PROGRAM, "tree", "krk/bratko-al1", "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "--advice", "divide")
    game = read_one(adli(PROGRAM, "tree", "krk/bratko-al1", "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "--advice", "divide", "--pgn"))

    def moves(branch):
        return (branch["uci"], [moves(then) for then in branch.get("then", [])])

    def nodes(node):
        return (node.move.uci(), [nodes(child) for child in node.variations])

    assert [nodes(child) for child in game.variations] == [moves(told["tree"])], fen


def failures():
    with tempfile.TemporaryDirectory() as folder:
        pgn, epd = os.path.join(folder, "failures.pgn"), os.path.join(folder, "failures.epd")
        told = report(PROGRAM, "prove", "kqk/beginner", "--max-failures", "20", "--pgn", pgn, "--epd", epd)
        shown = [failure for claim in told["claims"] for failure in claim.get("failures", {}).get("shown", [])]
        with open(pgn) as file:
            games = read_all(file.read())
        with open(epd) as file:
            lines = file.read().splitlines()
        assert len(games) == len(lines) == len(shown) > 0
        for failure, game, line in zip(shown, games, lines):
            assert game.board().fen() == failure["fen"]
            assert [node.move.uci() for node in game.mainline()] == failure["line"]
            for node, move in zip(game.mainline(), failure["moves"]):
                assert move.get("rule", "") in words(node) and drawn(node) == shapes(node.comment)
            board, operations = chess.Board.from_epd(line)
            assert board.epd() == chess.Board(failure["fen"]).epd()
            assert "kqk/beginner" in operations["id"] and operations["c0"].startswith("claim ") and operations["c1"]
            assert [move.uci() for move in operations.get("pv", [])] == failure["line"]
        return len(games)


def suites():
    boards = won_positions(PROGRAM, TABLES, "KRk", 30, seed=9)
    with tempfile.NamedTemporaryFile("w", suffix=".epd") as suite:
        suite.writelines(board.epd(id=f"number {at}", c0="to be replaced") + "\n" for at, board in enumerate(boards))
        suite.flush()
        arguments = ["probe", "--tables", TABLES, "--epd", suite.name]
        probed, answers = report(PROGRAM, *arguments)["positions"], adli(PROGRAM, *arguments).splitlines()
        for at, (board, told, line) in enumerate(zip(boards, probed, answers, strict=True)):
            read, operations = chess.Board.from_epd(line)
            assert read.epd() == board.epd() and operations["id"] == told["id"] == f"number {at}"
            assert operations["dm"] == (told["plies"] + 1) // 2
            best = [move["uci"] for move in told["moves"] if move["plies"] == told["plies"] - 1 and move["outcome"] == "loss"]
            assert [move.uci() for move in operations["bm"]] == best, line
            assert "mates in" in operations["c0"]
        arguments = ["explain", "krk", "--epd", suite.name]
        explained, answers = report(PROGRAM, *arguments)["positions"], adli(PROGRAM, *arguments).splitlines()
        for told, line in zip(explained, answers, strict=True):
            _, operations = chess.Board.from_epd(line)
            assert operations["c0"] == told["rule"]["name"]
            assert [move.uci() for move in operations["bm"]] == [move["uci"] for move in told["rule"]["moves"]]
    return len(boards)


# In the form in which Lichess exports one, with all that it and other programs put in.
STUDY = os.path.join(os.path.dirname(__file__), "../../fuzz/corpus/pgn/study_with_everything")


def what_others_write():
    """Adli reads a game, says nothing of it that is not there already where no rules are named, and python-chess reads what comes out."""
    with tempfile.TemporaryDirectory() as folder:
        written = os.path.join(folder, "written.pgn")
        # Nothing is said of moves that keep the value.
        adli(PROGRAM, "annotate", STUDY, "--tables", TABLES, "-o", written)
        with open(written, encoding="utf-8") as file:
            after = read_all(file.read())
        with open(STUDY, encoding="utf-8-sig") as file:
            # python-chess passes over comments to the end of a line.
            before = read_all(re.sub("; (.*)", r"{ \1 }", file.read()))
        assert len(before) == len(after) == 3
        for one, other in zip(before, after):
            assert tree(one) == tree(other), f"{one}\n{other}"
            assert drawn(one) == drawn(other) and words(one) == words(other)
            assert all(other.headers[name] == value for name, value in one.headers.items()), (one.headers, other.headers)
            for node, again in zip(one.mainline(), other.mainline(), strict=True):
                assert (node.clock(), node.eval(), node.emt()) == (again.clock(), again.eval(), again.emt())
        clocks = [node.clock() for node in after[0].mainline()]
        assert clocks[0] == 300 and after[1].board().fen() == chess.STARTING_FEN
        # By rules: comments and arrows are added, and nothing else changes.
        told = report(PROGRAM, "annotate", STUDY, "--by", "krk", "--tables", TABLES, "-o", written)
        with open(written, encoding="utf-8") as file:
            ruled = read_all(file.read())
        moves = told["games"][0]["moves"]
        nodes = list(ruled[0].mainline())
        assert [node.move.uci() for node in nodes] == [move["uci"] for move in moves]
        assert all(move["words"] in words(node) for node, move in zip(nodes, moves)), (moves, str(ruled[0]))
        assert any("rule" in move for move in moves) and told["games"][1]["moves"] == []


def main():
    squares = lines_of_rules()
    lines_of_best_play()
    forcing_trees()
    games = failures()
    positions = suites()
    what_others_write()
    print(f"PGN and EPD: {squares} squares and arrows, {games} failures, {positions} positions read back by python-chess; a study came in")


main()
