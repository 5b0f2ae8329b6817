"""Run the test suites and say what they did; a line per suite and a total at the end, in pytest's manner.

    run_tests.py              `make test`: everything that must pass, within the budget of .ci/budget.toml
    run_tests.py --nightly    `make nightly`: what is slow and rare; the report is build/nightly/report.md
    run_tests.py PATH ...     `make test T=…`: all tests of these paths
    run_tests.py --changed    `make test-changed`: the tests nearest to what differs from origin/main

Lanes run side by side. The browsers' lane waits for pages and animations much of its time, so the other lanes run
below it in priority. A suite's output is shown whole when it has ended, at once when it runs alone. A suite that fails
does not keep the others from running. Exits with 1 when one failed or took more than its budget.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock

import related_tests
from node import with_node
from service import CHECKOUT, plain_environment
from suites import BIN, REPORTS, Suite, Which, choose, make_lanes
from test_reports import (
    Outcome,
    describe_counts,
    find_overruns,
    keep_durations,
    list_slowest,
    read_core_seconds,
    read_report,
)

MEMORY, ROOM = Path("/dev/shm"), 4 << 30  # noqa: S108 -- a folder of our own is made in it
MEASURED = CHECKOUT / "backend" / "scripts" / "measured.py"
NIGHTLY_REPORT = CHECKOUT / "build" / "nightly" / "report.md"
_terminal = Lock()


def run(suite: Suite, memory: Path | None = None, *, is_alone: bool = False) -> Outcome:
    """Run one suite and show its output: while it runs when it is alone, else when it has ended.

    `memory` is where its temporary files go if it may have them there.
    """
    environment = with_node(plain_environment()) | {
        "PLAYWRIGHT_JUNIT_OUTPUT_FILE": str(REPORTS / "e2e.xml"),
        "CI": "1",
        "PYTHONDONTWRITEBYTECODE": "",  # as many containers set it; Python takes an empty one as not set
    }
    if memory is not None and suite.may_use_memory:
        environment["TMPDIR"] = str(memory)
    command = [sys.executable, str(MEASURED), str(suite.core_seconds), *suite.command]
    began = time.monotonic()
    if is_alone:
        code = subprocess.run(command, cwd=suite.folder, env=environment, check=False).returncode
    else:
        _say(f"===== {suite.name}: begins; its output is in {suite.output} =====\n")
        with suite.output.open("wb") as output:
            code = subprocess.run(
                command,
                cwd=suite.folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                check=False,
            ).returncode
    outcome = Outcome(suite.name, code == 0, time.monotonic() - began, read_core_seconds(suite))
    if suite.report is not None:
        read_report(suite.report, outcome, lists_left_out=suite.lists_left_out)
    if not is_alone:
        _say(f"\n===== {suite.name} =====\n{suite.output.read_text(errors='replace')}\n")
    return outcome


def run_lanes(lanes: list[list[Suite]]) -> list[Outcome]:
    """Run the lanes side by side; outcomes come in the lanes' order."""
    is_alone = sum(len(lane) for lane in lanes) == 1
    with find_memory() as memory, ThreadPoolExecutor() as side_by_side:
        ran = side_by_side.map(lambda lane: [run(suite, memory, is_alone=is_alone) for suite in lane], lanes)
        return [outcome for lane in ran for outcome in lane]


def compile_modules() -> None:
    """Compile our programs once: tests start many at the same time, and each would compile for 3 s.

    Tests are compiled otherwise, by pytest, and of libraries only what is imported.
    """
    ours = [CHECKOUT / "backend" / "fioboard", CHECKOUT / "agent" / "fioboard_agent", CHECKOUT / "migrations"]
    subprocess.run([BIN / "python", "-m", "compileall", "-q", "-j", "0", *ours], check=False)


