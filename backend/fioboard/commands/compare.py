"""`fioboard compare BASE NEW`: the comparison on a terminal, as Markdown or JSON, and as an exit code for scripts."""

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated
from uuid import UUID

import orjson
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fioboard.commands.environment import checked_settings
from fioboard.commands.migrated import migrated, opened
from fioboard.core.errors import AppError
from fioboard.embedded.connect import Addresses
from fioboard.features.compare import exports, rated
from fioboard.features.compare.conditions import met, read_condition, unmeasured
from fioboard.features.compare.resampling import OF_ANSWER
from fioboard.features.compare.service import compare as compared
from fioboard.features.compare.spec import Spec, read
from fioboard.schemas.compare import CompareOut, PartOut
from fioboard.schemas.rating import RatingOut
from fioboard.stats import wording
from fioboard.vocabulary.metrics import USUAL

CONDITION_MET = 3


class Shape(StrEnum):
    """How the comparison is printed."""

    TABLE = "table"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"


def compare(  # noqa: PLR0917 -- typer makes options of them
    base: Annotated[
        str, typer.Argument(help="Filter of the base runs (`bios.nps=1&rw=read`), or a run's id")
    ],
    new: Annotated[list[str], typer.Argument(help="Filter of the new runs, or a run's id; several: columns")],
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
) -> None:
    """Compare sets of runs. Exit code 0: compared; 1: could not; 3: a --fail-if condition is met."""
    shape = Shape.MARKDOWN if as_markdown else Shape.CSV if as_csv else Shape.JSON if as_json else Shape.TABLE
    try:
        conditions = [read_condition(text) for text in fail_if or []]
        asked = [*(metric or USUAL), *(condition.metric for condition in conditions)]
        spec = read(_side(base), [_side(text) for text in new], asked, ignore or [], match or [])
        with migrated(checked_settings(), "fioboard compare") as at:
            comparison, ratings = asyncio.run(_compared(at, spec, shape))
    except AppError as error:
        typer.echo(f"fioboard: {error.detail}", err=True)
        raise typer.Exit(1) from None
    _print(comparison, ratings, shape)
    untold = unmeasured(conditions, comparison)
    if untold:
        typer.echo(f"fioboard: no workload has {', '.join(untold)} on both sides: cannot tell.", err=True)
        raise typer.Exit(1)
    reasons = list(met(conditions, comparison))
    for reason in reasons:
        typer.echo(f"fioboard: {reason}", err=True)
    raise typer.Exit(CONDITION_MET if reasons else 0)


def _side(text: str) -> str:
    try:
        return f"run={UUID(text)}"
    except ValueError:
        return text


async def _compared(at: Addresses, spec: Spec, shape: Shape) -> tuple[CompareOut, Mapping[str, RatingOut]]:
    """The comparison; as Markdown with its runs beside their datasheets, by run id."""
    async with opened(at) as database, database.driver() as driver:
        comparison = await compared(driver, spec, resampled=None if shape is Shape.TABLE else OF_ANSWER)
        ratings = await rated.ratings_of(driver, comparison) if shape is Shape.MARKDOWN else {}
    return comparison, ratings


def _print(comparison: CompareOut, ratings: Mapping[str, RatingOut], shape: Shape) -> None:
    if shape is Shape.JSON:
        typer.echo(orjson.dumps(comparison, default=str, option=orjson.OPT_INDENT_2).decode())
    elif shape is Shape.CSV:
        typer.echo(exports.as_csv(comparison), nl=False)
    elif shape is Shape.MARKDOWN:
        typer.echo(exports.as_markdown(comparison, ratings), nl=False)
    else:
        for part in (comparison, *comparison["more"]):
            _print_table(part)


def _print_table(part: PartOut) -> None:
    console = Console()
    table = Table("Workload", "Metric", "Base (n)", "New (n)", "New / base", "95 % interval", "Verdict")
    for row in part["workloads"]:
        for name, cell in row["metrics"].items():
            table.add_row(
                escape(f"{row['workload']} ({row['direction']})"),
                wording.name_of(name),
                *(
                    f"{wording.figure(side['median'], cell['unit'])} ({side['n']})"
                    for side in (cell["base"], cell["new"])
                ),
                wording.times(cell["ratio"], cell["ratio_decimals"]),
                wording.interval(cell["ratio_ci95"], cell["ratio_decimals"]),
                wording.VERDICTS[cell["verdict"]],
            )
    if part["workloads"]:
        console.print(table)
    console.print(part["sentence"], markup=False)
    if part["limits"] is not None:
        console.print(part["limits"], markup=False)
    unmatched = part["unmatched"]
    for side, workloads in (("base", unmatched["base"]), ("new", unmatched["new"])):
        for alone in workloads:
            console.print(f"Only {side} measured {alone['workload']} ({alone['direction']}).", markup=False)
    for note in part["notes"]:
        console.print(f"{note['side']}: {note['text']}", markup=False)
