"""The test suites: what each runs, for `make test`, for `make nightly`, and for some paths of it.

A suite runs its tests without the mark `nightly` in `make test`, those with it in `make nightly`, and all tests of a
path that is asked for by name.
"""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from service import CHECKOUT

BIN = CHECKOUT / "backend" / ".venv" / "bin"
REPORTS = CHECKOUT / "build" / "test-reports"
LATER = ["nice", "-n", "10"]
# One process from beginning to end, so it must not wait for suites of several.
SOONER = ["nice", "-n", "5"]


class Which(Enum):
    """Which tests of a suite run."""

    QUICK = "make test"
    NIGHTLY = "make nightly"
    NAMED = "make test T=…"


@dataclass(frozen=True, slots=True)
class Suite:
    """One command; `report` is the JUnit file it writes, null for commands that only pass or fail.

    `may_use_memory` when no test of it measures a disk.
    """

    name: str
    command: list[str]
    folder: Path
    report: Path | None = None
    may_use_memory: bool = False
    lists_left_out: bool = False
    """Its report calls what its marks leave out skipped, without a reason."""

    @property
    def output(self) -> Path:
        """The file that holds its output."""
        return REPORTS / f"{self.name}.log"

    @property
    def core_seconds(self) -> Path:
        """The file that measured.py writes."""
        return REPORTS / f"{self.name}.core-seconds"


def make_lanes(which: Which) -> list[list[Suite]]:
    """Return the suites of `make test` or `make nightly`: lanes run side by side, the suites of a lane in turn."""
    if which is Which.QUICK:
        # The browsers and the agent's tests wait much of their time, so the service's tests run beside both and use
        # what they leave idle. The service's are two suites, not two workers of one: each worker collects all tests
        # anew, for 11 to 40 s. The last lane has several workers in each suite, so it may be the longest.
        return [
            [
                make("build/.api-types", name="types"),  # tests of the client import them
                pytest("backend", which, workers=1, paths=["tests", "--ignore=tests/app"]),
                make("lint"),
            ],
            [pytest("backend", which, workers=1, paths=["tests/app"], name="app")],
            [playwright(which), pytest("agent", which, workers=3), vitest(which)],
        ]
    return [
        [pytest("agent", which, workers=3), pytest("backend", which, workers=2)],
        [playwright(which), vitest(which)],
        [
            make(target)
            for target in ("soak", "plant-faults", "rehearse-causes", "fuzz-numbers", "mutate-fio")
        ],
    ]


def choose(paths: list[str]) -> list[Suite]:
    """Return the suites that hold these paths, each limited to them.

    A path begins at the checkout (`agent/tests/test_raid.py`), in backend (`tests/engine/formats/fio`), or in frontend
    (`src/lib/units.spec.ts`, `e2e/runs.spec.ts`). Raises ValueError for one that no suite holds.
    """
    chosen: dict[str, list[str]] = {}
    for path in paths:
        name, inside = find_suite(path)
        chosen.setdefault(name, []).append(inside)
    return [
        {
            "agent": lambda inside: pytest("agent", Which.NAMED, 2, inside),
            "backend": lambda inside: pytest("backend", Which.NAMED, 2, inside),
            "frontend": lambda inside: vitest(Which.NAMED, inside),
            "e2e": lambda inside: playwright(Which.NAMED, inside),
        }[name](inside)
        for name, inside in chosen.items()
    ]


def find_suite(path: str) -> tuple[str, str]:
    """Return the suite that holds a path, and the path as seen from the suite's folder. Raises ValueError."""
    known = {
        "agent/tests": ("agent", "agent"),
        "backend/tests": ("backend", "backend"),
        "tests": ("backend", ""),
        "frontend/e2e": ("e2e", "frontend"),
        "e2e": ("e2e", ""),
        "frontend/src": ("frontend", "frontend"),
        "frontend/rules": ("frontend", "frontend"),
        "src": ("frontend", ""),
    }
    for start, (suite, folder) in known.items():
        if path == start or path.startswith(f"{start}/"):
            return suite, path.removeprefix(f"{folder}/") if folder else path
    raise ValueError(f"{path} belongs to no suite: say a path below {', '.join(known)}")


def pytest(room: str, which: Which, workers: int, paths: list[str] | None = None, *, name: str = "") -> Suite:
    """Return a suite of Python tests of `agent` or `backend`."""
    report = REPORTS / f"{name or room}.xml"
    marks = {Which.QUICK: ["-m", "not nightly"], Which.NIGHTLY: ["-m", "nightly"], Which.NAMED: []}[which]
    parallel = ["-n", str(workers), "--dist", "worksteal"] if workers > 1 else []
    nice = LATER if parallel else SOONER
    command = [*nice, str(BIN / "pytest"), "-q", *parallel, *marks, f"--junitxml={report}", *(paths or [])]
    # The agent's tests measure disks.
    return Suite(name or room, command, CHECKOUT / room, report, may_use_memory=room == "backend")


def vitest(which: Which, paths: list[str] | None = None) -> Suite:
    """Return the front end's unit tests. Those of the pseudo language make all modules anew: all are nightly."""
    report = REPORTS / "frontend.xml"
    marks = {
        Which.QUICK: ["--tags-filter=!nightly", "--project=!pseudo"],
        Which.NIGHTLY: ["--tags-filter=nightly"],
        Which.NAMED: [],
    }[which]
    reporters = ["--reporter=default", "--reporter=junit", f"--outputFile.junit={report}"]
    command = [*LATER, "npm", "test", "--", *reporters, *marks, *(paths or [])]
    return Suite("frontend", command, CHECKOUT / "frontend", report, lists_left_out=bool(marks))


def playwright(which: Which, paths: list[str] | None = None) -> Suite:
    """Return the browser tests. They are not niced: a browser that starves misses its deadlines."""
    marks = {
        Which.QUICK: ["--grep-invert", "@nightly"],
        Which.NIGHTLY: ["--grep", "@nightly"],
        Which.NAMED: [],
    }
    command = ["npm", "run", "e2e", "--", "--reporter=list,junit", *marks[which], *(paths or [])]
    return Suite("e2e", command, CHECKOUT / "frontend", REPORTS / "e2e.xml")


def make(target: str, name: str = "") -> Suite:
    """Return a make target that only passes or fails. Others wait for it, or it comes last."""
    return Suite(name or target, [*SOONER, "make", "-s", "--no-print-directory", target], CHECKOUT)
