"""From a filter to the runs it means: configurations first (in memory), then short walks along the run indexes.

Three levels: factors and labels are decided by the configuration; `q`, tag, batch, times and states by the run; job
options, direction and metrics by the results: a run matches when ONE of its results matches ALL of these together.
A configuration whose every result must match needs no look at the results; the others get an `exists`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from uuid import UUID

import numpy as np
import orjson
from numpy.typing import NDArray

from fioboard.core.driver import Driver
from fioboard.core.times import now as clock
from fioboard.engine.filters import RESULT_KEYS, RUN_KEYS, Condition, Filter, metric
from fioboard.engine.filters.table import ConfigurationTable, Counts, Mask
from fioboard.engine.words.metrics import HEADLINES
from fioboard.store.queries import configurations
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.result_conditions import build_result_conditions
from fioboard.store.queries.runs.conditions import build_run_conditions, build_text_condition

# Lists are answered by one index probe per configuration, or by walking the whole list's index and skipping. A probe
# costs about as much as this many rows of a walk (measured, docs/benchmarks.md).
PROBE_ROWS = 12
# To read the results of all runs at once costs about as much as to look them up for one run in so many.
LOOKED_UP = 10
# So many are named, too, once results were looked through for them, and not looked for again among all of these.
COUNT_EXACTLY = 20_000
# A guess this many times beyond is believed without counting.
FAR_BEYOND = 2


@dataclass(frozen=True, slots=True)
class Selection:
    """A filter, resolved against the configurations of one moment."""

    wanted: Filter
    table: ConfigurationTable
    possible: Mask
    uncertain: Mask
    """Possible configurations where single results decide."""
    is_everything: bool
    """True when no condition on configurations is needed: each is possible, and all are certain or none is."""
    now: datetime
    matching: int | None = None
    """Number of matching runs, where somebody has counted them all."""
    run_ids: list[UUID] | None = None
    """All of these, where they were looked for among the results and are few."""
    is_many: bool = False
    """Somebody counted them, and stopped at COUNT_EXACTLY."""
    within: list[UUID] | None = None
    """No other runs can match: see candidates."""

    @property
    def of_runs(self) -> bool:
        """True when the run itself decides something, so that counting configurations is not enough."""
        return any(c.key in RUN_KEYS for c in self.wanted)

    @property
    def is_counted(self) -> bool:
        """True when the number of runs follows from the configurations alone."""
        return not self.of_runs and not bool(self.uncertain.any())

    @property
    def reads_documents(self) -> bool:
        """True when a metric decides that no column holds."""
        asked = (metric(condition.key) for condition in self.wanted.of_results)
        return any(wanted is not None and not wanted.is_stored for wanted in asked)

    @property
    def at_most(self) -> int:
        """No more runs than this can match; exact when `is_counted`."""
        return int(self.table.counts[self.possible].sum())

    def is_rare(self, limit: int) -> bool:
        """True when so few runs match that a walk to the first `limit` of them would look up too many results."""
        return self.matching is not None and bool(self.uncertain.any()) and self.matching < LOOKED_UP * limit

    def rows(self) -> NDArray[np.intp]:
        """Rows of the possible configurations that have runs at all."""
        return np.flatnonzero(self.possible & (self.table.counts > 0))

    def ids(self) -> list[UUID]:
        """Possible configurations that have runs at all."""
        return [self.table.ids[row] for row in self.rows()]

    def _list_undecided(self) -> list[Condition]:
        """List what has to be asked of results: their index has the metrics, while job options stand in the table
        alone.
        """
        return [
            condition
            for condition in self.wanted.of_results
            if _is_of_single_results(condition)
            or not bool(self.table.certain(condition)[self.uncertain].all())
        ]

    def conditions(
        self,
        parameters: Parameters,
        *,
        whole_words: bool = False,
        common_words: bool = False,
        of_result: str = "true",
    ) -> list[str]:
        """SQL over `run r`: all of the filter except which configurations are possible. `whole_words`: see text_of.

        `common_words`: most runs have them, so they are looked at run by run; their index would give all runs first.
        `of_result`: SQL over `s`, which result of a run must match; else one of all of them.
        """
        if self.run_ids is not None and of_result == "true":
            return ["r.deleted_at is null", f"r.id = any({parameters.add(self.run_ids, 'uuid[]')})"]
        clauses = ["r.deleted_at is null", *build_run_conditions(self.wanted, parameters, self.now)]
        text = self.wanted.get("q")
        if text is not None:
            words = build_text_condition(text, self.table, parameters, is_whole=whole_words)
            # Out of the index's reach, and by the planner's rule for what it cannot see through, true for every second.
            clauses.append(f"coalesce({words}, false)" if common_words else words)
        if bool(self.uncertain.any()):
            within = None if self.within is None else parameters.add(self.within, "uuid[]")
            inner = " and ".join(
                [
                    *([] if within is None else [f"s.run_id = any({within})"]),
                    *build_result_conditions(self._list_undecided(), parameters),
                ]
            )
            exists = f"exists (select from result s where s.run_id = r.id and {of_result} and {inner})"
            if self.is_many and self.reads_documents:
                # As a value it is looked up run by run, in order: the planner knows nothing of documents, takes matches
                # to be rare, and would read those of all runs.
                exists = f"""coalesce((
                    select true from result s where s.run_id = r.id and {of_result} and {inner} limit 1), false)"""
            certain = self.possible & ~self.uncertain & (self.table.counts > 0)
            if bool(certain.any()):
                ids = [
                    self.table.ids[row] for row in np.flatnonzero(self.uncertain & (self.table.counts > 0))
                ]
                exists = f"(r.configuration_id <> all({parameters.add(ids, 'uuid[]')}) or {exists})"
            clauses.append(exists)
            clauses += _build_headline_conditions(self.wanted, parameters)
            if within is not None:
                clauses.append(f"r.id = any({within})")
        return clauses


def _is_of_single_results(condition: Condition) -> bool:
    return metric(condition.key) is not None or condition.key in {"direction", "workload", "rated_verdict"}


def _select_result_conditions(wanted: Filter) -> tuple[Condition, ...]:
    """Select the conditions that single results decide."""
    return tuple(condition for condition in wanted if _is_of_single_results(condition))


def _build_headline_conditions(wanted: Filter, parameters: Parameters) -> list[str]:
    """Build conditions on headlines: a result above a bound needs a run whose largest result is, which lets the
    indexes on the headlines help.
    """
    clauses = []
    for condition in wanted.of_results:
        lows = [term.low for term in condition.includes]
        if condition.key in HEADLINES and lows and None not in lows:
            low = min(float(low) for low in lows if isinstance(low, int | float))
            clauses.append(f"r.{condition.key} >= {parameters.add(low, 'float8')}")
    return clauses


async def select(driver: Driver, wanted: Filter) -> Selection:
    """Resolves a filter. Raises UnknownKey and UnknownValue for labels and values that no run has."""
    [selection] = await select_each(driver, [wanted])
    return selection


async def select_each(driver: Driver, wanted: Iterable[Filter]) -> list[Selection]:
    """Resolves several filters against the configurations of one moment. Raises as `select`."""
    table = await configurations.load_configurations(driver)
    moment = clock()
    selections = []
    for one in wanted:
        table.require_known(one)
        selections.append(resolve(table, one, moment))
    return selections


def resolve(table: ConfigurationTable, wanted: Filter, now: datetime) -> Selection:
    """A filter against these configurations."""
    possible = np.ones(len(table), np.bool_)
    certain = np.ones(len(table), np.bool_)
    for condition in wanted:
        if condition.key in RUN_KEYS:
            continue
        if _is_of_single_results(condition):
            certain[:] = False
            continue
        possible &= table.possible(condition)
        if condition.key in RESULT_KEYS:
            certain &= table.certain(condition)
    uncertain = possible & ~certain
    is_everything = bool(possible.all()) and bool(uncertain.all() or not uncertain.any())
    return Selection(wanted, table, possible, uncertain, is_everything, now)


def widen(selection: Selection, wanted: Filter) -> Selection:
    """Return the selection for a filter with fewer conditions: many stay many, and candidates stay where single
    results decide as before.
    """
    wider = resolve(selection.table, wanted, selection.now)
    is_same = _select_result_conditions(wanted) == _select_result_conditions(selection.wanted)
    return replace(wider, is_many=selection.is_many, within=selection.within if is_same else None)


async def count_by_configuration(driver: Driver, selection: Selection) -> Counts:
    """Count matching runs per configuration, from the counters where they suffice, else in the runs' indexes."""
    table = selection.table
    if selection.is_counted:
        return np.where(selection.possible, table.counts, 0)
    counted = np.zeros(len(table), np.int64)
    asked = selection.possible
    if not selection.of_runs:
        # Only where single results decide has anything to be looked at.
        counted = np.where(selection.possible & ~selection.uncertain, table.counts, 0)
        asked = selection.uncertain
    parameters = Parameters()
    conditions = selection.conditions(parameters)
    ids = [table.ids[row] for row in np.flatnonzero(asked & (table.counts > 0))]
    if not ids:
        return counted
    if len(ids) < np.count_nonzero(table.counts):
        conditions.append(f"r.configuration_id = any({parameters.add(ids, 'uuid[]')})")
    # Two values instead of a row per configuration: ten thousand rows cost more to take over than to count.
    packed, numbers = await driver.fetchrow(
        f"""
        select string_agg(uuid_send(c.id), ''), array_agg(c.n) from (
            select r.configuration_id as id, count(*) as n from run r where {" and ".join(conditions)} group by 1
        ) c
        """,
        *parameters.values,
    )
    for row, n in zip(table.find_rows(packed or b""), numbers or (), strict=True):
        if row is not None:
            counted[row] = n
    return counted


