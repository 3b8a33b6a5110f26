"""What proving `krk` costs on the CPU clock: from Python, and by the command line. Python may take a tenth more.

    python tests/cost.py ADLI

A call is measured in a Python that has just begun, with everything that it does for the first time; of the command line, the whole process. The
best of several runs each, one after the other in turn, counts: what else the machine does can only add to it. The whole process of Python, with
starting the interpreter and importing the package, is told too.
"""

from __future__ import annotations

import resource
import subprocess
import sys

RUNS = 9
MOST = 1.10

CALL = """
import resource, adli

def spent():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime

before = spent()
proof = adli.prove("krk")
print(spent() - before)
assert proof.as_claimed
"""


def children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(*asked: str) -> tuple[float, str]:
    """What a process takes, and what it prints."""
    before = children()
    said = subprocess.run(asked, check=True, capture_output=True, text=True).stdout
    return children() - before, said


def main(command: str) -> int:
    lines, calls, processes = [], [], []
    for _ in range(RUNS):
        lines.append(run(command, "prove", "krk", "--format", "json")[0])
        process, said = run(sys.executable, "-c", CALL)
        processes.append(process)
        calls.append(float(said))
    line, call, process = min(lines), min(calls), min(processes)
    print(f"adli prove krk:     {line:.3f} CPU s, the best of {RUNS}")
    print(f'adli.prove("krk"):  {call:.3f} CPU s, {call / line - 1:+.0%}')
    print(f"with its Python:    {process:.3f} CPU s, {process / line - 1:+.0%}")
    if call > MOST * line:
        print(f"more than {MOST - 1:.0%} over the command line", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
