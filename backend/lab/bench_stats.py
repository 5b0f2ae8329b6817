"""`make bench-stats`: how often the comparison is right, by simulation of noisy repeats (docs/statistics.md)."""

import argparse
from collections.abc import Sequence

import numpy as np
from bench.noise import Floats, Noise, measured, normal, slowdowns
from bench.report import Row, print_report
from scipy.stats import ttest_ind

from fioboard.engine.stats import Pair, Repeats, Sample, bootstrap, geometric_mean, judge, mann_whitney, ratio
from fioboard.engine.stats.bootstrap import BLOCKS, HOLDS_PERCENT
from fioboard.engine.stats.spread import two_modes

CV = 0.03
SHIFT = 1.05
BOOTSTRAPPED = (*HOLDS_PERCENT,)


def verdicts(base: Floats, new: Floats) -> list[str]:
    """The verdict of each draw, as if it were the only workload."""
    return [judge([Pair(b, n)], lower_is_better=False)[0].verdict for b, n in zip(base, new, strict=True)]


def share(verdict_words: Sequence[str], *wanted: str) -> float:
    """Part of the verdicts that are one of `wanted`."""
    return sum(word in wanted for word in verdict_words) / len(verdict_words)


def false_claims(noise: Noise, n: int, draws: int) -> Row:
    """A against A: every claim is wrong."""
    found = share(verdicts(noise(n, draws), noise(n, draws)), "better", "worse")
    return Row(f"false claims, n = {n}", f"{found:.1%}", found / 0.05, 1)


def found_shift(noise: Noise, n: int, draws: int, goal: float | None) -> Row:
    """A true shift of 5 %: only `better` is right."""
    found = share(verdicts(noise(n, draws), SHIFT * noise(n, draws)), "better")
    return Row(f"true +5 % found, n = {n}", f"{found:.1%}", found, goal, is_at_least=True)


def found_alone(noise: Noise, test: str, draws: int) -> Row:
    """The same shift at n = 8 by one test alone: what was not taken."""
    base, new = noise(8, draws), SHIFT * noise(8, draws)
    if test == "Mann–Whitney":
        p = np.array([mann_whitney(b, w).p_value for b, w in zip(base, new, strict=True)])
    else:
        p = ttest_ind(np.log(base), np.log(new), axis=1).pvalue
    return Row(f"not taken: {test} alone finds true +5 %, n = 8", f"{(p <= 0.05).mean():.1%}")


def coverage(noise: Noise, n_base: int, n_new: int, draws: int) -> Row:
    """Intervals that hold the true ratio."""
    pairs = zip(noise(n_base, draws), SHIFT * noise(n_new, draws), strict=True)
    held = 0
    for base, new in pairs:
        found = ratio(base, new)
        held += bool(found and found.low and found.high and found.low <= SHIFT <= found.high)
    rate = held / draws
    inside = 0.93 <= rate <= 0.97
    return Row(
        f"interval holds the truth, n = {n_base} and {n_new}",
        f"{rate:.1%} ({'inside' if inside else 'outside'} 93–97 %)",
    )


def bootstrap_coverage(noise: Noise, n: int, within: float | None, draws: int) -> Row:
    """The interval that stands beside it, which decides nothing: HOLDS_PERCENT rests on these rates.

    `within`: how much the blocks of a run scatter, None without logs. It has nothing to do with how the runs do.
    """
    random = np.random.default_rng(n)
    held = 0
    for seed, pair in enumerate(zip(noise(n, draws), SHIFT * noise(n, draws), strict=True)):
        base, new = (Sample(values, _blocks(values, within, random)) for values in pair)
        found = bootstrap(base, new, seed)
        held += bool(found.low and found.high and found.low <= SHIFT <= found.high)
    levels = "runs" if within is None else f"runs and blocks that scatter by {within:.0%}"
    return Row(f"bootstrap over {levels} holds the truth, n = {n}", f"{held / draws:.1%}")


def _blocks(values: Floats, within: float | None, random: np.random.Generator) -> list[Floats | None]:
    if within is None:
        return [None] * len(values)
    return [value * (1 + within * random.standard_normal(BLOCKS)) for value in values]


def headline_coverage(noise: Noise, n: int, workloads: int, shared: float, draws: int) -> Row:
    """The geometric mean's interval; `shared` is noise that all workloads of a run have in common."""
    random = np.random.default_rng(n * workloads)
    held = 0
    for _ in range(draws):
        luck = np.exp(shared * random.standard_normal((2, n)))
        base, new = noise(n, workloads) * luck[0], SHIFT * noise(n, workloads) * luck[1]
        runs = [[(i if shared == 0 else 0, k) for k in range(n)] for i in range(workloads)]
        found = geometric_mean(
            [Repeats(ratio(b, w), b, w, r, r) for b, w, r in zip(base, new, runs, strict=True)]
        )
        held += bool(found and found.low and found.high and found.low <= SHIFT <= found.high)
    kind = "one suite per run" if shared else "one workload per run"
    return Row(f"headline holds the truth, n = {n}, {workloads} workloads, {kind}", f"{held / draws:.1%}")


