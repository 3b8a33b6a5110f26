"""python-chess drives the engine through whole games against Stockfish.

From random won positions the engine, White, must mate within the bound that `adli prove` finds, make no illegal move (python-chess refuses them), and
name a rule of the text with every move. Each game is written as PGN and read back: the names of the rules arrive there.

    games.py ADLI STOCKFISH TABLES NUMBER TEXT..
"""

import io
import re
import sys

import chess.engine
import chess.pgn

from common import bound_of, of_suite, report, won_positions


def has_two_steps_to_go(board):
    """The black pawn, on the third rank."""
    return all(chess.square_rank(square) == 2 for square in board.pieces(chess.PAWN, chess.BLACK))


# Of each text its men, the claim that it wins, and where that speaks of fewer than all won positions with White to move: which it means. Of
# those it speaks where a rule of the text applies.
ENDGAMES = {
    "krk": ("KRk", "krk", None),
    "kqk": ("KQk", "wins", None),
    "kpk/adli": ("KPk", "white_wins", None),
    "kqk/pawn": ("KQkp", "wins", has_two_steps_to_go),
}

# In seconds, for what should take none: the machine may have other things to do.
PATIENCE = 60

RULE = re.compile(r"^(?P<name>[\w.]+), rule \d+ of \d+ of `\w+` \(")


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


def positions_of(program, tables, text, number):
    """Random won positions of which the claim of a text speaks."""
    men, _, is_meant = ENDGAMES[text]
    if is_meant is None:
        return won_positions(program, tables, men, number)
    found, seed = [], 1
    while len(found) < number:
        boards = won_positions(program, tables, men, number, seed, is_meant)
        explained = of_suite(program, boards, "explain", text)
        found += [board for board, told in zip(boards, explained, strict=True) if told["rule"]]
        seed += 1
    return found[:number]


def games_of(program, stockfish, tables, number, text):
    """Plays so many games of an endgame, and says how they went."""
    bound, rules = bound_of(program, text, ENDGAMES[text][1])
    longest, named = 0, set()
    engine = chess.engine.SimpleEngine.popen_uci([program, "--tables", tables, "uci"], timeout=PATIENCE)
    opponent = chess.engine.SimpleEngine.popen_uci(stockfish, timeout=PATIENCE)
    try:
        engine.configure({"Strategy": text})
        for board in positions_of(program, tables, text, number):
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


def main():
    program, stockfish, tables, number, *texts = sys.argv[1:]
    for text in texts:
        games_of(program, stockfish, tables, int(number), text)


main()
