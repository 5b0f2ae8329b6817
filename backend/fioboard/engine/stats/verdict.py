"""Better, worse, or not shown: the one place where a difference becomes a claim.

A claim needs three things: MIN_REPEATS repeats on each side, a p value that stays below 5 % after Holm's correction
over all workloads of the comparison, and an interval that leaves out 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from fioboard.engine.stats.few_runs import Separation, separation
from fioboard.engine.stats.rank import Floats, RankTest, mann_whitney
from fioboard.engine.stats.ratio import ALPHA, IntervalMethod, Ratio, log_noise, p_value, ratio
from fioboard.engine.stats.repeats import runs_to_show, smallest_shown
from fioboard.engine.stats.spread import Spread, spread
from fioboard.engine.words import sentences
from fioboard.engine.words.limits import MIN_REPEATS

# Of thirty workloads measured three times each, some repeats agree far better than the machine does, by luck, and then
# t claims what is not there. So no workload counts as quieter than this part of their median: wrong claims in 3.5 % of
# such comparisons instead of 6.3 (docs/statistics.md). A third would keep quiet workloads from being heard.
MIN_NOISE = 1 / 4

Verdict = Literal["better", "worse", "no_difference_shown", "not_enough_runs"]


@dataclass(frozen=True, slots=True)
class Pair:
    """The repeats of one metric of one workload on both sides, in the metric's base unit."""

    base: Floats
    new: Floats


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the repeats of one metric carry."""

    base: Spread | None
    new: Spread | None
    ratio: Ratio | None
    p_value: float | None
    """Of the test that decides, before Holm's correction."""
    p_method: IntervalMethod | None
    p_holm: float | None
    rank_test: RankTest | None
    separation: Separation | None
    """What too few runs for an interval show."""
    verdict: Verdict
    noise: float | None
    """Standard deviation of logarithms between repeats, both sides together."""
    runs_to_show: int | None
    """Runs on each side to show a difference as large as the one seen, at the level that the number of workloads asks
    for; None when shown already or out of reach."""
    smallest_shown: float | None

    @property
    def why_no_interval(self) -> str | None:
        """One sentence; None when there is an interval."""
        if self.base is None or self.new is None:
            return sentences.NOT_MEASURED(side="base" if self.base is None else "new")
        if self.ratio is None:
            return sentences.NO_RATIO()
        if self.ratio.low is not None:
            return None
        if min(self.base.n, self.new.n) < MIN_REPEATS:
            return sentences.FEW_RUNS(least=MIN_REPEATS)
        return sentences.NO_NOISE()


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p values in the given order, so that all claims together err in at most one of twenty comparisons.

    Compare each with the level wanted for all of them together.
    Source: S. Holm, Scandinavian Journal of Statistics 6 (1979) 65.
    """
    adjusted = [0.0] * len(p_values)
    largest = 0.0
    order = sorted(range(len(p_values)), key=lambda i: p_values[i])
    for rank, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def judge(pairs: Sequence[Pair], *, lower_is_better: bool) -> list[Judgement]:
    """One metric over all workloads of a comparison, in order."""
    ratios = [ratio(pair.base, pair.new) for pair in pairs]
    testable = [i for i, r in enumerate(ratios) if r is not None and r.low is not None]
    level = ALPHA / max(len(testable), 1)
    noises = [log_noise(pairs[i].base, pairs[i].new) for i in testable]
    least = MIN_NOISE * float(np.median(noises)) if noises else 0.0
    tests = {i: p_value(pairs[i].base, pairs[i].new, level, least) for i in testable}
    adjusted = dict(zip(testable, holm([tests[i][0] for i in testable]), strict=True))
    return [
        _judgement(
            pair, ratios[i], tests.get(i), adjusted.get(i), level=level, lower_is_better=lower_is_better
        )
        for i, pair in enumerate(pairs)
    ]


def _judgement(
    pair: Pair,
    estimate: Ratio | None,
    test: tuple[float, IntervalMethod] | None,
    p_holm: float | None,
    *,
    level: float,
    lower_is_better: bool,
) -> Judgement:
    base, new = pair.base, pair.new
    verdict = _verdict(estimate, p_holm, lower_is_better)
    noise = shown = needed = None
    if estimate is not None and len(base) + len(new) > 2:
        noise = log_noise(base, new)
        if min(len(base), len(new)) >= MIN_REPEATS:
            shown = smallest_shown(len(base), len(new), noise, level)
        if verdict in {"no_difference_shown", "not_enough_runs"} and noise > 0:
            needed = runs_to_show(estimate.value, noise, level)
            if needed is not None and verdict == "no_difference_shown":
                needed = max(needed, min(len(base), len(new)) + 1)  # so many have just not shown it
    return Judgement(
        base=spread(base),
        new=spread(new),
        ratio=estimate,
        p_value=test[0] if test else None,
        p_method=test[1] if test else None,
        p_holm=p_holm,
        rank_test=mann_whitney(base, new) if test else None,
        separation=separation(base, new) if 0 < min(len(base), len(new)) < MIN_REPEATS else None,
        verdict=verdict,
        noise=noise,
        runs_to_show=needed,
        smallest_shown=shown,
    )


def _verdict(estimate: Ratio | None, p_holm: float | None, lower_is_better: bool) -> Verdict:
    if estimate is None or estimate.low is None or estimate.high is None or p_holm is None:
        return "not_enough_runs"
    if p_holm > ALPHA or estimate.low <= 1 <= estimate.high:
        return "no_difference_shown"
    return "better" if (estimate.high < 1) == lower_is_better else "worse"


def floats(values: Sequence[float]) -> Floats:
    """Values as the functions here take them."""
    return np.asarray(values, dtype=np.float64)
