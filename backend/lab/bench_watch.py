"""`make bench-watch`: what finds steps in histories, how soon, how exactly, how often wrongly, and how fast
(docs/decisions/0012-change-points-from-ranks.md)."""

import argparse
import random
import warnings
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from time import process_time
from uuid import UUID

import numpy as np
from bench.candidates import MISSING, Candidate, candidates, ours
from bench.replay import Score, replayed
from bench.report import Row, print_report
from bench.watched import History, planted, recorded, without

from fioboard.engine.watch import Point, watch
from fioboard.engine.watch.detect import find_steps

TUNED_ON = 18
MEASURED_ON = 2026
HISTORIES = 400
RUNS = 1_000_000
HEADINGS = (
    "Way",
    "Histories",
    "Detected within five runs",
    "Detected ever",
    "Within one run",
    "Smaller steps detected",
    "False in 1,000 runs, nothing planted",
    "… beside what was planted",
    "µs of CPU a run",
)


def both(candidate: Candidate, seed: int) -> tuple[Score, Score]:
    """Scores on the planted histories and on those without."""
    share = candidate.share
    return (
        replayed(candidate.detect, planted(share, seed)),
        replayed(candidate.detect, without(round(HISTORIES * share), seed)),
    )


def line(candidate: Candidate, found: Score, none: Score) -> str:
    """One row of the table of candidates."""
    runs, seconds = found.runs + none.runs, found.seconds + none.seconds
    return (
        f"| {candidate.name} | {found.histories + none.histories} | {share(found.in_time, found.wanted)} "
        f"| {share(found.ever, found.wanted)} | {share(found.located, found.ever)} "
        f"| {share(found.small_detected, found.small)} | {1000 * none.false / none.runs:.2f} "
        f"| {1000 * found.false / found.runs:.2f} | {1e6 * seconds / runs:,.0f} |"
    )


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "–"


def table(named: str) -> None:
    """The candidates whose name holds a word, on the same histories."""
    print(f"\n| {' | '.join(HEADINGS)} |\n|---|{'--:|' * (len(HEADINGS) - 1)}")
    for candidate in candidates():
        if named in candidate.name:
            print(line(candidate, *both(candidate, MEASURED_ON)), flush=True)
    for name in MISSING:
        print(f"\n{name} is not installed here: not measured (lab/bench/candidates.py says how).")


def goals() -> list[Row]:
    """The engine against its goals, on histories that nothing was chosen by."""
    rows = []
    for seed in (MEASURED_ON, TUNED_ON):
        found, none = both(Candidate("", ours()), seed)
        name = "" if seed == MEASURED_ON else ", on the set that the bars were chosen by"
        in_time, placed = found.in_time / found.wanted, found.located / found.ever
        false = [1000 * score.false / score.runs for score in (none, found)]
        rows += [
            Row(
                f"{found.wanted} steps detected within five runs{name}",
                f"{in_time:.1%}",
                in_time,
                0.9,
                is_at_least=True,
            ),
            Row(f"… placed within one run{name}", f"{placed:.1%}", placed, 0.9, is_at_least=True),
            Row(
                f"false in 1,000 of {none.runs:,} runs, nothing planted{name}", f"{false[0]:.2f}", false[0], 1
            ),
            Row(
                f"false in 1,000 of {found.runs:,} runs beside a truth{name}", f"{false[1]:.2f}", false[1], 1
            ),
            Row(
                f"false ones by what was planted{name}",
                ", ".join(f"{k} {v}" for k, v in found.false_in.items()),
            ),
        ]
    return rows


def in_order() -> Row:
    """The recorded runs as they came: what is told here may be the machine's own doing."""
    detected = [(name, [step.at for step in find_steps(values)]) for name, values in recorded()]
    names = "; ".join(f"{name} at {places}" for name, places in detected if places)
    runs = sum(len(values) for _, values in recorded())
    return Row(
        f"detected in {len(detected)} recorded series as they came, {runs:,} runs",
        f"{sum(len(places) for _, places in detected)} ({names})",
    )


def histories(runs: int) -> Iterator[list[Point]]:
    """Series of 60 to 1,000 runs with a step every 100 or so."""
    draw, shapes = random.Random(18), recorded()  # noqa: S311
    generator = np.random.default_rng(18)
    while runs > 0:
        n = min(draw.randint(60, 1000), max(runs, 60))
        runs -= n
        logs = np.log(draw.choice(shapes)[1])
        values = generator.choice((logs - np.median(logs)) / logs.std(), n) * 0.02
        values += np.cumsum(generator.choice([0.0, 0.05, -0.05], n, p=[0.99, 0.005, 0.005]))
        yield points(History("step", 400_000 * np.exp(values), ()))


def points(history: History) -> list[Point]:
    begin = datetime(2026, 1, 1, tzinfo=UTC)
    return [
        Point(run_id=UUID(int=n + 1), started_at=begin + timedelta(days=n), value=float(value))
        for n, value in enumerate(history.values)
    ]


def speed(runs: int) -> list[Row]:
    """CPU time of one core."""
    series = list(histories(runs))
    watch(series[0])
    began = process_time()
    changes = sum(len(watch(one).changes) for one in series)
    each = (process_time() - began) / sum(map(len, series))
    long = [one for one in series if len(one) >= 500][:20]
    added = []
    for one in long:
        seen = watch(one[:-20])
        for n in range(len(one) - 19, len(one) + 1):
            began = process_time()
            seen = watch(one[:n], seen)
            added.append(process_time() - began)
    return [
        Row(
            f"anew: a run, of {sum(map(len, series)):,} in {len(series)} series, {changes:,} steps",
            f"{each * 1e6:.0f} µs, a million in {each * RUNS / 60:.1f} min",
            each * RUNS / 60,
            10,
        ),
        Row(
            f"one more run on series of {min(map(len, long))} to {max(map(len, long))}",
            f"p50 {np.median(added) * 1e3:.2f}, worst {max(added) * 1e3:.1f} ms",
        ),
    ]


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-goals", action="store_true", help="not the other candidates")
    parser.add_argument("--candidate", default="", help="only those whose name holds this")
    parser.add_argument("--runs", type=int, default=100_000, help="for the speed")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")  # the libraries' own
    print_report(
        "Watch",
        [
            f"{HISTORIES} histories with truths planted and {HISTORIES} without (bench/watched.py), run by run.",
            "Steps of the goals: at least 5 % and three times the noise. False: more than five runs from any truth.",
        ],
        [*goals(), in_order(), *speed(chosen.runs)],
    )
    if not chosen.only_goals:
        table(chosen.candidate)


if __name__ == "__main__":
    main()
