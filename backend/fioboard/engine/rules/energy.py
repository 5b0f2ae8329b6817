"""The power that was drawn while the jobs of a run moved data, from the meters that the agent sampled."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from fioboard.engine.hardware.inventory.samples import Sampled
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.series import list_run_values, run_ms
from fioboard.engine.words.power import PowerSource

METRIC = "power_w"
COMMAND = "power:command "
_ACPI = re.compile(r"power:power_meter .+")
_PACKAGE = re.compile(r"power:package-\d+")
_MEMORY = re.compile(r"power:package-\d+ dram")
# Of fewer readings there is no mean: a meter that is asked every 5 s has three in a run of 20 s.
MIN_READINGS = 3
# Neighbouring readings are alike: the interval is one of means of batches (Law, Simulation Modeling and Analysis, 9.5).
BATCHES, MIN_BATCH_SIZE = 10, 3
# Student's t for 95 % with BATCHES - 1 degrees of freedom.
T_OF_BATCHES = 2.262
# Jobs that did not run for the same time did not share the power all the time.
MAX_RUNTIME_RATIO = 1.1


@dataclass(frozen=True, slots=True)
class Power:
    """Mean power in watts with the 95 % interval of the mean (None where there are too few readings), and what all jobs
    together did in the same time.
    """

    source: PowerSource
    watts: float
    low_w: float | None
    high_w: float | None
    readings: int
    bytes_per_s: float
    iops: float


def measure_power(facts: RunFacts) -> Power | None:
    """Measure the power of a run whose jobs all ran at one time; None where no meter was read, or where groups of jobs
    ran one after another: the meters do not tell their power apart.
    """
    meter = _choose_meter(facts)
    rates = _compute_rates(facts)
    if meter is None or rates is None:
        return None
    source, sampled = meter
    known = list_run_values(facts, sampled)
    if len(known) < MIN_READINGS:
        return None
    mean = fmean(known)
    half = _compute_half_width(known)
    return Power(
        source,
        mean,
        None if half is None else max(0.0, mean - half),
        None if half is None else mean + half,
        len(known),
        *rates,
    )


def _choose_meter(facts: RunFacts) -> tuple[PowerSource, Sampled] | None:
    """Choose the meter that tells most of the machine: the owner's first command, ACPI's, then the packages' sum."""
    meters = [one for one in (facts.samples.series if facts.samples else ()) if one.metric == METRIC]
    command = next((one for one in meters if one.subject.startswith(COMMAND)), None)
    if command is not None:
        return "command", command
    acpi = [one for one in meters if _ACPI.fullmatch(one.subject)]
    # Of several, none is known to stand for the machine.
    if len(acpi) == 1:
        return "power_meter", acpi[0]
    packages = [one for one in meters if _PACKAGE.fullmatch(one.subject)]
    if not packages:
        return None
    memory = [one for one in meters if _MEMORY.fullmatch(one.subject)]
    if len(memory) == len(packages):
        return "rapl_packages_and_memory", _add([*packages, *memory])
    return "rapl_packages", _add(packages)


def _add(series: Sequence[Sampled]) -> Sampled:
    """Add meters step by step; unknown where one of them is."""
    values = [
        None if None in step else sum(one for one in step if one is not None)
        for step in zip(*(one.values for one in series), strict=True)
    ]
    return Sampled(series[0].subject, METRIC, None, series[0].times_ms, values)


def _compute_rates(facts: RunFacts) -> tuple[float, float] | None:
    """Return bytes and I/Os per second of all jobs together; None where one is unknown or they ran apart."""
    results = facts.results
    times = [result.runtime_ms for result in results]
    if not results or len({result.group for result in results}) > 1 or not all(times):
        return None
    known = [time for time in times if time]
    moved = [result.io_bytes for result in results]
    done = [result.total_ios for result in results]
    if max(known) > MAX_RUNTIME_RATIO * min(known) or None in moved or None in done:
        return None
    seconds = run_ms(facts) / 1000
    bytes_per_s, iops = sum(filter(None, moved)) / seconds, sum(filter(None, done)) / seconds
    return (bytes_per_s, iops) if bytes_per_s and iops else None


def _compute_half_width(values: Sequence[float]) -> float | None:
    """Return half the width of the 95 % interval of the mean, by means of batches of neighbouring readings."""
    size = len(values) // BATCHES
    if size < MIN_BATCH_SIZE:
        return None
    # What does not fill the last batch is left out at the beginning, where the machine warms up.
    first = len(values) - BATCHES * size
    means = [fmean(values[first + size * at : first + size * (at + 1)]) for at in range(BATCHES)]
    return T_OF_BATCHES * stdev(means) / sqrt(BATCHES)
