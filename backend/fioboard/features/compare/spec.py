"""What is to be compared, as the address says it: base, new sides, metrics, and what counts as the same test."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.core.errors import Invalid, Problem, UnknownValue, quoted
from fioboard.factors.workload import COMPARABLE_OPTIONS, IDENTITY, SWITCHABLE
from fioboard.filters import Filter, Metric, metric, parse_query

MOST_NEW_SIDES = 7
MOST_RUNS = 1_000
# Every pair of runs is looked at for every metric: this keeps the longest answer to a few seconds.
MOST_RESULTS = 20_000
MOST_METRICS = 24
# What a comparison shows unless asked for more: each one that is measured on some side.
USUAL_METRICS = (
    "iops",
    "bw_bytes_per_s",
    "clat_mean_ns",
    "clat_p50_ns",
    "clat_p99_ns",
    "clat_p99_9_ns",
    "lat_mean_ns",
    "lat_p99_ns",
    "slat_mean_ns",
    "cpu_pct",
)


@dataclass(frozen=True, slots=True)
class Spec:
    """A comparison as asked for. `sides[0]` is base."""

    sides: tuple[Filter, ...]
    metrics: tuple[Metric, ...]
    ignore: tuple[str, ...]
    """Options of a workload that may differ and the results still be matched."""
    match: tuple[str, ...]
    """Further options that must be equal."""


def read(
    base: str, new: Sequence[str], metrics: Sequence[str], ignore: Sequence[str], match: Sequence[str]
) -> Spec:
    """A comparison from the query's values. Raises Invalid, UnknownValue, and FilterError naming the side's part."""
    if len(new) > MOST_NEW_SIDES:
        raise Invalid(f"At most {MOST_NEW_SIDES} new sides are compared with one base.")
    if len(metrics) > MOST_METRICS:
        raise Invalid(f"At most {MOST_METRICS} metrics are compared at once.")
    sides = tuple(_side(name, text) for name, text in [("base", base), *(("new", text) for text in new)])
    names = dict.fromkeys(metrics or USUAL_METRICS)
    ignorable = (*IDENTITY, *COMPARABLE_OPTIONS)
    return Spec(
        sides,
        tuple(_metric(name) for name in names),
        tuple(dict.fromkeys(_one_of("ignore", key, ignorable) for key in ignore)),
        tuple(dict.fromkeys(_one_of("match", key, SWITCHABLE) for key in match)),
    )


def _side(name: str, text: str) -> Filter:
    wanted = parse_query(text)
    if not wanted.conditions:
        raise Invalid(
            f"{name} says nothing: it is a filter like `bios.nps=1&host=jupiter` or `run=ID&run=ID`.",
            problems=[Problem(f"/query/{name}", "Invalid", "empty filter")],
        )
    return wanted


def _metric(name: str) -> Metric:
    found = metric(name)
    if found is None or re.fullmatch(r".*_stddev_ns", name):
        raise UnknownValue(
            f"metric={quoted(name)[1:-1]} is not a metric that can be compared, such as iops or clat_p99_ns.",
            problems=[Problem("/query/metric", "UnknownValue", "unknown metric")],
        )
    return found


def _one_of(parameter: str, key: str, known: Sequence[str]) -> str:
    if key not in known:
        raise UnknownValue(
            f"{parameter}={quoted(key)[1:-1]} is not one of {', '.join(known)}.",
            problems=[Problem(f"/query/{parameter}", "UnknownValue", "unknown option")],
        )
    return key
