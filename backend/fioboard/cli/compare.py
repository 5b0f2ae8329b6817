"""`fioboard compare BASE NEW`: the comparison on a terminal, as Markdown or JSON, and as an exit code for scripts."""

import asyncio
from collections.abc import Mapping
from typing import Annotated
from uuid import UUID

import typer

from fioboard.app.compare import rated
from fioboard.app.compare.conditions import read_condition
from fioboard.app.compare.resampling import OF_ANSWER
from fioboard.app.compare.service import compare as compared
from fioboard.app.compare.spec import Spec, read
from fioboard.cli.against_reference import print_held
from fioboard.cli.compared import Shape, print_comparison, settled
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.core.errors import AppError, Invalid
from fioboard.engine.answers.compare import CompareOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.words.metrics import USUAL
from fioboard.store.embedded.connect import Addresses


def compare(  # noqa: PLR0917 -- typer makes options of them
    base: Annotated[
        str, typer.Argument(help="Filter of the base runs (`bios.nps=1&rw=read`), or a run's id")
    ],
    new: Annotated[
        list[str] | None, typer.Argument(help="Filter of the new runs, or a run's id; several: columns")
    ] = None,
    metric: Annotated[list[str] | None, typer.Option(help="Only this metric, repeatable")] = None,
    ignore: Annotated[
        list[str] | None,
        typer.Option(help="Job option that may differ between matched workloads, repeatable"),
    ] = None,
    match: Annotated[
        list[str] | None, typer.Option(help="Further job option that must be equal, e.g. size; repeatable")
    ] = None,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown")] = False,
    as_csv: Annotated[bool, typer.Option("--csv", help="Print CSV, base units")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what the API answers with bootstrap=true")
    ] = False,
    fail_if: Annotated[
        list[str] | None,
        typer.Option(help="Exit with 3 when a workload meets it, e.g. worse:clat_p99_ns>5%; repeatable"),
    ] = None,
    is_against_reference: Annotated[
        bool,
        typer.Option(
            "--against-reference",
            help="All of these are new runs: compare them with the pinned baselines",
        ),
    ] = False,
) -> None:
    """Compare sets of runs, or with --against-reference runs with what is pinned.

    Exit code 0: compared; 1: could not; 3: a --fail-if condition is met; 4: no reference is pinned for these runs.
    """
    shape = Shape.MARKDOWN if as_markdown else Shape.CSV if as_csv else Shape.JSON if as_json else Shape.TABLE
    try:
        conditions = [read_condition(text) for text in fail_if or []]
        asked = [*(metric or USUAL), *(condition.metric for condition in conditions)]
        sides = [_side(text) for text in new or []]
        if not sides and not is_against_reference:
            raise Invalid("Compare with what? Give a second filter, or add --against-reference.")
        # Against references every side is new; each is held against its own.
        spec = read(_side(base), sides or [_side(base)], asked, ignore or [], match or [])
        with migrated(checked_settings(), "fioboard compare") as at:
            if is_against_reference:
                raise typer.Exit(print_held(at, spec, shape, conditions))
            comparison, ratings = asyncio.run(_compared(at, spec, shape))
    except AppError as error:
        typer.echo(f"fioboard: {error.detail}", err=True)
        raise typer.Exit(1) from None
    print_comparison(comparison, ratings, shape)
    raise typer.Exit(settled(conditions, [comparison]))


def _side(text: str) -> str:
    try:
        return f"run={UUID(text)}"
    except ValueError:
        return text


async def _compared(at: Addresses, spec: Spec, shape: Shape) -> tuple[CompareOut, Mapping[str, RatingOut]]:
    """The comparison; as Markdown with its runs beside their datasheets, by run id."""
    async with opened(at) as database, database.driver() as driver:
        comparison = await compared(driver, spec, resampled=None if shape is Shape.TABLE else OF_ANSWER)
        ratings = await rated.get_ratings(driver, comparison) if shape is Shape.MARKDOWN else {}
    return comparison, ratings
