"""The sides of a comparison as they are read from the database."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.app.compare import sentences
from fioboard.app.compare.spec import Spec
from fioboard.core.driver import Driver
from fioboard.core.errors import Invalid, RunNotFound
from fioboard.core.figures import format_count
from fioboard.engine.filters import Condition, Filter
from fioboard.engine.words.limits import MAX_COMPARED_RESULTS, MAX_COMPARED_RUNS
from fioboard.store.queries import compare as compare_queries
from fioboard.store.queries.compare import ComparedResultRow, ComparedRunRow
from fioboard.store.queries.configurations import get_factors
from fioboard.store.queries.filtering import Selection, select, select_each
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.runs.lists import run_ids


@dataclass(frozen=True, slots=True)
class Side:
    """One side as read: its filter, its runs, and the results it compares."""

    filter: Filter
    runs: Sequence[ComparedRunRow]
    results: Sequence[ComparedResultRow]

    @property
    def compared(self) -> list[ComparedRunRow]:
        """Its runs with a result that is compared, newest first."""
        ids = {result["run_id"] for result in self.results}
        return [run for run in reversed(self.runs) if run["id"] in ids]

    @property
    def inventories(self) -> list[UUID]:
        """Distinct inventories of the compared runs, the newest run's first."""
        return list(dict.fromkeys(run["inventory_id"] for run in self.compared if run["inventory_id"]))


@dataclass(frozen=True, slots=True)
class Loaded:
    """Everything a comparison needs from the database."""

    sides: Sequence[Side]
    workloads: Mapping[UUID, str]
    factors: Mapping[UUID, str]


async def load(driver: Driver, spec: Spec) -> Loaded:
    """Reads all sides. Raises RunNotFound, FilterError, Invalid for too many runs and for sides that share some."""
    selections = await select_each(driver, spec.sides)
    ids = [await _list_ids(driver, selection) for selection in selections]
    async with plan_anew(driver):
        sides = await _load_sides(driver, spec, [set(side_ids) for side_ids in ids])
        if sum(len(side.results) for side in sides) > MAX_COMPARED_RESULTS:
            raise Invalid(sentences.TOO_MANY_RESULTS(most=format_count(MAX_COMPARED_RESULTS)))
        _require_apart(sides)
        workload_ids = {r["workload_id"] for side in sides for r in side.results}
        configuration_ids = {r["configuration_id"] for side in sides for r in side.runs}
        return Loaded(
            sides,
            await compare_queries.get_workloads(driver, list(workload_ids)),
            await get_factors(driver, configuration_ids),
        )


async def _load_sides(driver: Driver, spec: Spec, ids: Sequence[set[UUID]]) -> list[Side]:
    """Load runs and results of all sides: what several sides ask for alike is asked for once."""
    runs = await compare_queries.list_runs(driver, list(set().union(*ids)))
    asked: dict[tuple[Condition, ...], set[UUID]] = {}
    for side, side_ids in zip(spec.sides, ids, strict=True):
        asked.setdefault(side.of_results, set()).update(side_ids)
    results = {
        conditions: await compare_queries.list_results(
            driver,
            list(asking),
            conditions,
            metrics=spec.metrics,
            options=spec.match,
            most=MAX_COMPARED_RESULTS + 1,
        )
        for conditions, asking in asked.items()
    }
    return [
        Side(
            side,
            [run for run in runs if run["id"] in side_ids],
            [result for result in results[side.of_results] if result["run_id"] in side_ids],
        )
        for side, side_ids in zip(spec.sides, ids, strict=True)
    ]


async def list_run_ids(driver: Driver, side: Filter) -> list[UUID]:
    """List the runs of a side. Raises RunNotFound, FilterError, and Invalid for too many."""
    return await _list_ids(driver, await select(driver, side))


async def _list_ids(driver: Driver, selection: Selection) -> list[UUID]:
    side = selection.wanted
    ids = await run_ids(driver, selection, MAX_COMPARED_RUNS + 1)
    if len(ids) > MAX_COMPARED_RUNS:
        raise Invalid(
            sentences.TOO_MANY_RUNS(filter=side.format_query(), most=format_count(MAX_COMPARED_RUNS))
        )
    named = side.get("run")
    if named is not None and len(side.conditions) == 1 and not named.excludes:
        missing = {str(term.low) for term in named.includes} - {str(run_id) for run_id in ids}
        if missing:
            raise RunNotFound(sentences.NO_RUN(run=min(missing)))
    return ids


def _require_apart(sides: Sequence[Side]) -> None:
    base = {r["id"]: r["run_id"] for r in sides[0].results}
    for side in sides[1:]:
        for result in side.results:
            if result["id"] in base:
                raise Invalid(sentences.ON_BOTH_SIDES(run=result["run_id"]))
