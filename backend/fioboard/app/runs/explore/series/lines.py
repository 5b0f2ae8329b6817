"""The lines of a chart: each one group of alike runs where that makes no more than can be told apart."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from fioboard.app.runs.explore.series.kinds import Kind, coded, get_cell
from fioboard.app.runs.explore.series.points import Measured, get_sort_key, point
from fioboard.app.runs.explore.series.promises import promises
from fioboard.engine.answers.series import Mixture, SeriesLine, SeriesPoint, Variation, X
from fioboard.engine.factors import FACTORS
from fioboard.engine.factors.grouping import Along, Arrangement, Codes, Kinds, arrange, differing
from fioboard.engine.factors.implied import OPTION
from fioboard.engine.filters import Metric
from fioboard.engine.filters.answer_keys import ANSWER_AXES, ANSWER_KEYS
from fioboard.engine.filters.keys import LABEL
from fioboard.engine.filters.table import ConfigurationTable
from fioboard.engine.filters.values import Value
from fioboard.engine.rules.depth import SYNCHRONOUS
from fioboard.engine.rules.history.sweep import AXES, find_saturation
from fioboard.engine.stats.scaling import WIDTHS, scaling
from fioboard.engine.words.limits import MAX_CHART_POINTS, MAX_CHART_VALUES

# Of what varies, so many values are listed, those of most results first.
MAX_VARIED_VALUES = 12
BETWEEN = " · "


@dataclass(frozen=True, slots=True)
class Axes:
    """What a chart shows: x and split are factors, job options, direction; x also a metric or started_at."""

    x: str
    by: str | None
    metric: Metric

    @property
    def shown(self) -> list[str]:
        """The keys that a reader sees the values of."""
        return [key for key in (self.x, self.by) if key is not None]


def get_title(key: str) -> str:
    """Return what people call it; a label and an option by their own word."""
    if key in ANSWER_AXES:
        return ANSWER_KEYS[key].title
    return FACTORS[key].title if key in FACTORS else key.removeprefix("label.").removeprefix(OPTION)


def is_askable(key: str) -> bool:
    """Whether a filter and a split know it: job options that are no factor are known to no address."""
    return key in FACTORS or key in ("direction", *ANSWER_AXES) or LABEL.fullmatch(key) is not None


@dataclass(frozen=True, slots=True)
class Lines:
    """A chart's values with the lines they belong to."""

    chart: Axes
    table: ConfigurationTable
    kinds: Sequence[Kind]
    """Those that are drawn, and so are the integers below."""
    codes: Kinds
    arrangement: Arrangement
    values: Sequence[Measured]
    of_values: Codes
    """Of each value, its kind."""
    xs: Sequence[X]

    @classmethod
    def build(
        cls,
        chart: Axes,
        along: Along,
        table: ConfigurationTable,
        *,
        kinds: Sequence[Kind],
        values: Sequence[Measured],
        xs: Sequence[X],
    ) -> Self:
        """Arrange lines by the rule of engine/factors/grouping.py. What is not drawn splits nothing: its kinds are left
        out.
        """
        kinds_of_values = np.fromiter((value.kind for value in values), np.intp, len(values))
        there, of_values = np.unique(kinds_of_values, return_inverse=True)
        numbers = np.fromiter((value.value for value in values), np.float64, len(values))
        drawn = [kinds[kind] for kind in there.tolist()]
        codes = coded(drawn, table, chart.shown, along, of_values=of_values, values=numbers)
        return cls(chart, table, drawn, codes, arrange(codes, chart.shown, along), values, of_values, xs)

    @property
    def split(self) -> tuple[str, ...]:
        """What tells the lines apart: what was asked for, then what splits by itself."""
        return (*self.chart.shown[1:], *self.arrangement.split)

    def drawn(self) -> list[SeriesLine]:
        """The lines in the order of their values."""
        groups: dict[int, dict[X, list[int]]] = defaultdict(lambda: defaultdict(list))
        members: dict[int, Kind] = {}
        of_kinds = self.arrangement.lines.tolist()
        for i, (kind, x) in enumerate(zip(self.of_values.tolist(), self.xs, strict=True)):
            line = of_kinds[kind]
            groups[line][x].append(i)
            members.setdefault(line, self.kinds[kind])
        max_values = max(20, MAX_CHART_VALUES // max(1, sum(map(len, groups.values()))))
        values_of = {
            line: [get_cell(kind, self.table, key) for key in self.split] for line, kind in members.items()
        }
        return [
            self._line(
                members[line],
                values_of[line],
                bool(self.arrangement.is_alike[line]),
                groups[line],
                max_values,
            )
            for line in sorted(groups, key=lambda line: [get_sort_key(value) for value in values_of[line]])
        ]

    def _line(
        self,
        kind: Kind,
        values: list[Value | None],
        is_alike: bool,
        groups: dict[X, list[int]],
        max_values: int,
    ) -> SeriesLine:
        ordered = sorted(groups, key=get_sort_key)
        points = [self._point(x, groups[x], max_values) for x in ordered[-MAX_CHART_POINTS:]]
        grows = is_alike and self.chart.metric.lower_is_better is False
        # Depth means nothing to an engine that waits for each I/O.
        deepens = self.chart.x in AXES and (
            self.chart.x != "iodepth" or kind.workload.get("ioengine") not in SYNCHRONOUS
        )
        return {
            "key": (values[0] if len(values) == 1 else BETWEEN.join(map(_word, values))) if values else None,
            "values": values,
            "is_alike": is_alike,
            "points": points,
            "points_left_out": max(0, len(ordered) - MAX_CHART_POINTS),
            "scaling": scaling(_medians(points)) if grows and self.chart.x in WIDTHS else None,
            "saturates_at": find_saturation(_medians(points)) if grows and deepens else None,
        }

    def _point(self, x: X, places: list[int], max_values: int) -> SeriesPoint:
        kinds = np.unique(self.of_values[places])
        values = [self.values[i] for i in places]
        figures = point(x, values, self.chart.metric, self._mixed(kinds), max_values)
        rows = {self.kinds[kind].row for kind in kinds.tolist()}
        drives = x if self.chart.x in WIDTHS else None
        are_reads = all(self.kinds[kind].workload.get("direction") == "read" for kind in kinds.tolist())
        held = promises(self.table, rows, self.chart.metric, drives, figures["median"], are_reads=are_reads)
        return {**figures, **held}

    def _mixed(self, kinds: Codes) -> list[str]:
        """In what the kinds of a point differ, in the words of what varies in the whole chart where they tell it."""
        if len(kinds) < 2:
            return []
        traits = self.codes.traits
        several = [
            one.key
            for one in self.arrangement.varies
            if (traits[one.key][kinds] != traits[one.key][kinds[0]]).any()
        ]
        return several or differing(self.codes, kinds)

    def mixed(self) -> list[Mixture]:
        """What differs within points, over all of them."""
        places: dict[tuple[int, X], set[int]] = defaultdict(set)
        of_kinds = self.arrangement.lines.tolist()
        for kind, x in zip(self.of_values.tolist(), self.xs, strict=True):
            places[of_kinds[kind], x].add(kind)
        several: dict[str, set[str]] = defaultdict(set)
        for members in places.values():
            kinds = np.fromiter(members, np.intp, len(members))
            for key in self._mixed(kinds):
                several[key] |= {str(value) for value, _ in self._values(key, kinds)}
        return [{"key": key, "values": sorted(several[key])} for key in sorted(several)]

    def _values(self, key: str, kinds: Codes) -> list[tuple[Value | None, Codes]]:
        """Each value of a trait among some kinds, with the places of those that have it."""
        codes = self.codes.traits[key][kinds]
        return [
            (get_cell(self.kinds[kinds[where[0]]], self.table, key), where)
            for code in np.unique(codes)
            for where in [np.flatnonzero(codes == code)]
        ]

    def varies(self) -> list[Variation]:
        """What varies beside x and split, with its values and how much of the spread goes with it."""
        results = np.bincount(self.of_values, minlength=len(self.kinds))
        everything = np.arange(len(self.kinds))
        variations: list[Variation] = []
        for one in self.arrangement.varies:
            counts: Counter[Value | None] = Counter()
            for value, where in self._values(one.key, everything):
                counts[value] += int(results[where].sum())
            shown = counts.most_common(MAX_VARIED_VALUES)
            variations.append(
                {
                    "key": one.key,
                    "title": get_title(one.key),
                    "values": [
                        {"value": value, "n": n}
                        for value, n in sorted(shown, key=lambda each: get_sort_key(each[0]))
                    ],
                    "values_left_out": len(counts) - len(shown),
                    "explains_pct": None if one.explained is None else 100 * one.explained,
                    "n": int(self.codes.n.sum()),
                    "is_askable": is_askable(one.key),
                }
            )
        return variations


def _word(value: Value | None) -> str:
    return "unknown" if value is None else str(value)


def _medians(points: Sequence[SeriesPoint]) -> list[tuple[float, float]]:
    """Points with a number on x and a median, as scaling reads them."""
    return [(float(p["x"]), p["median"]) for p in points if isinstance(p["x"], int | float) and p["median"]]
