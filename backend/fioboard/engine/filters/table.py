"""All configurations in memory, as small integer arrays: filters and facets in microseconds instead of table scans.

Measured at 20,000 configurations (docs/benchmarks.md); PostgreSQL's GROUPING SETS over the same rows take 22 ms.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from uuid import UUID

import numpy as np
from numpy.typing import NDArray

from fioboard.core import sentences as common
from fioboard.core.errors import Problem, UnknownKey, UnknownValue, quoted
from fioboard.engine.filters import sentences
from fioboard.engine.filters.condition import CUT_AT, Condition, Filter, Term
from fioboard.engine.filters.keys import CHOICES, RESULT_KEYS, RUN_KEYS, get_kind, nearest
from fioboard.engine.filters.values import Value
from fioboard.engine.words.metrics import metric
from fioboard.engine.words.target_names import folder_of_own_file

Cell = Value | tuple[Value, ...]
Decision = Callable[[Condition, "Cell | None"], bool]
Mask = NDArray[np.bool_]
Counts = NDArray[np.int64]
# Decisions that a column remembers; a word that somebody types makes one for each letter.
MAX_TRUTHS = 128
# The factor that is also found by the names its place had.
NAMED = "target.path"


@dataclass(slots=True)
class Column:
    """One factor: a code per configuration; code 0 is unknown, code n the n-th distinct value."""

    codes: NDArray[np.intp]
    values: list[Cell] = field(default_factory=list)
    code_of: dict[tuple[str | type, Cell], int] = field(default_factory=dict)
    _truths: dict[tuple[str, Decision], NDArray[np.bool_]] = field(default_factory=dict)

    def truth(self, condition: Condition, decide: Decision) -> NDArray[np.bool_]:
        """What is decided of each code. People ask for the same again: a page, its facets, a comparison."""
        # By its text: True, 1 and 1.0 are three values, and equal.
        asked = repr(condition), decide
        truth = self._truths.get(asked)
        if truth is None or len(truth) != len(self.values) + 1:
            cells: Sequence[Cell | None] = [None, *self.values]
            truth = np.fromiter((decide(condition, cell) for cell in cells), np.bool_, len(cells))
            if len(self._truths) >= MAX_TRUTHS:
                self._truths.clear()
            self._truths[asked] = truth
        return truth

    def code(self, value: Cell) -> int:
        """The code of a value, made when it is new. True, 1 and 1.0 are three values."""
        key = (repr(value) if isinstance(value, tuple) else type(value), value)
        code = self.code_of.get(key)
        if code is None:
            self.values.append(value)
            code = self.code_of[key] = len(self.values)
        return code

    def singles(self) -> set[Value]:
        """Every single value that occurs."""
        return {one for cell in self.values for one in (cell if isinstance(cell, tuple) else (cell,))}


@dataclass(frozen=True, slots=True)
class Weights:
    """The configurations that count and how often, in the type that numpy counts in: made once, for many factors."""

    rows: NDArray[np.intp]
    runs: NDArray[np.float64]

    @classmethod
    def build(cls, counts: Counts) -> "Weights":
        """Build the weights from a number for each configuration."""
        rows = np.flatnonzero(counts)
        return cls(rows, counts[rows].astype(np.float64))


class ConfigurationTable:
    """Rows are configurations, columns their factors, `counts` their runs. It only grows."""

    def __init__(self) -> None:
        self.ids: list[UUID] = []
        self.columns: dict[str, Column] = {}
        self._rows: dict[UUID, int] = {}
        self._rows_of_bytes: dict[bytes, int] = {}
        self._counts = np.zeros(64, np.int64)
        self._size = 0
        self._masks: dict[tuple[int, Decision], tuple[Condition, Mask]] = {}
        self._named: dict[str, set[int]] = {}
        self.merged: Mapping[str, str] = {}
        """Names of merged hosts, each with that of the host that has its runs."""

    def __len__(self) -> int:
        return self._size

    @property
    def counts(self) -> Counts:
        """Runs per configuration, deleted ones left out."""
        return self._counts[: self._size]

    def frozen(self) -> "ConfigurationTable":
        """The table as it is now: it shares the columns, whose first rows never change, and keeps its own counts."""
        view = ConfigurationTable()
        view.ids, view.columns = self.ids, self.columns
        view._rows, view._rows_of_bytes, view._named = self._rows, self._rows_of_bytes, self._named
        view._counts, view._size = self.counts.copy(), self._size
        view.merged = self.merged
        return view

    def put(
        self,
        configuration_id: UUID,
        factors: Mapping[str, Value | list[Value]],
        run_count: int,
        target_names: Iterable[str] = (),
    ) -> None:
        """Adds a configuration or notes its new number of runs; its factors never change, names of its target come."""
        row = self._rows.get(configuration_id)
        if row is None:
            row = self._size
            if row == len(self._counts):
                self._grow()
            self.ids.append(configuration_id)
            self._rows[configuration_id] = self._rows_of_bytes[configuration_id.bytes] = row
            self._size += 1
            for key, value in factors.items():
                column = self.columns.get(key)
                if column is None:
                    column = self.columns[key] = Column(np.zeros(len(self._counts), np.intp))
                column.codes[row] = column.code(tuple(value) if isinstance(value, list) else value)
        for name in target_names:
            self._named.setdefault(name, set()).add(row)
        self._counts[row] = run_count

    def _grow(self) -> None:
        more = len(self._counts)
        self._counts = np.concatenate([self._counts, np.zeros(more, np.int64)])
        for column in self.columns.values():
            column.codes = np.concatenate([column.codes, np.zeros(more, np.intp)])

    def find_row(self, configuration_id: UUID) -> int | None:
        """Find the row of a configuration; None when it is not in the table."""
        row = self._rows.get(configuration_id)
        return None if row is None or row >= self._size else row

    def find_rows(self, packed: bytes) -> list[int | None]:
        """Find the rows of configurations whose ids follow each other, 16 bytes each; None for one not in the
        table.
        """
        rows = (self._rows_of_bytes.get(packed[at : at + 16]) for at in range(0, len(packed), 16))
        return [None if row is None or row >= self._size else row for row in rows]

    def cell(self, key: str, row: int) -> Cell | None:
        """A configuration's value of a factor; a tuple when it has several, None when unknown."""
        column = self.columns.get(key)
        code = 0 if column is None else column.codes[row]
        return None if column is None or code == 0 else column.values[code - 1]

    def codes(self, key: str) -> NDArray[np.intp]:
        """The codes of a factor, all zero when it does not occur."""
        column = self.columns.get(key)
        return np.zeros(len(self), np.intp) if column is None else column.codes[: len(self)]

    def possible(self, condition: Condition) -> Mask:
        """Configurations that can have runs which satisfy a condition on a factor."""
        return self._mask(condition, _possible)

    def certain(self, condition: Condition) -> Mask:
        """Configurations all of whose results satisfy a condition on a job option."""
        return self._mask(condition, _certain)

    def _mask(self, condition: Condition, decide: Decision) -> Mask:
        # Facets ask for each condition once for every key; the condition is kept so that its identity stays its own.
        known = self._masks.get((id(condition), decide))
        if known is not None and len(known[1]) == len(self):
            return known[1]
        column = self.columns.get(condition.key) or Column(self.codes(condition.key))
        codes = self.codes(condition.key)
        if condition.key == NAMED:
            included = replace(condition, excludes=())
            excluded = replace(condition, includes=())
            mask: Mask = column.truth(included, decide)[codes] | self._called(condition.includes)
            mask &= column.truth(excluded, decide)[codes] & ~self._called(condition.excludes)
        else:
            meant = condition.renamed(self.merged) if condition.key == "host" else condition
            mask = column.truth(meant, decide)[codes]
        mask.flags.writeable = False
        self._masks[id(condition), decide] = condition, mask
        return mask

    def _called(self, terms: Iterable[Term]) -> Mask:
        """Configurations whose target was measured under one of these names."""
        mask = np.zeros(len(self), np.bool_)
        for term in terms:
            rows = self._named.get(folder_of_own_file(term.low), ()) if isinstance(term.low, str) else ()
            mask[[row for row in list(rows) if row < len(self)]] = True
        return mask

    def require_known(self, wanted: Filter) -> None:
        """Raises UnknownKey for a label that no run has, UnknownValue for a text that a factor never had."""
        for condition in wanted:
            key = condition.key
            is_free = key in RESULT_KEYS and key not in self.columns and key not in CHOICES
            if key in RUN_KEYS or metric(key) is not None or is_free:
                continue
            if key.startswith("label.") and key not in self.columns:
                # A label with the key of a factor states that factor: label slot=2 is the factor slot.
                bare = key.removeprefix("label.")
                near = nearest(key, (k for k in self.columns if k.startswith("label.")))
                raise UnknownKey(
                    sentences.NO_RUN_HAS(filter=quoted(key))
                    + (common.DID_YOU_MEAN(nearest=repr(bare)) if bare in self.columns else near),
                    problems=[Problem(f"/query/{key[:64]}", "UnknownKey", "unknown label")],
                )
            self._require_known_values(condition)

    def _require_known_values(self, condition: Condition) -> None:
        key = condition.key
        column = self.columns.get(key)
        known: set[Value] | None = None
        for term in (*condition.includes, *condition.excludes):
            typed = isinstance(term.low, str) and not term.is_range and get_kind(key) in {"text", "bytes"}
            if not typed or (column and term.low is not None and (str, term.low) in column.code_of):
                continue
            known = known if known is not None else column.singles() if column else set()
            if any(term.holds(value) for value in known) or term.low in CHOICES.get(key, ()):
                continue
            if key == NAMED and bool(self._called([term]).any()):
                continue
            offered = (*map(str, known), *CHOICES.get(key, ()), *(self._named if key == NAMED else ()))
            raise UnknownValue(
                sentences.NO_RUN_HAS_VALUE(
                    filter=key, value=quoted(term.low)[1:-1], hint=nearest(str(term.low), offered)
                ),
                problems=[Problem(f"/query/{key[:64]}", "UnknownValue", "unknown value")],
            )

    def count_values(self, key: str, weights: Weights) -> tuple[dict[Value, int], int]:
        """Runs per single value of a factor, and runs where it is unknown.

        A run with several values counts under each of them.
        """
        column = self.columns.get(key)
        if column is None:
            return {}, int(weights.runs.sum())
        sums = np.bincount(self.codes(key)[weights.rows], weights.runs, len(column.values) + 1)
        counts: dict[Value, int] = {}
        for code in np.flatnonzero(sums[1:]):
            cell = column.values[code]
            for value in dict.fromkeys(cell) if isinstance(cell, tuple) else (cell,):
                counts[value] = counts.get(value, 0) + int(sums[code + 1])
        return counts, int(sums[0])


def _cells(cell: Cell | None) -> tuple[Value, ...]:
    return () if cell is None else cell if isinstance(cell, tuple) else (cell,)


def _possible(condition: Condition, cell: Cell | None) -> bool:
    several = _cells(cell)
    if condition.key in RESULT_KEYS:
        # One result decides, so one value that is accepted is enough; a cut list may hide it.
        return len(several) >= CUT_AT or any(condition.accepts(value) for value in several or (None,))
    return condition.accepts_some(several) if several else condition.accepts(None)


def _certain(condition: Condition, cell: Cell | None) -> bool:
    several = _cells(cell)
    return len(several) < CUT_AT and all(condition.accepts(value) for value in several or (None,))


Row = tuple[UUID, Mapping[str, Value | list[Value]], int, Iterable[str]]
"""A configuration's id, factors, number of runs, and names of its target."""


def fill(rows: Iterable[Row]) -> ConfigurationTable:
    """A table of these rows."""
    table = ConfigurationTable()
    for row in rows:
        table.put(*row)
    return table
