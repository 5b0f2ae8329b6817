"""What is to be compared, as the address says it: base, new sides, metrics, and what counts as the same test."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from fioboard.app.compare import sentences
from fioboard.core.errors import Invalid, Problem, UnknownValue, quoted
from fioboard.engine.factors.workload import IGNORABLE, SWITCHABLE
from fioboard.engine.filters import Filter, Metric, metric, parse_query
from fioboard.engine.filters.keys import nearest
from fioboard.engine.words.limits import MAX_COMPARED_METRICS, MAX_NEW_SIDES
from fioboard.engine.words.metrics import USUAL


@dataclass(frozen=True, slots=True)
class Spec:
    """A comparison as asked for. `sides[0]` is base."""

    sides: tuple[Filter, ...]
    metrics: tuple[Metric, ...]
    ignore: tuple[str, ...]
    """Options of a workload that may differ and the results still be matched."""
    match: tuple[str, ...]
    """Further options that must be equal."""
    headline: str | None = None
    """The metric that the sentence speaks of, if anything has it; None: that of the kind of workload."""


def read(
    base: str,
    new: Sequence[str],
    metrics: Sequence[str],
    ignore: Sequence[str],
    match: Sequence[str],
    *,
    headline: str | None = None,
) -> Spec:
    """A comparison from the query's values. Raises Invalid, UnknownValue, and FilterError naming the side's part."""
    if len(new) > MAX_NEW_SIDES:
        raise Invalid(sentences.TOO_MANY_SIDES(most=MAX_NEW_SIDES))
    if len(metrics) > MAX_COMPARED_METRICS:
        raise Invalid(sentences.TOO_MANY_METRICS(most=MAX_COMPARED_METRICS))
    sides = tuple(
        _parse_side(name, text) for name, text in [("base", base), *(("new", text) for text in new)]
    )
    names = dict.fromkeys((*(metrics or USUAL), *([headline] if headline is not None else [])))
    return Spec(
        sides,
        tuple(_require_metric(name) for name in names),
        tuple(dict.fromkeys(_require_known("ignore", key, IGNORABLE) for key in ignore)),
        tuple(dict.fromkeys(_require_known("match", key, SWITCHABLE) for key in match)),
        headline,
    )


def _parse_side(name: str, text: str) -> Filter:
    wanted = parse_query(text)
    if not wanted.conditions:
        raise Invalid(
            sentences.EMPTY_SIDE(side=name),
            problems=[Problem(f"/query/{name}", "Invalid", "empty filter")],
        )
    return wanted


def _require_metric(name: str) -> Metric:
    declared = metric(name)
    if declared is None or re.fullmatch(r".*_stddev_ns", name):
        raise UnknownValue(
            sentences.NO_COMPARED_METRIC(metric=quoted(name)[1:-1]),
            problems=[Problem("/query/metric", "UnknownValue", "unknown metric")],
        )
    return declared


def _require_known(parameter: str, key: str, known: Sequence[str]) -> str:
    if key not in known:
        raise UnknownValue(
            sentences.NO_MATCH_OPTION(parameter=parameter, key=quoted(key)[1:-1], hint=nearest(key, known)),
            problems=[Problem(f"/query/{parameter}", "UnknownValue", "unknown option")],
        )
    return key
