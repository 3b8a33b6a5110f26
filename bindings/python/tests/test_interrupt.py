"""Ctrl-C: `KeyboardInterrupt` at once, in a process of its own, with nothing half-written."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import adli
import pytest

# What a user types, who then loses patience. The proof takes a minute or more, and so do the tables.
WORK = {
    "prove": "adli.prove('knkr/adli', progress=begun)",
    "solve": "adli.solve('KRPKN', tables=sys.argv[1], progress=begun)",
    "probe": "adli.probe('8/8/8/8/3k4/8/nP6/KR6 w - - 0 1', solve=True, tables=sys.argv[1], progress=begun)",
}

SCRIPT = """
import sys, time
import adli
told = False
def begun(done, total, what):
    global told
    if not told and (len(what) == len("solving KRKP") or {what!r} == "prove"):
        print("begun", flush=True)
        told = True
try:
    {work}
except KeyboardInterrupt:
    print("interrupted", flush=True)
    # The interpreter is as good as before.
    print(adli.check("kqk").understood, flush=True)
"""


@contextmanager
def started(script: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A Python of its own, which is gone afterwards, and after two minutes in any case."""
    asked = [sys.executable, "-c", script, str(folder)]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        clock = threading.Timer(120, child.kill)
        clock.start()
        try:
            yield child
        finally:
            clock.cancel()
            child.kill()


@pytest.mark.parametrize("what", WORK)
def test_ctrl_c_interrupts(what: str, tmp_path: Path) -> None:
    with started(SCRIPT.format(what=what, work=WORK[what]), tmp_path) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        child.send_signal(signal.SIGINT)
        began = time.monotonic()
        assert child.stdout.readline() == "interrupted\n"
        # Some hundredths of a second; a machine that is busy with other things may take longer, but nothing like the work.
        assert time.monotonic() - began < 3
        assert child.stdout.readline() == "True\n"
        assert child.wait(60) == 0
    left = [name for name in os.listdir(tmp_path) if name != ".lock"]
    assert "KRPKN.adt" not in left and all(name.endswith(".adt") for name in left)


def test_ctrl_c_ends_waiting_for_another_process(tmp_path: Path) -> None:
    """The folder is locked by somebody else: whoever waits for it can still go."""
    with open(tmp_path / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        script = "import adli,sys\nadli.solve('KRK', tables=sys.argv[1], progress=lambda *told: print(*told, flush=True))"
        with started(script, tmp_path) as child:
            assert child.stdout is not None
            assert "waiting to write into" in child.stdout.readline()
            began = time.monotonic()
            child.send_signal(signal.SIGINT)
            _, said = child.communicate(timeout=60)
            assert child.returncode != 0 and "KeyboardInterrupt" in said
            assert time.monotonic() - began < 3
    assert os.listdir(tmp_path) == [".lock"]


def test_sigterm_and_handlers_stay_those_of_python() -> None:
    before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    adli.prove("kqk")
    assert before == [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    script = "import adli\nadli.prove('kqk')\nimport os, signal\nos.kill(os.getpid(), signal.SIGTERM)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == -signal.SIGTERM