def family(noise: Noise, n: int, workloads: int, uneven: float) -> Floats:
    """One side of a suite; `uneven`: the noisiest workload's noise over the middle's, as a logarithm."""
    return noise(n, workloads) ** np.exp(uneven * np.linspace(-1, 1, workloads))[:, None]


def family_claims(noise: Noise, n: int, workloads: int, uneven: float, draws: int) -> Row:
    """A against A over many workloads: comparisons with at least one wrong claim."""
    wrong = 0
    for _ in range(draws):
        sides = (family(noise, n, workloads, uneven) for _ in range(2))
        pairs = [Pair(b, w) for b, w in zip(*sides, strict=True)]
        wrong += any(j.verdict in {"better", "worse"} for j in judge(pairs, lower_is_better=False))
    return Row(
        f"any false claim among {workloads} workloads{_spoken(uneven)}, n = {n}",
        f"{wrong / draws:.1%}",
        wrong / draws / 0.05,
        1,
    )


def family_found(noise: Noise, n: int, workloads: int, uneven: float, draws: int) -> Row:
    """Every third of many workloads truly faster by 20 %: how many of those are found."""
    found = 0
    for _ in range(draws):
        base, new = (family(noise, n, workloads, uneven) for _ in range(2))
        new[::3] *= 1.2
        judged = judge([Pair(b, w) for b, w in zip(base, new, strict=True)], lower_is_better=False)
        found += sum(j.verdict == "better" for j in judged[::3])
    share_found = found / draws / len(range(0, workloads, 3))
    return Row(
        f"true +20 % found among {workloads} workloads{_spoken(uneven)}, n = {n}", f"{share_found:.1%}"
    )


def _spoken(uneven: float) -> str:
    return f" of {CV / np.exp(uneven):.1%} to {CV * np.exp(uneven):.0%} noise" if uneven else ""


def false_modes(noise: Noise, n: int, draws: int) -> Row:
    """One heap of values taken for two."""
    found = sum(two_modes(values) is not None for values in noise(n, draws)) / draws
    return Row(f"one mode taken for two, n = {n}", f"{found:.1%}", found / 0.05, 1)


def section(title: str, noise: Noise, draws: int, power_goal: float | None) -> None:
    """Everything about one shape of noise."""
    few = max(draws // 8, 50)
    rows = [
        *(false_claims(noise, n, draws) for n in (3, 5, 10)),
        *(found_shift(noise, n, draws, power_goal if n == 8 else None) for n in (3, 5, 8, 9, 10)),
        *(found_alone(noise, test, draws) for test in ("Mann–Whitney", "Student's t")),
        *(coverage(noise, n, n, draws) for n in (3, 4, 5, 8, 9, 10, 20, 30)),
        *(coverage(noise, 3, n, draws) for n in (4, 5, 10)),
        *(family_claims(noise, n, 30, 0.0, draws // 2) for n in (3, 5, 10)),
        *(
            family_claims(noise, 3, workloads, uneven, draws // 2)
            for workloads, uneven in ((10, 0.0), (30, 1.5))
        ),
        *(family_found(noise, 3, 30, uneven, few) for uneven in (0.0, 1.5)),
        *(headline_coverage(noise, n, 30, shared, few) for n in (3, 10) for shared in (0.0, CV)),
        *(false_modes(noise, n, draws) for n in (12, 20)),
        *(bootstrap_coverage(noise, n, None, draws // 2) for n in BOOTSTRAPPED),
        *(bootstrap_coverage(noise, n, within, few) for within in (0.01, 0.1) for n in BOOTSTRAPPED),
    ]
    print_report(
        title,
        [
            f"Noise of {CV:.0%}, {draws} draws a row; families and the bootstrap over runs {draws // 2}, "
            f"headlines and blocks {few}.\n"
        ],
        rows,
    )


def headlines(draws: int) -> None:
    """The headline's interval over few workloads. Draws of its own, so that the sections before stay as they are."""
    random = np.random.default_rng(15)
    for name, noise in (("measured", measured), ("slowdowns", slowdowns), ("normal", normal)):
        rows = [
            headline_coverage(noise(CV, random), n, workloads, shared, draws)
            for n in (3, 5, 10)
            for workloads in (2, 5)
            for shared in (0.0, CV)
        ]
        print_report(
            f"Headlines of few workloads, {name}", [f"Noise of {CV:.0%}, {draws} draws a row.\n"], rows
        )


def main() -> None:
    """Simulates and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draws", type=int, default=4_000)
    draws: int = parser.parse_args().draws
    random = np.random.default_rng(6)
    section("Comparison, noise as measured (skew -3.7)", measured(CV, random), draws, 0.9)
    section("Comparison, exponential slowdowns (skew -2)", slowdowns(CV, random), draws, 0.9)
    section("Comparison, normal noise", normal(CV, random), draws, None)
    headlines(draws // 4)


if __name__ == "__main__":
    main()
