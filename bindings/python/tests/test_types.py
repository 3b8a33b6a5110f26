"""Types: the package is checked, its compiled part is what the stub says, and users are told of their mistakes."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def mypy(*asked: str, module: str = "mypy") -> tuple[int, str]:
    done = subprocess.run([sys.executable, "-m", module, *asked], capture_output=True, text=True, cwd=HERE, check=False)
    return done.returncode, done.stdout + done.stderr


def test_the_package_and_its_tests_are_typed() -> None:
    settings = str(HERE.parent / "pyproject.toml")
    code, said = mypy("--config-file", settings, "-p", "adli")
    assert code == 0, said
    code, said = mypy("--config-file", settings, str(HERE), str(HERE.parent / "tools"))
    assert code == 0, said


def test_the_stub_is_true_of_the_compiled_part() -> None:
    code, said = mypy("adli._adli", module="mypy.stubtest")
    assert code == 0, said


def test_mistakes_of_users_are_found(tmp_path: Path) -> None:
    script = tmp_path / "user.py"
    script.write_text(
        "import adli, chess\n"
        "proof = adli.prove('krk', progress=lambda done, total, what: True)\n"
        "longest: int | None = proof.claims[0].longest_moves\n"
        "adli.probe(chess.Board())\n"
        "proof.claims[0].verdikt\n"
        "proof.claims[0].verdict == 'prooved'\n"
        "adli.probe(7)\n",
        encoding="utf-8",
    )
    code, said = mypy("--strict", str(script))
    lines = sorted({int(line.split(":")[1]) for line in said.splitlines() if ": error:" in line})
    assert (code, lines) == (1, [5, 6, 7]), said