async def count(driver: Driver, selection: Selection) -> tuple[int, bool]:
    """Number of matching runs, and whether it is exact: see `count_matching`."""
    _, total, is_exact = await count_matching(driver, selection)
    return total, is_exact


async def count_matching(driver: Driver, selection: Selection) -> tuple[Selection, int, bool]:
    """Count the selection's runs, and return the selection with that number, the number, and whether it is exact.

    From the counters; else counted, up to 20,000; else as the planner guesses, and said so.
    """
    if selection.is_counted:
        return replace(selection, matching=selection.at_most), selection.at_most, True
    if not selection.ids():
        return replace(selection, matching=0), 0, True
    far = await estimate_if_many(driver, selection)
    if far is not None:
        return selection, far, False
    parameters = Parameters()
    statement = _build_statement(selection, parameters)
    # To look for them among all results costs far more than to hand over who they are.
    named = "string_agg(uuid_send(x.id), '')" if bool(selection.uncertain.any()) else "null::bytea"
    counted, packed = await driver.fetchrow(
        f"select count(*), {named} from ({statement} limit {COUNT_EXACTLY + 1}) x", *parameters.values
    )
    if counted > COUNT_EXACTLY:
        guessed = await _estimate_rows(driver, statement, parameters)
        return replace(selection, is_many=True), min(max(guessed, counted), selection.at_most), False
    run_ids = None
    if bool(selection.uncertain.any()):
        run_ids = [UUID(bytes=packed[n : n + 16]) for n in range(0, len(packed or b""), 16)]
    return replace(selection, matching=counted, run_ids=run_ids), counted, True


