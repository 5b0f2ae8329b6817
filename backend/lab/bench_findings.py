"""`make bench-findings`: recall and precision of the findings, on situations induced here with real fio."""

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

from bench.anchors import machine
from laboratory.agent import RunFailed, measure
from laboratory.controls import CONTROLS
from laboratory.job_places import Place, places
from laboratory.page import RECORD, table
from laboratory.record import record
from laboratory.score import Trial, judged
from laboratory.situation import Situation
from laboratory.situations import SITUATIONS

from fioboard.engine.rules import RULES

REPEATS = 5


def trials(
    wanted: list[Situation], made: Mapping[str, Place], repeats: int, chance: random.Random
) -> Iterator[Trial]:
    """All repeats in random order, each judged as it ends."""
    order = [(one, repeat) for one in wanted for repeat in range(repeats if one.rules else 1)]
    chance.shuffle(order)
    induced = {rule for one in SITUATIONS for rule in one.rules}
    notes = frozenset(rule.id for rule in RULES.values() if rule.kind == "note") - induced
    with tempfile.TemporaryDirectory(prefix="fioboard-laboratory-state-") as state:
        for number, (situation, repeat) in enumerate(order, 1):
            try:
                run = measure(situation, repeat, made[situation.place], Path(state))
                trial = judged(situation, repeat, run, notes)
            except RunFailed as failure:
                trial = Trial(situation=situation, repeat=repeat, claim=None, why_failed=str(failure))
            print(f"{number:3d}/{len(order)} {line_of(trial)}", file=sys.stderr, flush=True)
            yield trial


def line_of(trial: Trial) -> str:
    """For whoever looks on."""
    name = f"{trial.situation.name} [{trial.repeat + 1}]"
    if trial.claim is None:
        return f"{name}: failed: {trial.why_failed}"
    if not trial.came_about:
        return f"{name}: did not come about: {trial.claim.figure}"
    state = (
        "control"
        if not trial.situation.rules
        else "found"
        if trial.is_found
        else f"MISSED {dict(trial.unknown)}"
    )
    false = "".join(f"; FALSE {rule}: {trial.texts[rule]}" for rule in sorted(trial.false))
    return f"{name}: {state} ({trial.claim.figure}){false}"


def end(_number: int, _frame: object) -> None:
    """SIGTERM ends it as Ctrl-C does: everything is taken away."""
    raise SystemExit("ended; everything that was made is removed")


def main() -> None:
    """Runs a pass, prints it, and keeps a whole one for docs/findings.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--only", action="append", default=[], metavar="NAME", help="of situations and controls"
    )
    parser.add_argument("--controls", action="store_true", help="the healthy controls alone")
    parser.add_argument("--repeats", type=int, default=REPEATS)
    parser.add_argument("--seed", type=int, default=16)
    options = parser.parse_args()
    if os.geteuid():
        raise SystemExit("make bench-findings makes loop devices, mounts and control groups: it needs root")
    signal.signal(signal.SIGTERM, end)
    everything = [*SITUATIONS, *CONTROLS]
    offered = CONTROLS if options.controls else everything
    wanted = [one for one in offered if not options.only or one.name in options.only]
    if unnamed := set(options.only) - {one.name for one in everything}:
        raise SystemExit(f"no situation is called {', '.join(sorted(unnamed))}")
    of, began = machine(), time.monotonic()
    with places({one.place for one in wanted}) as made:
        done = list(trials(wanted, made, options.repeats, random.Random(options.seed)))  # noqa: S311 an order
    found = record(done, of, time.monotonic() - began)
    print(table(found))
    if len(wanted) == len(everything) and options.repeats >= REPEATS:
        RECORD.write_bytes(found.to_json())
        print(f"\nkept in {RECORD.name}: make findings-doc brings it into docs/findings.md")


if __name__ == "__main__":
    main()
