"""The results of a chart by their kinds: one for each workload, direction and configuration. They are far fewer."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.grouping import Along, Codes, Kinds
from fioboard.engine.factors.implied import LABEL, OPTION
from fioboard.engine.filters.answer_keys import ANSWER_AXES
from fioboard.engine.filters.table import Cell, ConfigurationTable
from fioboard.engine.filters.values import Value
from fioboard.engine.words.factors import JOB_OPTIONS, Scalar
from fioboard.engine.words.metrics import RATEABLE
from fioboard.engine.words.purposes import PURPOSE_KEYS
from fioboard.store.queries.measured import ChartedRow

Workload = Mapping[str, Scalar | None]
"""Comparable job options of a result, its `direction`, and what an axis asks of its run's answer; None = unknown."""

# What a person stated of a datasheet is no setting of the machine: what it promises is compared, not the promise.
RATED = {metric: f"label.rated_{metric}" for metric in RATEABLE}
_NO_TRAIT = frozenset({*RATED.values(), *PURPOSE_KEYS, *JOB_OPTIONS})
_JOINED = " + "


@dataclass(frozen=True, slots=True)
class Kind:
    """What results of one workload, direction and configuration have in common."""

    row: int
    """Its configuration's row in the table."""
    workload: Workload
    x: Value | None
    """None also where x is a moment or measured."""
    by: Value | None


Reader = Callable[[Workload, int], Value | None]


def reader(table: ConfigurationTable, key: str | None) -> Reader:
    """How a result's value of a key is found: job options from the result itself, the rest from its configuration."""
    if key is None:
        return lambda workload, row: None
    if key in JOB_OPTIONS or key in ANSWER_AXES or (key not in FACTORS and not key.startswith(LABEL)):
        name = key.removeprefix(OPTION)
        return lambda workload, row: workload.get(name)

    def read_configuration(workload: Workload, row: int) -> Value | None:
        cell = table.cell(key, row)
        return _JOINED.join(map(str, cell)) if isinstance(cell, tuple) else cell

    return read_configuration


def collect_kinds(
    rows: Iterable[ChartedRow],
    options: Mapping[UUID, Workload],
    table: ConfigurationTable,
    x: str,
    by: str | None,
    *,
    judged: Sequence[str] = (),
) -> tuple[list[Kind], list[int | None]]:
    """Collect every kind that occurs, and of each row which it is; None where its configuration is not in the table.
    `judged`: keys of answers that the rows have values of.

    Every kind that occurs, and of each row which it is; None where its configuration is not in the table.
    """
    read_x, read_by = reader(table, x), reader(table, by)
    kinds: list[Kind] = []
    directed: dict[tuple[object, ...], Workload] = {}
    places: dict[tuple[object, ...], int] = {}
    of_rows: list[int | None] = []
    for row in rows:
        named = (row["configuration_id"], row["workload_id"], row["direction"], *row["answers"])
        kind = places.get(named)
        if kind is None:
            place = table.find_row(row["configuration_id"])
            if place is not None:
                kind = places[named] = len(kinds)
                workload = directed.get(named[1:])
                if workload is None:
                    workload = directed[named[1:]] = {
                        **options[row["workload_id"]],
                        "direction": row["direction"],
                        **dict(zip(judged, row["answers"], strict=True)),
                    }
                kinds.append(Kind(place, workload, read_x(workload, place), read_by(workload, place)))
        of_rows.append(kind)
    return kinds, of_rows


def coded(
    kinds: Sequence[Kind],
    table: ConfigurationTable,
    shown: Sequence[str],
    along: Along,
    *,
    of_values: Codes,
    values: NDArray[np.float64],
) -> Kinds:
    """The kinds as integers. `of_values`: of each value, its kind."""
    rows = np.fromiter((kind.row for kind in kinds), np.intp, len(kinds))
    hidden = _NO_TRAIT | frozenset(shown)
    traits = {key: table.codes(key)[rows] for key in table.columns if key not in hidden}
    # Thousands of kinds share a few workloads.
    workloads = {id(kind.workload): kind.workload for kind in kinds}
    numbers = {name: number for number, name in enumerate(workloads)}
    of_kinds = np.fromiter((numbers[id(kind.workload)] for kind in kinds), np.intp, len(kinds))
    for name in {name for workload in workloads.values() for name in workload} - ANSWER_AXES.keys():
        key = name if name in FACTORS or name == "direction" else f"{OPTION}{name}"
        if key not in traits and key not in shown:
            traits[key] = _codes([workload.get(name) for workload in workloads.values()])[of_kinds]
    positive = values > 0
    where, logs = of_values[positive], np.log(values[positive])

    def summed(weights: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.bincount(where, weights, len(kinds)).astype(np.float64)

    return Kinds(
        x=_codes([kind.x if along == "factor" else None for kind in kinds]),
        by=_codes([kind.by for kind in kinds]),
        traits=traits,
        n=summed(np.ones(len(logs))),
        sums=summed(logs),
        squares=summed(logs * logs),
    )


def get_cell(kind: Kind, table: ConfigurationTable, key: str) -> Value | None:
    """Return a kind's value of any trait."""
    return reader(table, key)(kind.workload, kind.row)


def _codes(values: Sequence[Hashable]) -> Codes:
    """Equal values have one number, from 0 without gaps. 1 and true are two values."""
    numbers: dict[Hashable, int] = {}
    return np.fromiter(
        (numbers.setdefault((type(value), value), len(numbers)) for value in values), np.intp, len(values)
    )


def one(cells: set[Cell | None]) -> Cell | None:
    """The one value of all; None where they differ."""
    return next(iter(cells)) if len(cells) == 1 else None
