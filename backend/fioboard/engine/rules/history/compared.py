"""What each workload of a suite is compared with: a rating, a limit of the path or typical devices."""

from collections.abc import Iterator, Mapping, Sequence, Set
from uuid import UUID

from fioboard.core.figures import format_things
from fioboard.core.sentence import Sentence, Template
from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.rules.depth import QUEUEING, SYNCHRONOUS
from fioboard.engine.rules.device_classes import Hardware
from fioboard.engine.rules.finding import format_shares
from fioboard.engine.rules.history.past import Measured
from fioboard.engine.rules.likeness import SLOWING, Observation, compare_with_classes, read_rate
from fioboard.engine.rules.sentences.history import (
    NOT_COMPARED,
    OF_CLASSES,
    OF_LIMIT,
    OF_LIMIT_EACH,
    OF_RATING,
    OF_RATING_EACH,
    UNRELIABLE,
)

Rated = Sequence[tuple[Measured, float]]
"""Workloads of one target, each with the mean of its runs."""
_SHARES: Mapping[str, tuple[Template, Template]] = {
    "rating": (OF_RATING, OF_RATING_EACH),
    "limit": (OF_LIMIT, OF_LIMIT_EACH),
}
"""A share by what it is of: of one run, or the same in each; and of runs that differ."""


def compare_each(
    workloads: Rated,
    verdicts: Sequence[Sequence[VerdictBrief]],
    names: Sequence[str],
    disturbed: Set[UUID],
    *,
    is_told: bool,
) -> Iterator[Sentence]:
    """Compare each workload, a sentence each.

    `verdicts`: of its runs. `disturbed`: runs that are unreliable only because the host was busy, whose figures are
    compared all the same. `is_told`: they are all the runs, as was said before.
    """
    hardware = read_hardware(workloads)
    for (one, rate), of_runs, name in zip(workloads, verdicts, names, strict=True):
        is_disturbed = one.is_doubted and one.run_id in disturbed
        measured = f"{one.spoken(rate)} (unreliable)" if is_disturbed and not is_told else one.spoken(rate)
        words = {"what": f"{name[:1].upper()}{name[1:]}", "measured": measured}
        shared = None if one.is_doubted and not is_disturbed else _describe_share(of_runs, words)
        if one.is_doubted and not is_disturbed:
            yield UNRELIABLE(**words)
        elif shared is not None:
            yield shared
        else:
            observed = None if hardware is None else read_figure(one, rate)
            like = None if observed is None or hardware is None else compare_with_classes(observed, hardware)
            yield NOT_COMPARED(**words) if like is None else OF_CLASSES(**words, classes=like)


def _describe_share(verdicts: Sequence[VerdictBrief], words: Mapping[str, str]) -> Sentence | None:
    """Describe how much of a rating or a limit the runs of a workload reached, as a range where they differ."""
    against = next((one.get("compared_with") for one in verdicts if one["share"] is not None), None)
    if against is None or against not in _SHARES:
        return None
    shares = [
        one["share"] for one in verdicts if one["share"] is not None and one.get("compared_with") == against
    ]
    alike, differing = _SHARES[against]
    if len({format_shares([share]) for share in shares}) == 1:
        return alike(**words, share=format_shares(shares))
    return differing(**words, share=format_shares(shares), runs=format_things(len(shares), "run"))


def read_hardware(workloads: Rated) -> Hardware | None:
    """Read what is known of the drive; None where there are several, which no class of devices describes."""
    if any(one.setting.get("drive.count", 1) != 1 for one, _ in workloads):
        return None
    transports = [one.setting.get("drive.transport") for one, _ in workloads]
    return Hardware(frozenset(one for one in transports if isinstance(one, str)))


def read_figure(one: Measured, rate: float) -> Observation | None:
    """Return what classes can be compared with of a workload's mean; None for a paced or a buffered one."""
    engine = one.setting.get("ioengine")
    is_paced = any(f"{OPTION}{name}" in one.setting for name in SLOWING)
    if one.setting.get("direct") is not True or engine not in QUEUEING | SYNCHRONOUS or is_paced:
        return None
    asked = (one.numjobs or 1) * (1 if engine in SYNCHRONOUS else one.iodepth or 1)
    return read_rate(one.rw, one.bs_bytes, asked, rate, rate)
