"""A set of runs against its references, as whole comparisons and in words."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from fioboard.app.compare import sentences as phrases
from fioboard.app.compare.references.brief import build_held_part, find_counting, match_workloads
from fioboard.app.compare.references.which import Part, find_scope
from fioboard.app.compare.resampling import Bound
from fioboard.app.compare.service import compare
from fioboard.app.compare.sides import list_run_ids
from fioboard.app.compare.spec import Spec
from fioboard.core.driver import Driver
from fioboard.core.errors import BatchNotFound, Invalid, RunNotFound
from fioboard.core.figures import format_count
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.reference import AgainstPart, ReferenceComparison
from fioboard.engine.filters import Condition, Filter, Term
from fioboard.engine.words.limits import MAX_COMPARED_RUNS
from fioboard.store.queries import references as queries
from fioboard.store.queries.planning import plan_anew
from fioboard.store.queries.references import HeldRow


@dataclass(frozen=True, slots=True)
class Whole:
    """One part and its comparison; None where there is nothing to compare."""

    part: Part
    base: Filter
    new: Filter
    comparison: CompareOut | None


async def list_run_repeats(driver: Driver, run_id: UUID) -> list[HeldRow]:
    """List the run and its repeats: runs of its batch that measured the same, set up alike. Raises RunNotFound."""
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


async def list_batch_runs(driver: Driver, batch_id: UUID) -> list[HeldRow]:
    """List the measuring runs of a batch. Raises BatchNotFound, Invalid for more than can be compared."""
    runs = await queries.list_runs(driver, [], [batch_id])
    if not runs:
        raise BatchNotFound
    if len(runs) > MAX_COMPARED_RUNS:
        raise Invalid(phrases.BATCH_TOO_LARGE(most=format_count(MAX_COMPARED_RUNS)))
    return runs


async def list_filter_runs(driver: Driver, side: Filter) -> list[HeldRow]:
    """List the runs that a filter selects, with its conditions on their results. Raises RunNotFound, FilterError, and
    Invalid for too many.

    Raises RunNotFound, FilterError, and Invalid for too many.
    """
    run_ids = await list_run_ids(driver, side)
    return await queries.list_runs(driver, run_ids, [], side.of_results)


async def compare_with_references(
    driver: Driver,
    runs: Sequence[HeldRow],
    spec: Spec,
    *,
    results: Sequence[Condition] = (),
    resampled: Bound | None = None,
) -> list[Whole]:
    """Compare these runs with every reference that counts for some of them. `spec`: all but its sides. `results`:
    what results of these runs must satisfy.

    `spec`: all but its sides. `results`: what results of these runs must satisfy.
    """
    async with plan_anew(driver):
        parts = (await find_counting(driver, {None: runs}))[None]
    return [await _compare_part(driver, part, spec, results, resampled) for part in parts]


async def _compare_part(
    driver: Driver, part: Part, spec: Spec, results: Sequence[Condition], resampled: Bound | None
) -> Whole:
    base = _build_side(part.base, part, [])
    new = _build_side(part.new, part, results)
    comparison = None
    if part.state == "compared":
        sided = Spec((base, new), spec.metrics, spec.ignore, spec.match, spec.headline)
        comparison = await compare(driver, sided, resampled=resampled)
    return Whole(part, base, new, comparison)


def _build_side(run_ids: Sequence[UUID], part: Part, results: Sequence[Condition]) -> Filter:
    """Build the filter of these runs; where another reference counts for some of their workloads, and where
    results are chosen, with the workloads that this one counts for.
    """
    conditions = [Condition("run", tuple(Term(str(one), str(one)) for one in sorted(run_ids)))]
    if results or not part.is_whole:
        conditions.append(match_workloads(part.workload_ids))
    conditions += [one for one in results if one.key != "workload"]
    return Filter(tuple(sorted(conditions, key=lambda one: one.key)))


def describe_part(whole: Whole) -> AgainstPart:
    """Describe a part as a page shows it."""
    part, comparison = whole.part, whole.comparison
    speaking = comparison["headline_metric"] if comparison is not None else None
    headline = None
    cells = []
    if comparison is not None and speaking is not None:
        headline = comparison["headlines"].get(speaking)
        cells = [row["metrics"][speaking] for row in comparison["workloads"] if speaking in row["metrics"]]
    return {
        **build_held_part(part, headline, cells),
        "sentence": _build_sentence(part, comparison),
        "base": whole.base.format_query() if part.base else "",
        "new": whole.new.format_query() if part.new else "",
        "runs": len(part.new),
        "factors_changed": comparison["factors_changed"] if comparison is not None else [],
        "attribution": comparison["attribution"] if comparison is not None else None,
    }


def _build_sentence(part: Part, comparison: CompareOut | None) -> str:
    name = part.pinned.name
    if part.state == "deleted":
        return phrases.REFERENCE_DELETED(name=name)
    if comparison is None:
        return phrases.IS_REFERENCE(name=name)
    sentences: list[str] = [phrases.AGAINST_BASELINE(name=name, sentence=comparison["sentence"])]
    if part.deleted:
        gone = "One run" if part.deleted == 1 else f"{part.deleted} runs"
        sentences.append(phrases.RUNS_DELETED(runs=gone, verb="is" if part.deleted == 1 else "are"))
    return " ".join(sentences)


def build_whole(whole: Whole, comparison: CompareOut) -> ReferenceComparison:
    """Build a part that was compared, with everything."""
    pin = whole.part.pinned
    return {
        "reference": {"id": str(pin.id), "name": pin.name, "scope": find_scope(pin.host_id, pin.workload_id)},
        "comparison": comparison,
    }
