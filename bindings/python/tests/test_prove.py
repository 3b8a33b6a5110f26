"""`adli.prove`, and watching it."""

from __future__ import annotations

import json
import os
import subprocess
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import chess
import pytest

import adli
from conftest import BEGINNER

# A proof that takes a minute or more, and begins with a text that is large enough to be stopped in its middle.
LONG = "knkr/adli"


def test_krk_takes_33_moves_at_most_and_16_with_best_play() -> None:
    """33 is the bound of Malikovic and Janicic, 16 that of every endgame table."""
    proof = adli.prove("krk")
    assert proof.as_claimed
    krk = proof.claim("krk")
    assert (krk.verdict, krk.kind, krk.longest_moves, krk.optimal_longest_moves) == ("proved", "theorem", 33, 16)
    # 175,168 positions with White to move, of which each takes some number of moves.
    assert sum(krk.by_moves.values()) == sum(krk.optimal_by_moves.values()) == krk.positions == 175_168
    assert sum(rule.positions for rule in krk.rules) == 175_168
    with pytest.raises(KeyError):
        proof.claim("krkk")


def test_a_refuted_claim_is_data_and_its_failure_is_chess() -> None:
    proof = adli.prove(adli.Text(BEGINNER, "beginner.adv"), claims="wins", max_failures=2)
    assert [claim.name for claim in proof.claims] == ["wins"]
    wins = proof.claims[0]
    assert wins.verdict == "refuted" and wins.failures is not None
    assert 1 <= len(wins.failures.shown) <= 2
    for failure in wins.failures.shown:
        board = chess.Board(failure.fen)
        for move in failure.line:
            board.push(board.parse_uci(move))
        assert board.board_fen() == chess.Board(failure.end).board_fen()
        assert board.is_stalemate() == (failure.reason == "stalemate")
    assert any(failure.reason == "stalemate" for failure in wins.failures.shown)


def test_the_report_is_that_of_the_command_line(command: str) -> None:
    asked = [command, "prove", "kqk", "--format", "json", "--max-failures", "3"]
    theirs = json.loads(subprocess.run(asked, check=True, capture_output=True).stdout)
    ours = adli.prove("kqk").to_dict()
    # Only a command line says where it has read what was named on it.
    assert theirs.pop("read_from") == [{"text": "kqk", "library": "kqk/adli"}]
    for report in (ours, theirs):
        for claim in report["claims"]:
            del claim["seconds"]
    assert ours == theirs


def test_several_claims_a_method_and_options() -> None:
    proof = adli.prove("krk", claims=["rook_kept", "no_stalemate"], by="exhaustive", options={"spare": 2}, threads=1)
    assert [claim.name for claim in proof.claims] == ["rook_kept", "no_stalemate"]
    assert proof.options == {"spare": "2"}


@pytest.mark.parametrize(
    ("asked", "message", "help"),
    [
        ({"text": "krkk"}, "called `krkk`", "did you mean `krk`?"),
        ({"text": "nowhere.adv"}, "there is no file `nowhere.adv`", None),
        ({"text": "krk", "claims": "wons"}, "has no claim called `wons`", "it claims"),
        ({"text": "krk", "by": "magic"}, "no method called `magic`", "exhaustive"),
        ({"text": "krk", "by": "coq"}, "no method called `coq` here", "sat"),
        ({"text": "krk", "options": {"spar": 2}}, "1 error", None),
        ({"text": "krk", "time": 0}, "`time=0`", None),
        ({"text": "krk", "time": float("nan")}, "`time=nan`", None),
        ({"text": "krk", "memory": -1}, "`memory=-1`", None),
        ({"text": "krk", "max_failures": 5000}, "`max_failures=5000`", None),
        ({"text": "krk", "threads": 0}, "`threads=0`", None),
    ],
)
def test_what_makes_no_sense_is_said(asked: dict[str, object], message: str, help: str | None) -> None:
    with pytest.raises(adli.InputError) as raised:
        adli.prove(**asked)  # type: ignore[arg-type]
    assert message in str(raised.value) and raised.value.exit_code == 2
    assert help is None or help in (raised.value.help or "")
    assert isinstance(raised.value, ValueError)


