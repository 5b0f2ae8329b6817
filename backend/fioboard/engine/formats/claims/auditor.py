"""Claims against measurements: is this cell right, rounded, or wrong, and in which way?

A false accusation is worse than none. A cell is right as soon as any measured result that it may mean fits its digits.
An explanation of what went wrong is given only when it alone fits within the printed digits, and these digits could
tell it from the figure that should stand there; else the cell "differs by ×N", or no run is said to be meant.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from fioboard.core.run_state import Direction
from fioboard.engine.formats.claims.reading import Claim
from fioboard.engine.formats.claims.words import Pattern

Status = Literal["right", "rounded", "wrong", "swapped", "no_run"]
Cause = Literal["lost_suffix", "binary_unit", "bits", "unit", "direction"]
# Rounding of the tool's own figures, e.g. of a bandwidth that fio cuts to whole KiB/s.
SLACK = 1e-4
# With more results than this any figure fits something by chance.
MAX_CANDIDATES = 6
_OPPOSITE = {"read": "write", "write": "read"}


@dataclass(frozen=True, slots=True)
class Measured:
    """One measured result as the auditor sees it."""

    run: str
    """Whatever tells its run apart; given back in the verdict."""
    direction: Direction
    pattern: Pattern | None
    bs_bytes: int | None
    iodepth: int | None
    numjobs: int | None
    figures: Mapping[str, Sequence[tuple[float, float, float]]]
    """By metric: the value, and the bounds within which the tool's own digits leave it; base units."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the auditor says of one claim."""

    claim: Claim
    status: Status
    cause: Cause | None = None
    run: str | None = None
    measured: float | None = None
    """What was measured, in base units; of "swapped" and "direction" that of the direction it belongs to."""
    measured_direction: Direction | None = None
    factor: float | None = None
    """Claimed by measured; None when right, rounded or without a run."""
    candidates: int = 0
    """Results that the claim may mean."""


@dataclass(frozen=True, slots=True)
class _Explanation:
    cause: Cause | None
    """None: nothing but the direction is wrong."""
    is_other_direction: bool
    measured: Measured
    value: float


def audit(claims: Sequence[Claim], measured: Sequence[Measured]) -> list[Verdict]:
    """One verdict per claim, in order."""
    verdicts = [_verdict(claim, measured) for claim in claims]
    return _judge_pairs(claims, verdicts, measured)


def _may_mean(claim: Claim, one: Measured) -> bool:
    """Whether nothing that is known of both speaks against it; the direction is looked at apart."""
    pairs = (
        (claim.pattern, one.pattern),
        (claim.bs_bytes, one.bs_bytes),
        (claim.iodepth, one.iodepth),
        (claim.numjobs, one.numjobs),
    )
    return all(claimed is None or known is None or claimed == known for claimed, known in pairs)


def _figures(claim: Claim, one: Measured) -> list[tuple[float, float, float]]:
    """The measured figures that the claim's metric may mean: "latency" is fio's lat or clat."""
    name = claim.metric
    names = (name, f"c{name}") if name.startswith("lat_") else (name,)
    return [figure for each in names for figure in one.figures.get(each, ())]


def _fit(claim: Claim, figure: tuple[float, float, float], factor: float = 1.0) -> Status | None:
    """Whether the claim, times a factor, is that figure within its printed digits."""
    value, low, high = figure
    claimed, step = claim.value * factor, claim.step * factor
    # Whoever writes 885 for 885.08 says what was measured; whoever writes 808 for 808.8, or 3,400 for 3,376, says less.
    half = step / 2 + SLACK * value * 1e-2
    if abs(claimed - value) <= half or (low < high and low <= claimed <= high):
        return "right"
    slack = step + SLACK * value
    if low - slack <= claimed <= high + slack:
        return "rounded"
    rounded = claim.rounded_step * factor / 2 + SLACK * value
    return "rounded" if low - rounded <= claimed <= high + rounded else None


def _verdict(claim: Claim, measured: Sequence[Measured]) -> Verdict:
    meant = [one for one in measured if _may_mean(claim, one) and _figures(claim, one)]
    same = [one for one in meant if claim.direction is None or one.direction == claim.direction]
    fits = [
        (fit, one, figure[0])
        for one in same
        for figure in _figures(claim, one)
        if (fit := _fit(claim, figure))
    ]
    if fits:
        status, one, value = min(fits, key=lambda fit: (fit[0] != "right", abs(fit[2] - claim.value)))
        return Verdict(claim, status, None, one.run, value, one.direction, None, len(same))
    if not meant:
        return Verdict(claim, "no_run")
    explanation = _explanation(claim, meant)
    if explanation is not None:
        return Verdict(
            claim,
            "wrong",
            explanation.cause or "direction",
            explanation.measured.run,
            explanation.value,
            explanation.measured.direction,
            claim.value / explanation.value,
            len(same),
        )
    # Which of several is meant is not told, or none of this direction was measured: nobody is accused.
    if len({one.run for one in same}) != 1 or len(same) != 1 or not _is_complete(claim):
        return Verdict(claim, "no_run", candidates=len(same))
    value = _figures(claim, same[0])[0][0]
    return Verdict(
        claim, "wrong", None, same[0].run, value, same[0].direction, claim.value / value if value else None, 1
    )


