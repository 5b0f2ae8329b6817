"""A set of runs against its references, as whole comparisons and in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.errors import BatchNotFound, Invalid, RunNotFound
from fioboard.features.compare.references.held import counted, of_workloads, told
from fioboard.features.compare.references.which import Part, scope_of
from fioboard.features.compare.resampling import Bound
from fioboard.features.compare.service import compare
from fioboard.features.compare.sides import run_ids_of
from fioboard.features.compare.spec import Spec
from fioboard.filters import Condition, Filter, Term
from fioboard.queries import references as queries
from fioboard.queries.planning import plan_anew
from fioboard.queries.references import HeldRow
from fioboard.schemas.compare import CompareOut
from fioboard.schemas.reference import AgainstPart, ReferenceComparison
from fioboard.vocabulary.limits import MAX_COMPARED_RUNS


@dataclass(frozen=True, slots=True)
class Whole:
    """One part and its comparison; None where there is nothing to compare."""

    part: Part
    base: Filter
    new: Filter
    comparison: CompareOut | None


async def of_run(driver: Driver, run_id: UUID) -> list[HeldRow]:
    """The run and its repeats: runs of its batch that measured the same, set up alike. Raises RunNotFound."""
    mine = await queries.list_runs(driver, [run_id], [])
    if not mine:
        raise RunNotFound
    [run] = mine
    if run["batch_id"] is None:
        return mine
    others = await queries.list_runs(driver, [], [run["batch_id"]])
    return mine + [
        other
        for other in others
        if other["id"] != run_id
        and other["configuration_id"] == run["configuration_id"]
        and set(other["workload_ids"]) == set(run["workload_ids"])
    ]


async def of_batch(driver: Driver, batch_id: UUID) -> list[HeldRow]:
    """The measuring runs of a batch. Raises BatchNotFound, Invalid for more than can be compared."""
    runs = await queries.list_runs(driver, [], [batch_id])
    if not runs:
        raise BatchNotFound
    if len(runs) > MAX_COMPARED_RUNS:
        raise Invalid(f"This batch has more than {MAX_COMPARED_RUNS:,} runs.")
    return runs


async def of_filter(driver: Driver, side: Filter) -> list[HeldRow]:
    """The runs that a filter means, with what it means of their results.

    Raises RunNotFound, FilterError, and Invalid for too many.
    """
    run_ids = await run_ids_of(driver, side)
    return await queries.list_runs(driver, run_ids, [], side.of_results)


async def against(
    driver: Driver,
    runs: Sequence[HeldRow],
    spec: Spec,
    *,
    results: Sequence[Condition] = (),
    resampled: Bound | None = None,
) -> list[Whole]:
    """These runs against every reference that counts for some of them.

    `spec`: all but its sides. `results`: what results of these runs must satisfy.
    """
    async with plan_anew(driver):
        parts = (await counted(driver, {None: runs}))[None]
    return [await _compared(driver, part, spec, results, resampled) for part in parts]


async def _compared(
    driver: Driver, part: Part, spec: Spec, results: Sequence[Condition], resampled: Bound | None
) -> Whole:
    base = _side(part.base, part, [])
    new = _side(part.new, part, results)
    comparison = None
    if part.state == "compared":
        sided = Spec((base, new), spec.metrics, spec.ignore, spec.match, spec.headline)
        comparison = await compare(driver, sided, resampled=resampled)
    return Whole(part, base, new, comparison)


def _side(run_ids: Sequence[UUID], part: Part, results: Sequence[Condition]) -> Filter:
    """These runs; where another reference counts for some of their workloads, and where results are chosen, with the
    workloads that this one counts for."""
    conditions = [Condition("run", tuple(Term(str(one), str(one)) for one in sorted(run_ids)))]
    if results or not part.is_whole:
        conditions.append(of_workloads(part.workload_ids))
    conditions += [one for one in results if one.key != "workload"]
    return Filter(tuple(sorted(conditions, key=lambda one: one.key)))


def in_words(whole: Whole) -> AgainstPart:
    """A part as a page tells it."""
    part, comparison = whole.part, whole.comparison
    speaking = comparison["headline_metric"] if comparison is not None else None
    headline = None
    cells = []
    if comparison is not None and speaking is not None:
        headline = comparison["headlines"].get(speaking)
        cells = [row["metrics"][speaking] for row in comparison["workloads"] if speaking in row["metrics"]]
    return {
        **told(part, headline, cells),
        "sentence": _sentence(part, comparison),
        "base": whole.base.to_query() if part.base else "",
        "new": whole.new.to_query() if part.new else "",
        "runs": len(part.new),
        "factors_changed": comparison["factors_changed"] if comparison is not None else [],
        "attribution": comparison["attribution"] if comparison is not None else None,
    }


def _sentence(part: Part, comparison: CompareOut | None) -> str:
    name = part.pinned.name
    if part.state == "deleted":
        return f"The runs of the reference “{name}” with this workload are deleted: there is nothing to compare with."
    if comparison is None:
        return f"This is the reference “{name}”."
    sentences = [f"Against the baseline “{name}”: {comparison['sentence']}"]
    if part.deleted:
        gone = "One run" if part.deleted == 1 else f"{part.deleted} runs"
        sentences.append(
            f"{gone} of the reference with this workload {'is' if part.deleted == 1 else 'are'} deleted."
        )
    return " ".join(sentences)


def whole_out(whole: Whole, comparison: CompareOut) -> ReferenceComparison:
    """A part that was compared, with everything."""
    pin = whole.part.pinned
    return {
        "reference": {"id": str(pin.id), "name": pin.name, "scope": scope_of(pin.host_id, pin.workload_id)},
        "comparison": comparison,
    }
