"""`fioboard compare --against-reference RUNS`: runs held against what is pinned for them."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import typer

from fioboard.app.compare import rated
from fioboard.app.compare.conditions import Condition
from fioboard.app.compare.references.against import (
    Whole,
    build_whole,
    compare_with_references,
    describe_part,
    list_filter_runs,
)
from fioboard.app.compare.resampling import OF_ANSWER
from fioboard.app.compare.spec import Spec
from fioboard.cli import sentences
from fioboard.cli.compared import (
    CONDITION_MET,
    COULD_NOT,
    NO_REFERENCE,
    Shape,
    print_comparison,
    print_json,
    settled,
)
from fioboard.cli.migrated import opened
from fioboard.core.errors import Invalid
from fioboard.core.figures import format_things
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.filters import Filter
from fioboard.store.embedded.connect import Addresses
from fioboard.store.queries.references import HeldRow


@dataclass(frozen=True, slots=True)
class Side:
    """Runs, what they were held against, and the datasheets of what was compared, by run id, for Markdown."""

    filter: Filter
    wholes: Sequence[Whole]
    runs: int
    without: int
    """Runs that measured something that no reference counts for."""
    ratings: Mapping[str, RatingOut]

    @property
    def compared(self) -> list[tuple[Whole, CompareOut]]:
        """What there was to compare."""
        return [(whole, whole.comparison) for whole in self.wholes if whole.comparison is not None]


def print_held(at: Addresses, spec: Spec, shape: Shape, conditions: Sequence[Condition]) -> int:
    """Prints every side against its references; the exit code. Raises FilterError, RunNotFound, Invalid."""
    sides = asyncio.run(_held(at, spec, shape))
    compared = [one for side in sides for one in side.compared]
    if shape is Shape.CSV and len(compared) > 1:
        raise Invalid(
            "Several baselines apply to these runs, and CSV can hold only one comparison: use --json."
        )
    if shape is Shape.JSON:
        print_json({"items": [build_whole(*one) for one in compared]})
    else:
        for side in sides:
            for whole, comparison in side.compared:
                _print_title(whole, shape)
                print_comparison(comparison, side.ratings, shape)
    codes = [_remarked(side) for side in sides]
    codes.append(settled(conditions, [comparison for _, comparison in compared]) if compared else 0)
    # What is worse is told whatever else could not be.
    return max(codes, key=[0, NO_REFERENCE, COULD_NOT, CONDITION_MET].index)


def _print_title(whole: Whole, shape: Shape) -> None:
    runs = format_things(len(whole.part.base), "run")
    title = sentences.AGAINST_BASELINE(name=whole.part.pinned.name, runs=runs)
    if shape is Shape.MARKDOWN:
        typer.echo(f"# {title}\n")
    elif shape is Shape.TABLE:
        typer.echo(title)


def _remarked(side: Side) -> int:
    """Says what of a side was not compared, and gives the exit code for it."""
    name = side.filter.format_query()
    if not side.wholes:
        typer.echo(sentences.NOT_PINNED(runs=name), err=True)
        return NO_REFERENCE
    for whole in side.wholes:
        if whole.comparison is None or whole.part.deleted:
            typer.echo(f"fioboard: {describe_part(whole)['sentence']}", err=True)
    if side.without:
        typer.echo(
            sentences.RUNS_NOT_PINNED(without=side.without, runs=side.runs),
            err=True,
        )
    return 0 if side.compared else COULD_NOT


def _count_uncompared(runs: Sequence[HeldRow], wholes: Sequence[Whole]) -> int:
    """Count the runs with a workload that no reference counts for."""
    counted = {
        (run_id, workload_id)
        for whole in wholes
        for run_id in (*whole.part.base, *whole.part.new)
        for workload_id in whole.part.workload_ids
    }
    return sum(any((run["id"], one) not in counted for one in run["workload_ids"]) for run in runs)


async def _held(at: Addresses, spec: Spec, shape: Shape) -> list[Side]:
    sides = []
    async with opened(at) as database, database.driver() as driver:
        for side in dict.fromkeys(spec.sides):
            runs = await list_filter_runs(driver, side)
            if not runs:
                raise Invalid(sentences.NO_RUN_OF_SIDE(filter=side.format_query()))
            wholes = await compare_with_references(
                driver,
                runs,
                spec,
                results=side.of_results,
                resampled=None if shape is Shape.TABLE else OF_ANSWER,
            )
            ratings: dict[str, RatingOut] = {}
            if shape is Shape.MARKDOWN:
                for whole in wholes:
                    if whole.comparison is not None:
                        ratings |= await rated.get_ratings(driver, whole.comparison)
            sides.append(Side(side, wholes, len(runs), _count_uncompared(runs, wholes), ratings))
    return sides