def _is_complete(claim: Claim) -> bool:
    """Return whether a claim says enough of its workload to be compared with the one result that fits it."""
    return claim.direction is not None and claim.bs_bytes is not None


def _factors(claim: Claim) -> dict[float, Cause]:
    """By what a claim has to be multiplied to undo a mistake of its unit."""
    unit = claim.unit
    if unit.kind in {"iops", "prefix"}:
        return {1e3: "lost_suffix", 1e6: "lost_suffix"} if unit.power == 0 else {}
    if unit.kind == "lat":
        return {1e3: "unit", 1e-3: "unit"}
    binary = (1024 / 1000) ** (unit.power // 3)
    factors: dict[float, Cause] = {8.0: "bits", 1 / 8: "bits", 1e3: "unit", 1e-3: "unit"}
    if unit.power:
        factors[1 / binary if unit.is_binary else binary] = "binary_unit"
    return factors


def _explanation(claim: Claim, meant: Sequence[Measured]) -> _Explanation | None:
    """The one mistake that makes a measured figure of the claim; None when there are none or several."""
    if len(meant) > 2 * MAX_CANDIDATES:
        return None
    other = _OPPOSITE.get(claim.direction or "")
    opposite = [one for one in meant if one.direction == other]
    same = [one for one in meant if claim.direction is None or one.direction == claim.direction]
    is_chance_likely = claim.digits < 3 and max(len(same), len(opposite)) > 1
    if is_chance_likely or max(len(same), len(opposite)) > MAX_CANDIDATES:
        return None
    explanations: list[_Explanation] = []
    for candidates, is_other in ((same, False), (opposite, True)):
        for factor, cause in ({1.0: None} | _factors(claim)).items() if is_other else _factors(claim).items():
            if abs(factor - 1) <= 2 * claim.step / claim.value and factor != 1.0:
                # Digits as few as these cannot tell MB from MiB.
                continue
            explanations += [
                _Explanation(cause, is_other, one, figure[0])
                for one in candidates
                for figure in _figures(claim, one)
                if _fit(claim, figure, factor)
            ]
    stories = {(one.cause, one.is_other_direction) for one in explanations}
    if len(stories) != 1:
        return None
    return explanations[0]


def _judge_pairs(
    claims: Sequence[Claim], verdicts: Sequence[Verdict], measured: Sequence[Measured]
) -> list[Verdict]:
    """Judge read and write together: if each tells the other's figure they are swapped; one of them alone is a
    wrong direction.
    """
    judged = list(verdicts)
    for pair in _pairs(claims):
        crossed = {way: _crossed(verdicts[number]) for way, number in pair.items()}
        is_swapped = len(pair) == 2 and all(crossed.values())
        for way, number in pair.items():
            verdict = verdicts[number]
            if is_swapped:
                cause = None if verdict.cause == "direction" else verdict.cause
                judged[number] = replace(verdict, status="swapped", cause=cause)
            elif crossed[way] and verdict.cause != "direction":
                judged[number] = _drop_explanation(verdict, measured)
    return judged


def _pairs(claims: Sequence[Claim]) -> list[dict[str, int]]:
    """Read and write of one workload, as numbers of claims: of one row, else of rows that say the same workload."""
    rows: dict[tuple[object, ...], dict[str, int]] = defaultdict(dict)
    for number, claim in enumerate(claims):
        if claim.direction in _OPPOSITE:
            rows[claim.table, claim.metric, claim.row][claim.direction] = number
    pairs: dict[tuple[object, ...], dict[str, int]] = {}
    for place, pair in rows.items():
        claim = claims[next(iter(pair.values()))]
        workload = (*place[:2], claim.pattern, claim.bs_bytes, claim.iodepth, claim.numjobs)
        other = pairs.get(workload)
        if len(pair) == 1 and other is not None and len(other) == 1 and other.keys() != pair.keys():
            other |= pair
        else:
            pairs[workload if workload not in pairs else place] = pair
    return list(pairs.values())


def _crossed(verdict: Verdict) -> bool:
    """Whether what explains it was measured in the other direction."""
    return (
        verdict.status == "wrong"
        and verdict.cause is not None
        and verdict.claim.direction is not None
        and verdict.measured_direction != verdict.claim.direction
    )


def _drop_explanation(verdict: Verdict, measured: Sequence[Measured]) -> Verdict:
    """Judge two mistakes at once that nothing beside them bears out: say only by how much the figure differs."""
    claim = verdict.claim
    same = [
        one
        for one in measured
        if _may_mean(claim, one) and one.direction == claim.direction and _figures(claim, one)
    ]
    if len(same) != 1 or not _is_complete(claim):
        return Verdict(claim, "no_run", candidates=len(same))
    value = _figures(claim, same[0])[0][0]
    return Verdict(
        claim, "wrong", None, same[0].run, value, claim.direction, claim.value / value if value else None, 1
    )
