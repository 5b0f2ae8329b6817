"""What the suites did: counts, seconds per test and per suite, and whether a suite kept within its budget."""

import json
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

from service import CHECKOUT
from suites import Suite

BUDGET = CHECKOUT / ".ci" / "budget.toml"
DURATIONS = CHECKOUT / ".cache" / "test-durations.json"
SLOWEST = 30
LONGEST = 200
"""Characters of an error in the summary."""


@dataclass(slots=True)
class Outcome:
    """What a suite did; counts are null when it does not count, `seconds` are on the clock."""

    suite: str
    is_passed: bool
    seconds: float
    core_seconds: float | None = None
    passed: int | None = None
    failed: int | None = None
    skipped: int | None = None
    failures: list[str] = field(default_factory=list)
    """Of what failed: its name and the first line of its error."""
    reasons: list[str] = field(default_factory=list)
    """Of what was skipped: its name and why."""
    figures: list[str] = field(default_factory=list)
    """What tests measured, by pytest's `record_property`."""
    durations: dict[str, float] = field(default_factory=dict)
    """Seconds of each test, by its name."""

    def describe(self) -> str:
        """Return `12 passed, 1 skipped in 3.41s, 5 core-seconds`; without counts `passed in 3.41s, …`."""
        what = "passed" if self.is_passed else "FAILED"
        if self.passed is not None:
            what = describe_counts(self.failed, self.passed, self.skipped)
        used = "" if self.core_seconds is None else f", {self.core_seconds:.0f} core-seconds"
        return f"{what} in {self.seconds:.2f}s{used}"


def describe_counts(failed: int | None, passed: int | None, skipped: int | None) -> str:
    """Return the counts as pytest says them; `passed` is always named."""
    named = ((failed, "failed"), (passed, "passed"), (skipped, "skipped"))
    return ", ".join(f"{number} {word}" for number, word in named if number or word == "passed")


def read_report(report: Path, outcome: Outcome, *, lists_left_out: bool = False) -> None:
    """Fill in counts and durations from a JUnit file.

    A suite that wrote none, or has no test in it, has failed whatever its exit code. `lists_left_out`: what is skipped
    without a reason did not belong to this run.
    """
    cases = list(ElementTree.parse(report).iter("testcase")) if report.exists() else []  # noqa: S314 -- our own file
    if lists_left_out:
        cases = [case for case in cases if (skip := case.find("skipped")) is None or skip.get("message")]
    outcome.failures = [
        f"{name_test(case)}: {' '.join((error.get('message') or 'no message').split())[:LONGEST]}"
        for case in cases
        if (
            error := next(
                (case.find(kind) for kind in ("failure", "error") if case.find(kind) is not None), None
            )
        )
        is not None
    ]
    outcome.failed = len(outcome.failures)
    outcome.reasons = [
        f"{name_test(case)}: {skip.get('message') or 'no reason given'}"
        for case in cases
        if (skip := case.find("skipped")) is not None
    ]
    outcome.figures = [
        f"{one.get('name')}: {value}"
        for case in cases
        for one in case.iter("property")
        # Playwright's annotations, such as slow, are properties without a value.
        if (value := one.get("value"))
    ]
    outcome.skipped = len(outcome.reasons)
    outcome.passed = len(cases) - outcome.failed - outcome.skipped
    for case in cases:
        name = name_test(case)
        outcome.durations[name] = outcome.durations.get(name, 0) + float(case.get("time") or 0)
    if not cases or outcome.failed:
        outcome.is_passed = False


def name_test(case: ElementTree.Element) -> str:
    """Return a test's class or file, and its name."""
    return f"{case.get('classname', '')} {case.get('name', '')}"


def read_core_seconds(suite: Suite) -> float | None:
    """Return what measured.py wrote, null when it was killed before it could."""
    try:
        return float(suite.core_seconds.read_text())
    except (OSError, ValueError):
        return None


def find_overruns(outcomes: list[Outcome]) -> list[str]:
    """Return a sentence for each suite that took more than its budget in .ci/budget.toml."""
    given = tomllib.loads(BUDGET.read_text())
    usual: dict[str, float] = given["core_seconds"]
    took = {outcome.suite: outcome.core_seconds for outcome in outcomes if outcome.core_seconds is not None}
    overruns = []
    for suite, seconds in took.items():
        others = took.keys() - {suite}
        usual_of_others = sum(usual[other] for other in others)
        slowness = sum(took[other] for other in others) / usual_of_others if others else 1
        budget = usual[suite] * given["most"] * min(max(slowness, 1), given["slowest"])
        if seconds > budget:
            overruns.append(
                f"{suite} took {seconds:.0f} core-seconds, its budget is {budget:.0f} (.ci/budget.toml): make it "
                f"quicker, or mark what is slow and rare `nightly`"
            )
    return overruns


def list_slowest(outcomes: list[Outcome]) -> list[str]:
    """Return a line for each of the slowest tests, slowest first."""
    every = [
        (seconds, outcome.suite, name) for outcome in outcomes for name, seconds in outcome.durations.items()
    ]
    return [
        f"{seconds:7.2f}s {suite}: {name}" for seconds, suite, name in sorted(every, reverse=True)[:SLOWEST]
    ]


def keep_durations(outcomes: list[Outcome]) -> None:
    """Keep the seconds of every test that ran, beside those of tests that ran before."""
    kept = load_durations()
    for outcome in outcomes:
        kept.setdefault(outcome.suite, {}).update(outcome.durations)
    DURATIONS.parent.mkdir(exist_ok=True)
    DURATIONS.write_text(json.dumps(kept, indent=0, sort_keys=True))


def load_durations() -> dict[str, dict[str, float]]:
    """Return the seconds of every test that was ever run here, by suite and name."""
    if not DURATIONS.exists():
        return {}
    kept: dict[str, dict[str, float]] = json.loads(DURATIONS.read_text())
    return kept
