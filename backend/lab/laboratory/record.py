"""From the trials of a pass to what is kept of it."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from fioboard_agent.fio.program import find_fio

from laboratory.page import FalseAlarm, Missed, Pass, RuleRow, Shown, SituationRow
from laboratory.score import Trial, missed, tallies


def record(trials: Sequence[Trial], machine: str, seconds: float) -> Pass:
    """Of all trials of a pass."""
    controls = [trial for trial in trials if not trial.situation.rules]
    counted = [trial for trial in controls if trial.came_about]
    return Pass(
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        machine=machine,
        fio=find_fio().version,
        minutes=round(seconds / 60, 1),
        situations=len({trial.situation.name for trial in trials if trial.situation.rules}),
        controls=len(controls),
        controls_clean=sum(not trial.false for trial in counted),
        controls_discarded=len(controls) - len(counted),
        repeats=max((trial.repeat + 1 for trial in trials), default=0),
        rules=[
            RuleRow(rule, tally.induced, tally.found, tally.discarded, tally.held, tally.false)
            for rule, tally in sorted(tallies(trials).items())
        ],
        missed=[Missed(*key, count) for key, count in sorted(missed(trials).items())],
        false=[
            FalseAlarm(rule, trial.situation.name, trial.texts[rule])
            for trial in trials
            if trial.came_about
            for rule in sorted(trial.false)
        ],
        discarded=[
            Shown(trial.situation.name, trial.claim.figure if trial.claim else trial.why_failed)
            for trial in trials
            if not trial.came_about
        ],
        situation_rows=_by_situation(trials),
    )


def _by_situation(trials: Iterable[Trial]) -> list[SituationRow]:
    came: dict[str, list[Trial]] = {}
    for trial in trials:
        if trial.situation.rules and trial.came_about:
            came.setdefault(trial.situation.name, []).append(trial)
    return [
        SituationRow(
            name,
            sorted(own[0].situation.rules),
            len(own),
            sum(trial.is_found for trial in own),
            own[0].claim.figure if own[0].claim else "",
        )
        for name, own in sorted(came.items())
    ]
