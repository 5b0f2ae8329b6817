"""A comparison on a terminal, as Markdown, CSV or JSON, and the exit codes that scripts go by."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

import orjson
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fioboard.app.compare import exports
from fioboard.app.compare.conditions import Condition, list_met, list_unmeasured
from fioboard.cli import sentences
from fioboard.engine.answers.compare import CompareOut, PartOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.stats import wording

COULD_NOT = 1
CONDITION_MET = 3
NO_REFERENCE = 4


class Shape(StrEnum):
    """How the comparison is printed."""

    TABLE = "table"
    MARKDOWN = "markdown"
    CSV = "csv"
    JSON = "json"


def settled(conditions: Sequence[Condition], comparisons: Sequence[CompareOut]) -> int:
    """The exit code that conditions give these comparisons; what meets one, and what nobody can tell, is said."""
    reasons = [reason for comparison in comparisons for reason in list_met(conditions, comparison)]
    for reason in reasons:
        typer.echo(f"fioboard: {reason}", err=True)
    unmeasured = list_unmeasured(conditions, comparisons)
    if unmeasured:
        typer.echo(sentences.NOT_ON_BOTH(metrics=", ".join(unmeasured)), err=True)
    return COULD_NOT if unmeasured else CONDITION_MET if reasons else 0


def print_json(answer: object) -> None:
    """As the API answers it, for people to read too."""
    typer.echo(orjson.dumps(answer, default=str, option=orjson.OPT_INDENT_2).decode())


def print_comparison(comparison: CompareOut, ratings: Mapping[str, RatingOut], shape: Shape) -> None:
    """In that shape. `ratings`: by run id, for Markdown."""
    if shape is Shape.JSON:
        print_json(comparison)
    elif shape is Shape.CSV:
        typer.echo(exports.write_csv(comparison), nl=False)
    elif shape is Shape.MARKDOWN:
        typer.echo(exports.write_markdown(comparison, ratings), nl=False)
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
                wording.get_metric_name(name),
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
