"""Plant known faults one at a time and see that a test finds each: do the tests still find what they are there for?

    plant_faults.py [--at COMMIT] [--suite NAME] [PART ...]

`backend/scripts/faults/*.toml` lists the faults: a text of one file, what replaces it, and the tests that then fail.
Each is planted in a worktree of its own (of HEAD, or of COMMIT), never in this checkout. A set of tests that fails
without a fault finds nothing, so each set runs once without. PART limits the faults to those whose name holds it. Exits
with 1 when a fault was found by no test or no longer applies.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from node import with_node
from service import CHECKOUT, plain_environment

LISTS = CHECKOUT / "backend" / "scripts" / "faults"
BORROWED = ("backend/.venv", "frontend/dist", "agent/dist", ".cache")
"""What git does not know and tests need: linked from this checkout."""
PACKAGES = Path("frontend", "node_modules")
"""Copied as hard links: Vite resolves a link, and then holds a package that is reached both ways for two."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One change that some test must find."""

    name: str
    file: str
    old: str
    new: str
    suite: str
    tests: tuple[str, ...]
    """Paths as seen from the suite's folder."""
    is_nightly: bool = False
    """Only `make nightly` finds it; the list says why beside it."""

    def plant(self, checkout: Path) -> str:
        """Write the fault and return the text as it was. Raises ValueError when the old text is not there once."""
        path = checkout / self.file
        text = path.read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            raise ValueError(f"{self.file} holds the text {text.count(self.old)} times")
        path.write_text(text.replace(self.old, self.new), encoding="utf-8")
        return text


def read_faults() -> list[Fault]:
    """Return every listed fault."""
    return [
        Fault(
            entry["name"],
            entry["file"],
            entry["old"],
            entry["new"],
            entry["suite"],
            tuple(entry["tests"]),
            entry.get("nightly", False),
        )
        for path in sorted(LISTS.glob("*.toml"))
        for entry in tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    ]


@contextmanager
def make_worktree(commit: str) -> Iterator[Path]:
    """Check out a commit in a temporary folder, with this checkout's environments."""
    with TemporaryDirectory(prefix="faults-", dir=CHECKOUT / "build") as folder:
        checkout = Path(folder, "checkout")
        git = ["git", "worktree"]
        subprocess.run([*git, "add", "--quiet", "--detach", checkout, commit], cwd=CHECKOUT, check=True)
        try:
            for name in BORROWED:
                (checkout / name).parent.mkdir(parents=True, exist_ok=True)
                (checkout / name).symlink_to(CHECKOUT / name)
            shutil.copytree(CHECKOUT / PACKAGES, checkout / PACKAGES, symlinks=True, copy_function=os.link)
            yield checkout
        finally:
            subprocess.run([*git, "remove", "--force", checkout], cwd=CHECKOUT, check=True)


def run_tests(checkout: Path, fault: Fault) -> int:
    """Run the tests of a fault; returns the exit code: 0 passed, 1 failed, others did not run."""
    marks = [] if fault.is_nightly else ["-m", "not nightly"]
    tags = [] if fault.is_nightly else ["--tags-filter=!nightly", "--project=!pseudo"]
    python = CHECKOUT / "backend" / ".venv" / "bin" / "python"
    pytest = [python, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *marks]
    commands = {
        "agent": pytest,
        "backend": pytest,
        "frontend": ["npx", "vitest", "run", "--bail=1", *tags],
        "e2e": ["npm", "run", "--silent", "e2e", "--", "--max-failures=1", "--retries=0"],
    }
    if fault.suite == "e2e":
        build_pages(checkout)
    ran = subprocess.run(
        [*commands[fault.suite], *fault.tests],
        cwd=checkout / ("frontend" if fault.suite == "e2e" else fault.suite),
        env=_environment(checkout),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
    return ran.returncode


def build_pages(checkout: Path) -> None:
    """Build the front end of a worktree, which shows its own pages from then on."""
    dist = checkout / "frontend" / "dist"
    if dist.is_symlink():
        dist.unlink()
    command = ["npm", "run", "--silent", "build"]
    subprocess.run(command, cwd=checkout / "frontend", env=_environment(checkout), check=True)


def _environment(checkout: Path) -> dict[str, str]:
    # Before the environment's own link to this checkout, also for the programs that tests start.
    paths = f"{checkout / 'backend'}:{checkout / 'agent'}"
    return with_node(plain_environment()) | {"PYTHONPATH": paths, "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}


def try_fault(
    checkout: Path, fault: Fault, passes_without: Callable[[str, tuple[str, ...], bool], bool]
) -> str:
    """Plant a fault, run its tests, take it back; returns the verdict, `found` when the tests failed."""
    if not passes_without(fault.suite, fault.tests, fault.is_nightly):
        return "TESTS FAIL WITHOUT IT"
    try:
        text = fault.plant(checkout)
    except (ValueError, OSError) as error:
        return f"DOES NOT APPLY ({error})"
    try:
        return "found" if run_tests(checkout, fault) == 1 else "NOT FOUND"
    finally:
        (checkout / fault.file).write_text(text, encoding="utf-8")


def main() -> int:
    """Try the faults; a line for each."""
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--at", default="HEAD")
    parser.add_argument("--suite")
    parser.add_argument("parts", nargs="*")
    given = parser.parse_args()
    faults = [
        fault
        for fault in read_faults()
        if given.suite in (None, fault.suite) and all(part in fault.name for part in given.parts)
    ]
    lost = 0
    with make_worktree(given.at) as checkout:

        @cache
        def passes_without(suite: str, tests: tuple[str, ...], is_nightly: bool) -> bool:
            return run_tests(checkout, Fault("none", "", "", "", suite, tests, is_nightly)) == 0

        for fault in faults:
            verdict = try_fault(checkout, fault, passes_without)
            lost += verdict != "found"
            where = " (nightly)" if fault.is_nightly else ""
            print(f"{verdict}{where}: {fault.suite}: {fault.name}", flush=True)
    print(f"{len(faults) - lost} of {len(faults)} found")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
