"""python-chess drives the engine through whole games against Stockfish.

From random won positions the engine, White, must mate within the bound that `adli prove` finds, make no illegal move (python-chess refuses them), and
name a rule of the text with every move. Each game is written as PGN and read back: the names of the rules arrive there.

    games.py ADLI STOCKFISH TABLES NUMBER TEXT MEN CLAIM
"""

import io
import re
import sys

import chess.engine
import chess.pgn

from common import report, won_positions

RULE = re.compile(r"^(?P<name>[\w.]+), rule \d+ of \d+ of `\w+` \(")


def bound_of(program, text, claim):
    """The proved bound in moves, and the names of the rules."""
    proved = report(program, "prove", text, "--claim", claim)["claims"][0]
    assert proved["verdict"] == "proved", proved
    return proved["longest_moves"], {rule["name"] for rule in proved["rules"]}


def play(engine, opponent, board, bound):
    game = chess.pgn.Game()
    game.setup(board)
    game.headers["White"] = engine.id["name"]
    game.headers["Black"] = opponent.id["name"]
    node, moves = game, 0
    while not board.is_game_over():
        if board.turn == chess.WHITE:
            moves += 1
            assert moves <= bound, f"more than {bound} moves:\n{game}"
            played = engine.play(board, chess.engine.Limit(time=10), info=chess.engine.INFO_ALL)
            node = node.add_variation(played.move, comment=played.info.get("string", ""))
            score = played.info.get("score")
            if score is not None:
                mate = score.white().mate()
                assert mate is not None and 0 < mate <= bound - moves + 1, f"{score} at move {moves}:\n{game}"
        else:
            played = opponent.play(board, chess.engine.Limit(nodes=2000))
            node = node.add_variation(played.move)
        board.push(played.move)
    assert board.is_checkmate() and board.turn == chess.BLACK, f"no mate:\n{game}"
    game.headers["Result"] = board.result()
    return game, moves


def main():
    program, stockfish, tables, number, text, men, claim = sys.argv[1:]
    bound, rules = bound_of(program, text, claim)
    longest, named, scored = 0, set(), 0
    engine = chess.engine.SimpleEngine.popen_uci([program, "--tables", tables, "uci"])
    opponent = chess.engine.SimpleEngine.popen_uci(stockfish)
    try:
        engine.configure({"Strategy": text})
        for board in won_positions(program, tables, men, int(number)):
            game, moves = play(engine, opponent, board.copy(), bound)
            longest = max(longest, moves)
            again = chess.pgn.read_game(io.StringIO(str(game)))
            assert not again.errors and str(again) == str(game)
            for node in again.mainline():
                if node.turn() == chess.BLACK:
                    rule = RULE.match(node.comment)
                    assert rule and rule["name"] in rules, f"no rule of {text}: {node.comment!r}"
                    named.add(rule["name"])
    finally:
        engine.quit()
        opponent.quit()
    print(f"{text}: {number} games, all mated; the longest {longest} moves, proved {bound}; rules named: {', '.join(sorted(named))}")


main()