@contextmanager
def find_memory() -> Iterator[Path | None]:
    """Give a folder in memory for what tests write and throw away, null where the machine has no room for it.

    The folder is removed at the end of the block. On a disk the files of databases took 6 % of the processor time.
    """
    is_usable = (
        os.access(MEMORY, os.W_OK)
        and not os.statvfs(MEMORY).f_flag & os.ST_NOEXEC
        and shutil.disk_usage(MEMORY).free > ROOM
    )
    if not is_usable:
        yield None
        return
    with TemporaryDirectory(prefix="fioboard-tests-", dir=MEMORY, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL's user goes through it
        yield Path(folder)


def _say(text: str) -> None:
    with _terminal:
        sys.stdout.write(text)
        sys.stdout.flush()


def summarize(outcomes: list[Outcome], overruns: list[str], seconds: float) -> list[str]:
    """Return the lines at the end: verdicts, what failed, what was skipped, what was too slow, the total."""
    broken = [outcome.suite for outcome in outcomes if not outcome.is_passed]
    counts = describe_counts(
        *(
            sum(getattr(outcome, word) or 0 for outcome in outcomes)
            for word in ("failed", "passed", "skipped")
        )
    )
    names = f" (not passed: {', '.join(broken)})" if broken else ""
    return [
        *(
            f"{'PASSED' if outcome.is_passed else 'FAILED'} {outcome.suite}: {outcome.describe()}"
            for outcome in outcomes
        ),
        *(f"FAILURE {outcome.suite}: {failure}" for outcome in outcomes for failure in outcome.failures),
        *(f"SKIPPED {outcome.suite}: {reason}" for outcome in outcomes for reason in outcome.reasons),
        *(f"MEASURED {outcome.suite}: {figure}" for outcome in outcomes for figure in outcome.figures),
        *(f"TOO SLOW {sentence}" for sentence in overruns),
        f" {counts}{names} in {seconds:.2f}s ".center(100, "="),
    ]


def write_nightly_report(lines: list[str], slowest: list[str]) -> None:
    """Write the report of a night, which names the commit that was tested."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=CHECKOUT, capture_output=True, text=True, check=False
    ).stdout.strip()
    text = [
        f"# Nightly of {datetime.now(UTC):%Y-%m-%d %H:%M} UTC, commit {commit or 'unknown'}",
        "",
        *(f"- {line.strip('= ')}" for line in lines),
        "",
        "Slowest tests:",
        "",
        *(f"- {line.strip()}" for line in slowest),
    ]
    NIGHTLY_REPORT.parent.mkdir(parents=True, exist_ok=True)
    NIGHTLY_REPORT.write_text("\n".join(text) + "\n")


def choose_lanes(given: list[str]) -> list[list[Suite]]:
    """Return the lanes that the command line asks for; raises ValueError for a path that is in no suite."""
    if given == ["--changed"]:
        chosen = related_tests.choose_tests()
        print(chosen.describe())
        return [choose(chosen.files)] if chosen.files else []
    if given == ["--nightly"]:
        return make_lanes(Which.NIGHTLY)
    return [choose(given)] if given else make_lanes(Which.QUICK)


def main() -> int:
    """Run what was asked for, then print the summary."""
    given = sys.argv[1:]
    began = time.monotonic()
    try:
        lanes = choose_lanes(given)
    except ValueError as error:
        sys.exit(str(error))
    if not lanes:
        return 0
    shutil.rmtree(REPORTS, ignore_errors=True)
    REPORTS.mkdir(parents=True)
    if not given or given == ["--nightly"]:
        compile_modules()
    outcomes = run_lanes(lanes)
    keep_durations(outcomes)
    slowest = [] if given and given != ["--nightly"] else list_slowest(outcomes)
    overruns = [] if given else find_overruns(outcomes)
    lines = summarize(outcomes, overruns, time.monotonic() - began)
    if given == ["--nightly"]:
        write_nightly_report(lines, slowest)
    print("\n".join(["", *slowest, *lines]))
    return 1 if overruns or not all(outcome.is_passed for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
