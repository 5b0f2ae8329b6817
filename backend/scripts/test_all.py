"""`make test`: every suite, in two lanes side by side; then one line per suite and a total, in pytest's manner.

The lane of the browsers waits for pages and animations much of its time, so the other lane runs below it in priority
and takes what is left of the processors: browsers see a machine almost their own, and nothing stands still. A suite's
output is shown whole when it has ended. A suite that fails does not keep the others from running. Exits 1 when one
failed.
"""

import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from xml.etree import ElementTree

from node import with_node
from service import CHECKOUT, plain_environment

REPORTS = CHECKOUT / "build" / "test-reports"
BIN = CHECKOUT / "backend" / ".venv" / "bin"
LATER = ["nice", "-n", "10"]
_terminal = Lock()


@dataclass(frozen=True, slots=True)
class Suite:
    """One command; `report` is the JUnit file it writes, null for checks that only pass or fail."""

    name: str
    command: list[str]
    folder: Path
    report: Path | None = None

    @property
    def output(self) -> Path:
        """Where its output is kept until it is shown, and after."""
        return REPORTS / f"{self.name}.log"


@dataclass(slots=True)
class Outcome:
    """What a suite did: counts of tests (null when it does not count), seconds."""

    suite: str
    is_passed: bool
    seconds: float
    passed: int | None = None
    failed: int | None = None
    skipped: int | None = None
    reasons: list[str] = field(default_factory=list)
    """Of what was skipped: its name and why."""

    def line(self) -> str:
        """`12 passed, 1 skipped in 3.41s`, or `passed in 3.41s` without counts."""
        if self.passed is None:
            return f"{'passed' if self.is_passed else 'FAILED'} in {self.seconds:.2f}s"
        return f"{_counts(self.failed, self.passed, self.skipped)} in {self.seconds:.2f}s"


def _counts(failed: int | None, passed: int | None, skipped: int | None) -> str:
    named = ((failed, "failed"), (passed, "passed"), (skipped, "skipped"))
    return ", ".join(f"{number} {word}" for number, word in named if number or word == "passed")


def lanes() -> list[list[Suite]]:
    """The suites of each lane in the order they run: quick answers first, browsers alone."""
    frontend = CHECKOUT / "frontend"
    vitest = ["npm", "test", "--", "--reporter=default", "--reporter=junit"]
    return [
        [
            Suite("check", [*LATER, "make", "-s", "--no-print-directory", "check"], CHECKOUT),
            Suite(
                "frontend",
                [*LATER, *vitest, f"--outputFile.junit={REPORTS / 'frontend.xml'}"],
                frontend,
                REPORTS / "frontend.xml",
            ),
            # More workers than processors: these tests wait for fio, those of the service for programs to start.
            _pytest("agent", workers=4),
            _pytest("backend", workers=3),
        ],
        [Suite("e2e", ["npm", "run", "e2e", "--", "--reporter=list,junit"], frontend, REPORTS / "e2e.xml")],
    ]


def _pytest(name: str, workers: int) -> Suite:
    report = REPORTS / f"{name}.xml"
    command = [
        *LATER,
        str(BIN / "pytest"),
        "-q",
        "-n",
        str(workers),
        "--dist",
        "worksteal",
        f"--junitxml={report}",
    ]
    return Suite(name, command, CHECKOUT / name, report)


def run(suite: Suite) -> Outcome:
    """Runs one suite and shows its output when it has ended."""
    _say(f"===== {suite.name}: begins; its output is in {suite.output} =====\n")
    environment = with_node(plain_environment()) | {
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(REPORTS / "e2e.xml"),
        "CI": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # as many containers set it; Python takes an empty one as not set
    }
    began = time.monotonic()
    with suite.output.open("wb") as output:
        code = subprocess.run(
            suite.command,
            cwd=suite.folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            check=False,
        ).returncode
    outcome = Outcome(suite.name, code == 0, time.monotonic() - began)
    if suite.report is not None:
        count(suite.report, outcome)
    _say(f"\n===== {suite.name} =====\n{suite.output.read_text(errors='replace')}\n")
    return outcome


def compile_modules() -> None:
    """Keeps the modules of Python compiled: tests start some hundred programs, and each would compile for 3 s."""
    ours = [CHECKOUT / "backend", CHECKOUT / "agent", CHECKOUT / "migrations"]
    command = [BIN / "python", "-m", "compileall", "-q", "-j", "0", *ours]
    # Templates and tests of libraries hold files that are no Python; what does not compile here fails where it is used.
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)


def _say(text: str) -> None:
    with _terminal:
        sys.stdout.write(text)
        sys.stdout.flush()


def count(report: Path, outcome: Outcome) -> None:
    """Fills in the counts from a JUnit file; a suite that wrote none, or no test, has failed whatever its exit code."""
    cases = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []  # noqa: S314 -- our own file
    outcome.failed = sum(case.find("failure") is not None or case.find("error") is not None for case in cases)
    skips = [(case, skip) for case in cases if (skip := case.find("skipped")) is not None]
    outcome.skipped = len(skips)
    outcome.reasons = [
        f"{case.get('classname', '')} {case.get('name', '')}: {skip.get('message') or 'no reason given'}"
        for case, skip in skips
    ]
    outcome.passed = len(cases) - outcome.failed - outcome.skipped
    if not cases or outcome.failed:
        outcome.is_passed = False


def main() -> int:
    """All suites, then the summary."""
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    began = time.monotonic()
    compile_modules()
    with ThreadPoolExecutor() as side_by_side:
        ran = side_by_side.map(lambda lane: [run(suite) for suite in lane], lanes())
        outcomes = [outcome for lane in ran for outcome in lane]
    print()
    for outcome in outcomes:
        print(f"{'PASSED' if outcome.is_passed else 'FAILED'} {outcome.suite}: {outcome.line()}")
    for outcome in outcomes:
        for reason in outcome.reasons:
            print(f"SKIPPED {outcome.suite}: {reason}")
    broken = [outcome.suite for outcome in outcomes if not outcome.is_passed]
    failed, passed, skipped = (
        sum(getattr(outcome, word) or 0 for outcome in outcomes) for word in ("failed", "passed", "skipped")
    )
    names = f" (not passed: {', '.join(broken)})" if broken else ""
    total = f" {_counts(failed, passed, skipped)}{names} in {time.monotonic() - began:.2f}s "
    print(total.center(100, "="))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