async def list_candidates(driver: Driver, selection: Selection) -> list[UUID] | None:
    """List the runs that match all that single results decide, where they are few; None: ask without them.

    None also where nothing else is said: to count them names them then. For whoever asks for the same with and without
    a job option: results are looked through once, not once for each.
    """
    decided = Filter(_select_result_conditions(selection.wanted))
    everybody = int(selection.table.counts.sum())
    is_part = 0 < len(decided.conditions) < len(selection.wanted.conditions)
    if not is_part or selection.at_most * LOOKED_UP < everybody:
        return None
    named, _, _ = await count_matching(driver, resolve(selection.table, decided, selection.now))
    return named.run_ids


async def estimate(driver: Driver, selection: Selection) -> int:
    """Return the planner's estimate of the number of runs; not above what the counters say."""
    parameters = Parameters()
    if not selection.ids():
        return 0
    selection = replace(selection, is_many=False)
    return min(
        await _estimate_rows(driver, _build_statement(selection, parameters), parameters), selection.at_most
    )


def _build_statement(selection: Selection, parameters: Parameters) -> str:
    """Build the statement that selects the ids of all matching runs."""
    conditions = selection.conditions(parameters)
    if not selection.possible.all():
        conditions.append(f"r.configuration_id = any({parameters.add(selection.ids(), 'uuid[]')})")
    return f"select r.id from run r where {' and '.join(conditions)}"


async def estimate_if_many(driver: Driver, selection: Selection) -> int | None:
    """Return the planner's estimate of the number of runs, where words match far more than can be counted; else None.

    The index of words gives all of its runs before the first one can be counted: a common word is not begun with.
    """
    if selection.wanted.get("q") is None:
        return None
    parameters = Parameters()
    conditions = selection.conditions(parameters, whole_words=True)
    guessed = await _estimate_rows(
        driver, f"select 1 from run r where {' and '.join(conditions)}", parameters
    )
    return min(guessed, selection.at_most) if guessed > FAR_BEYOND * COUNT_EXACTLY else None


async def _estimate_rows(driver: Driver, statement: str, parameters: Parameters) -> int:
    """Return the planner's estimate of the number of rows, from the statistics of these very values."""
    plan: str = await driver.fetchval(f"explain (format json) {statement}", *parameters.values)
    return int(orjson.loads(plan)[0]["Plan"]["Plan Rows"])
