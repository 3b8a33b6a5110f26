"""What no caller should do: values of wrong types, many threads at once, a fork."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import adli
import pytest

FEN = "8/8/8/8/8/8/2Q5/k2K4 b - - 0 1"
STRANGE: list[Any] = [7, -1, 1.5, float("nan"), float("inf"), True, b"x", "", "\0", "\ud800", [], [1], {1: 2}]
STRANGE += [{"a": object()}, object(), type, lambda *told: False, 2**100, "x" * 100_000, range(3)]

# Each function with what it is given for this to be quick, and everything that it can be given.
ASKED: dict[str, tuple[Callable[..., object], dict[str, object], list[str]]] = {
    "check": (adli.check, {"text": "kqk"}, ["text", "options", "tables", "threads"]),
    "prove": (
        adli.prove,
        {"text": "kqk", "claims": "alike"},
        ["text", "claims", "by", "options", "max_failures", "time", "memory", "needs", "progress", "cancel", "tables", "threads"],
    ),
    "explain": (adli.explain, {"text": "kqk", "position": FEN}, ["text", "position", "strategy", "recogniser", "move", "options"]),
    "probe": (adli.probe, {"position": FEN}, ["position", "solve", "progress", "cancel", "tables", "threads"]),
    "solve": (adli.solve, {"men": 9}, ["men", "audit", "memory", "progress", "cancel", "tables", "threads"]),
}


@pytest.mark.parametrize(("what", "argument"), [(what, one) for what, (_, _, all_) in ASKED.items() for one in all_])
def test_wrong_types_are_told(what: str, argument: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception that says what is wrong, or a report; never a panic, or an exception from within."""
    monkeypatch.chdir(tmp_path)
    asked, given, _ = ASKED[what]
    for strange in STRANGE:
        try:
            asked(**{**given, argument: strange})
        except adli.InternalError as fault:
            pytest.fail(f"{argument}={strange!r}: {fault}")
        except (adli.AdliError, TypeError, ValueError, OverflowError):
            pass


def test_what_watches_is_refused_before_work_begins() -> None:
    all_wrong: list[dict[str, Any]] = [{"progress": 7}, {"cancel": 7}, {"options": 7}, {"cancel": lambda: True}]
    for wrong in all_wrong:
        with pytest.raises(TypeError):
            adli.prove("kqk", **wrong)


def test_threads_get_what_one_gets_alone(tables: Path) -> None:
    alone = [claim.verdict for claim in adli.prove("kqk").claims]
    found: list[object] = []

    def work() -> None:
        found.append([claim.verdict for claim in adli.prove("kqk").claims] == alone)
        found.append(adli.probe(FEN, tables=tables).outcome == "draw")
        found.append(adli.check("krk").understood)

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert found == [True] * 18


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_child_works_as_its_parent_did() -> None:
    assert adli.prove("kqk").claims
    child = os.fork()
    if child == 0:
        try:
            os._exit(0 if adli.prove("kqk").claims and adli.check("krk").understood else 3)
        finally:
            os._exit(4)
    began = time.monotonic()
    while time.monotonic() - began < 120:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            assert os.waitstatus_to_exitcode(status) == 0
            return
        time.sleep(0.1)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    pytest.fail(f"the child still works after two minutes ({sys.platform})")