def test_a_text_that_is_not_understood_raises_with_places() -> None:
    with pytest.raises(adli.InputError) as raised:
        adli.prove(adli.Text(BEGINNER.replace("mate'", "matee'", 1), "mine.adv"))
    (complaint,) = raised.value.diagnostics
    line = BEGINNER.splitlines()[(complaint.line or 0) - 1]
    assert line[(complaint.column or 0) - 1 :].startswith("mate'")
    assert (complaint.file, complaint.severity) == ("mine.adv", "error")
    assert complaint.help == "did you mean `mate`?"
    assert f"mine.adv:{complaint.line}:{complaint.column}" in str(raised.value)


def test_time_that_is_not_enough_leaves_claims_unknown() -> None:
    proof = adli.prove(LONG, time=0.2)
    assert not proof.as_claimed
    assert {claim.verdict for claim in proof.claims} >= {"unknown"}
    assert proof.limits.seconds == 0.2


def test_memory_that_is_not_enough_leaves_claims_unknown() -> None:
    (claim,) = adli.prove("krk", claims="krk", memory=1000).claims
    assert claim.verdict == "unknown" and claim.reason


def test_progress_hears_of_claims_and_may_end_the_work() -> None:
    heard: list[tuple[int, int | None, str]] = []

    def progress(done: int, total: int | None, what: str) -> bool:
        heard.append((done, total, what))
        return len(heard) < 5

    proof = adli.prove(LONG, progress=progress)
    assert len(heard) >= 5
    names = {claim.name for claim in proof.claims}
    assert {what for _, _, what in heard if what} <= names
    assert all(done >= 0 and (total is None or done <= total) for done, total, _ in heard)
    assert_stopped(proof)


def assert_stopped(proof: adli.Proof) -> None:
    """Some claims are unknown because somebody asked to stop, and none for another reason."""
    unknown = [claim.reason or "" for claim in proof.claims if claim.verdict == "unknown"]
    assert unknown and all(reason.startswith("stopped before the end") for reason in unknown)


def test_an_event_ends_the_work() -> None:
    enough = threading.Event()
    threading.Timer(0.3, enough.set).start()
    began = time.monotonic()
    proof = adli.prove(LONG, cancel=enough)
    assert time.monotonic() - began < 10
    assert_stopped(proof)


def test_an_exception_of_progress_ends_the_work_and_is_raised() -> None:
    class Enough(Exception):
        pass

    def progress(*_: object) -> None:
        raise Enough

    with pytest.raises(Enough):
        adli.prove(LONG, progress=progress)


def test_others_go_on_meanwhile_and_proofs_run_side_by_side() -> None:
    turns, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            turns[0] += 1
            time.sleep(0.001)

    counting = threading.Thread(target=count)
    counting.start()
    try:
        with ThreadPoolExecutor(2) as pool:
            proofs = list(pool.map(adli.prove, ["kqk", "krk"]))
    finally:
        done.set()
        counting.join()
    assert all(proof.as_claimed for proof in proofs)
    assert turns[0] > 50


def test_a_child_proves_after_its_parent_has() -> None:
    """No thread outlives the work, or a child that was forked would wait for it forever."""
    assert adli.prove("kqk", claims="wins").as_claimed
    child = os.fork()
    if child == 0:
        os._exit(0 if adli.prove("kqk", claims="wins").as_claimed else 1)
    deadline = time.monotonic() + 60
    while (ended := os.waitpid(child, os.WNOHANG)) == (0, 0):
        assert time.monotonic() < deadline, "the child hangs"
        time.sleep(0.05)
    assert ended[1] == 0


def test_a_path_is_a_file_even_without_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine.adv").write_text(BEGINNER, encoding="utf-8")
    for text in ("mine.adv", Path("mine.adv"), tmp_path / "mine.adv"):
        assert adli.prove(text, claims="wins").claims[0].verdict == "refuted"
    with pytest.raises(adli.InputError, match="there is no"):
        adli.prove(Path("krk"))
    with pytest.raises(TypeError):
        adli.prove(7)  # type: ignore[arg-type]
