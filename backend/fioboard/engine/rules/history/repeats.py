"""Repeats: alike runs that differ in nothing. How many there are, how far apart they are, whether a batch drifts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from fioboard.core.figures import format_things
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, format_share
from fioboard.engine.rules.history.past import Measured, Past, group_rates_by_run
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.history import DRIFT, FEW, NOISY, ONE
from fioboard.engine.stats.trend import trend


def judge_repeats(past: Past) -> Mapping[str, Sequence[Judgement]]:
    """Judge the repeats of every result of the run, by rule."""
    by_rule: dict[str, list[Judgement]] = defaultdict(list)
    fewest: int | None = None
    for measured in past.judged:
        alike = past.alike(measured)
        rates = group_rates_by_run(alike)
        fewest = len(rates) if fewest is None else min(fewest, len(rates))
        if len(rates) >= RULES["noisy"].thresholds["repeats"]:
            by_rule["noisy"].append(_judge_noisy(measured, list(rates.values())))
        drift = _judge_drift(measured, [one for one in alike if one.batch_id == measured.batch_id])
        if drift is not None:
            by_rule["drift-in-batch"].append(drift)
    if fewest is not None:
        by_rule["few-repeats"].append(_judge_few(fewest))
    return by_rule


def _judge_few(runs: int) -> Judgement:
    """Judge whether there are enough repeats."""
    if runs >= RULES["few-repeats"].thresholds["repeats"]:
        return FINE
    sentence = ONE() if runs == 1 else FEW()
    return Finding("few-repeats", "info", sentence, (Evidence("runs", runs, None, "result"),))


def _judge_noisy(measured: Measured, rates: Sequence[float]) -> Judgement:
    """Judge how far the nearest repeats are apart: the range grows with every run more, and old ones say little."""
    limits = RULES["noisy"].thresholds
    near = rates[: int(limits["most"])]
    lowest, middle, highest = min(near), median(near), max(near)
    spread = (highest - lowest) / middle
    if spread <= limits["spread"]:
        return FINE
    return Finding(
        "noisy",
        "info",
        NOISY(
            what=measured.what,
            runs=format_things(len(near), "run"),
            spread=format_share(spread),
            lowest=measured.spoken(lowest),
            highest=measured.spoken(highest),
        ),
        (
            Evidence("runs", len(near), None, "result"),
            Evidence("lowest", lowest, measured.unit, "result"),
            Evidence("median", middle, measured.unit, "result"),
            Evidence("highest", highest, measured.unit, "result"),
        ),
    )


def _judge_drift(measured: Measured, alike: Sequence[Measured]) -> Judgement | None:
    """Judge whether the repeats of a batch drift; None where the rule does not apply: too few, or no batch."""
    limits = RULES["drift-in-batch"].thresholds
    if measured.batch_id is None:
        return None
    order = sorted((one for one in alike if one.step is not None), key=lambda one: one.step or 0)
    rates = list(group_rates_by_run(order).values())
    drift = trend(rates) if len(rates) >= limits["repeats"] else None
    if drift is None:
        return None
    if drift.p_value >= limits["p"]:
        return FINE
    return Finding(
        "drift-in-batch",
        "info",
        DRIFT(
            what=measured.what,
            runs=format_things(len(rates), "run"),
            move="rise" if drift.tau > 0 else "fall",
            first=measured.spoken(rates[0]),
            last=measured.spoken(rates[-1]),
            tau=f"{drift.tau:.2f}".replace("-", "−"),
            p=f"{drift.p_value:.2g}",
        ),
        (
            Evidence("runs", len(rates), None, "result"),
            Evidence("tau", round(drift.tau, 3), None, "computed"),
            Evidence("p", float(f"{drift.p_value:.3g}"), None, "computed"),
            Evidence("first", rates[0], measured.unit, "result"),
            Evidence("last", rates[-1], measured.unit, "result"),
        ),
        "likely",
    )


DECLARED = (
    Rule(
        "few-repeats",
        "number of repeats",
        "note",
        "Fewer than 3 alike runs around this one on its host.",
        "docs/statistics.md",
        ("runs",),
        Experiment(
            "Run the same job five times, one after the other: fioboard-agent run JOBFILE",
            "The spread of the repeats is known.",
            "If they differ by more than what you want to show, look for what changes between them.",
        ),
        {"repeats": 3},
        scope="history",
    ),
    Rule(
        "noisy",
        "spread of the repeats",
        "trust",
        "Of the at most 10 nearest alike runs, 3 or more, the highest is more than 10 % of the median above the "
        "lowest.",
        "(highest − lowest) ÷ median, as in docs/statistics.md",
        ("runs", "lowest", "median", "highest"),
        Experiment(
            "Run the same job five times in one batch, on a machine with no other load",
            "If the spread shrinks, something interfered between these runs.",
            "If it does not change, the workload itself is this uneven: compare medians of many runs.",
        ),
        {"repeats": 3, "most": 10, "spread": 0.10},
        scope="history",
    ),
    Rule(
        "drift-in-batch",
        "drift within the batch",
        "trust",
        "At least 6 alike runs of one batch rise or fall with their step: Kendall's τ, p below 5 %.",
        "M. G. Kendall, A New Measure of Rank Correlation, Biometrika 30 (1938)",
        ("runs", "tau", "p", "first", "last"),
        Experiment(
            "Run the batch again with a pause between its steps, in another order",
            "If the drift is gone, heat or the fill level of the drive caused it.",
            "If it does not change, the drift does not depend on the order.",
        ),
        {"repeats": 6, "p": 0.05},
        scope="history",
    ),
)
