"""Counts a factor's values. A factor's own filter is left out of its own counts, so that a choice can be widened."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from fioboard.app.runs.explore.facets import answers
from fioboard.core.driver import Driver
from fioboard.engine.answers.facet import FacetOut, FacetRange, FacetsOut
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.implied import LABEL
from fioboard.engine.filters import Filter
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.filters.table import ConfigurationTable, Weights
from fioboard.engine.filters.values import Value, shown
from fioboard.store.queries.filtering import (
    count_matching,
    estimate,
    estimate_if_many,
    list_candidates,
    resolve,
    select,
    widen,
)
from fioboard.store.queries.runs.groups import count_weights

BINS = 12
RANGED = {"number", "bytes"}


def list_keys(table: ConfigurationTable) -> list[str]:
    """List factors in the registry's order, then labels by name; only those that occur."""
    labels = sorted(key for key in table.columns if key.startswith(LABEL))
    return [key for key in FACTORS if key in table.columns] + labels


async def facets(
    driver: Driver, wanted: Filter, *, only: Iterable[str], find: str, max_values: int
) -> FacetsOut:
    """What answers say, then every factor that occurs. `only`: these keys, or all when empty.

    `find`: only values that contain it.
    """
    selection = await select(driver, wanted)
    table = selection.table
    is_exact = await estimate_if_many(driver, selection) is None
    if not is_exact:
        # A word that so many runs have: counting them per value would take seconds.
        wanted = wanted.exclude("q")
        selection = resolve(table, wanted, selection.now)
    number = None
    if bool(selection.uncertain.any()):
        # Few runs are looked for among the results once, not for each of what follows.
        selection = replace(selection, within=await list_candidates(driver, selection))
        selection, number, _ = await count_matching(driver, selection)
    counted, of_newest = await count_weights(driver, selection)
    of_all = Weights.build(counted)
    asked = list(only)
    of_answers = [key for key in ANSWER_KEYS if not asked or key in asked]
    counts = await answers.facets(driver, wanted, selection, of_answers, find=find, max_values=max_values)
    for key in list_keys(table):
        if asked and key not in asked:
            continue
        own, newest = of_all, of_newest
        if wanted.get(key) is not None:
            runs, newest = await count_weights(driver, widen(selection, wanted.exclude(key)))
            own = Weights.build(runs)
        values, unknown = table.count_values(key, own)
        facet = _facet(key, values, unknown, wanted=wanted, find=find, max_values=max_values)
        facet["of_newest"] = newest
        counts.append(facet)
    is_counted = of_newest is None
    total = int(counted.sum()) if is_counted else number or await estimate(driver, selection)
    return {
        "total": total,
        "total_is_exact": is_exact and is_counted,
        "is_exact": is_exact,
        "facets": counts,
    }


def _facet(
    key: str, values: dict[Value, int], unknown: int, *, wanted: Filter, find: str, max_values: int
) -> FacetOut:
    factor = FACTORS.get(key)
    kind = factor.type if factor else "text"
    condition = wanted.get(key)
    chosen = {v for v in values if condition is not None and condition.accepts(v)}
    # By its number and as it is written: 65536, 64k.
    matching = [v for v in values if not find or find.lower() in f"{v} {shown(v, kind)}".lower()]
    # What is chosen is always shown, so that it can be taken back.
    ranked = sorted(matching, key=lambda v: (v not in chosen, -values[v], isinstance(v, str), str(v)))
    numbers = sorted(v for v in values if isinstance(v, int | float) and not isinstance(v, bool))
    ranged = kind in RANGED and bool(numbers)
    return {
        "key": key,
        "title": factor.title if factor else key.removeprefix(LABEL),
        "type": kind,
        "source": factor.source if factor else "label",
        "values": [{"value": v, "runs": values[v], "is_chosen": v in chosen} for v in ranked[:max_values]],
        "total_values": len(matching),
        "unknown": unknown,
        "of_newest": None,
        "min": numbers[0] if ranged else None,
        "max": numbers[-1] if ranged else None,
        "histogram": _histogram(numbers, values) if ranged and len(numbers) > BINS else None,
    }


def _histogram(numbers: list[int | float], values: dict[Value, int]) -> list[FacetRange]:
    """Runs per range. Ranges widen by a constant ratio: block sizes and depths are powers of two."""
    low, high = float(numbers[0]), float(numbers[-1])
    edges = np.geomspace(low, high, BINS + 1) if low > 0 else np.linspace(low, high, BINS + 1)
    edges[0], edges[-1] = low, high
    counts, _ = np.histogram(numbers, edges, weights=[values[n] for n in numbers])
    return [{"from": float(edges[n]), "to": float(edges[n + 1]), "runs": int(counts[n])} for n in range(BINS)]
