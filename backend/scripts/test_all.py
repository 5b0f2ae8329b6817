"""`make test`: every suite, one after the other; then one line per suite and a total, in pytest's manner.

A suite that fails does not keep the others from running. Exits 1 when one failed.
"""

import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from service import CHECKOUT, plain_environment

REPORTS = CHECKOUT / "build" / "test-reports"
BIN = CHECKOUT / "backend" / ".venv" / "bin"
NODE = CHECKOUT / "frontend" / "node_modules" / ".bin"


@dataclass(frozen=True, slots=True)
class Suite:
    """One command; `report` is the JUnit file it writes, null for checks that only pass or fail."""

    name: str
    command: list[str]
    folder: Path
    report: Path | None = None


@dataclass(slots=True)
class Outcome:
    """What a suite did: counts of tests (null when it does not count), seconds."""

    suite: str
    is_passed: bool
    seconds: float
    passed: int | None = None
    failed: int | None = None
    skipped: int | None = None

    def line(self) -> str:
        """`12 passed, 1 skipped in 3.41s`, or `passed in 3.41s` without counts."""
        if self.passed is None:
            return f"{'passed' if self.is_passed else 'FAILED'} in {self.seconds:.2f}s"
        return f"{_counts(self.failed, self.passed, self.skipped)} in {self.seconds:.2f}s"


def _counts(failed: int | None, passed: int | None, skipped: int | None) -> str:
    named = ((failed, "failed"), (passed, "passed"), (skipped, "skipped"))
    return ", ".join(f"{number} {word}" for number, word in named if number or word == "passed")


def suites() -> list[Suite]:
    """In the order they run: quick answers first."""
    frontend = CHECKOUT / "frontend"
    return [
        Suite("check", ["make", "-s", "--no-print-directory", "check"], CHECKOUT),
        Suite(
            "backend",
            # Three on two cores: a third of these tests waits for programs to start.
            [str(BIN / "pytest"), "-q", "-n", "3", f"--junitxml={REPORTS / 'backend.xml'}"],
            CHECKOUT / "backend",
            REPORTS / "backend.xml",
        ),
        Suite(
            "agent",
            [str(BIN / "pytest"), "-q", "-n", "2", f"--junitxml={REPORTS / 'agent.xml'}"],
            CHECKOUT / "agent",
            REPORTS / "agent.xml",
        ),
        Suite(
            "frontend",
            [
                "npm",
                "test",
                "--",
                "--reporter=default",
                "--reporter=junit",
                f"--outputFile.junit={REPORTS / 'frontend.xml'}",
            ],
            frontend,
            REPORTS / "frontend.xml",
        ),
        Suite("e2e", ["npm", "run", "e2e", "--", "--reporter=list,junit"], frontend, REPORTS / "e2e.xml"),
    ]


def run(suite: Suite) -> Outcome:
    """Runs one suite with its output on the terminal."""
    print(f"\n===== {suite.name} =====", flush=True)
    environment = plain_environment() | {
        "PATH": f"{NODE}:{os.environ['PATH']}" if suite.folder.name == "frontend" else os.environ["PATH"],
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(REPORTS / "e2e.xml"),
        "CI": "1",
    }
    began = time.monotonic()
    code = subprocess.run(suite.command, cwd=suite.folder, env=environment, check=False).returncode
    outcome = Outcome(suite.name, code == 0, time.monotonic() - began)
    if suite.report is not None:
        count(suite.report, outcome)
    return outcome


def count(report: Path, outcome: Outcome) -> None:
    """Fills in the counts from a JUnit file; a suite that wrote none, or no test, has failed whatever its exit code."""
    cases = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []  # noqa: S314 -- our own file
    outcome.failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    outcome.skipped = sum(case.find("skipped") is not None for case in cases)
    outcome.passed = len(cases) - outcome.failed - outcome.skipped
    if not cases or outcome.failed:
        outcome.is_passed = False


def main() -> int:
    """All suites, then the summary."""
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    outcomes = [run(suite) for suite in suites()]
    print()
    for outcome in outcomes:
        print(f"{'PASSED' if outcome.is_passed else 'FAILED'} {outcome.suite}: {outcome.line()}")
    broken = [outcome.suite for outcome in outcomes if not outcome.is_passed]
    failed, passed, skipped = (
        sum(getattr(outcome, word) or 0 for outcome in outcomes) for word in ("failed", "passed", "skipped")
    )
    seconds = sum(outcome.seconds for outcome in outcomes)
    names = f" (not passed: {', '.join(broken)})" if broken else ""
    total = f" {_counts(failed, passed, skipped)}{names} in {seconds:.2f}s "
    print(total.center(100, "="))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
