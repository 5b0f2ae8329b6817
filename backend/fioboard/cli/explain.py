"""`fioboard explain RUN`: what holds a run back, how sure that is, and what could not be checked."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Annotated
from uuid import UUID

import orjson
import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from fioboard.app.runs.history.detail import load_answer as answer_of
from fioboard.app.runs.history.purposes.load import load_run_purposes
from fioboard.app.runs.history.rating import load_rating as rating_of
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.core.errors import AppError
from fioboard.core.figures import format_things
from fioboard.engine.answers.answer import AnswerOut, UnknownCheck
from fioboard.engine.answers.purpose import RunPurposesOut
from fioboard.engine.answers.rating import RatingOut
from fioboard.engine.rating import wording
from fioboard.engine.rules import RULES
from fioboard.store.embedded.connect import Addresses

NOT_JUDGED = "This run was read by a version that did not judge runs: `fioboard reparse` makes its answer."


def explain(
    run: Annotated[UUID, typer.Argument(help="The run's id, as its address has it")],
    as_json: Annotated[bool, typer.Option("--json", help="Print what the API answers")] = False,
) -> None:
    """Say what holds a run back, or why its figure cannot be believed. Exit code 0: said; 1: could not."""
    try:
        with migrated(checked_settings(), "fioboard explain") as at:
            answer, rating, purposes = asyncio.run(_answer(at, run))
    except AppError as error:
        typer.echo(f"fioboard: {error.detail}", err=True)
        raise typer.Exit(1) from None
    if answer is None:
        typer.echo(f"fioboard: {NOT_JUDGED}", err=True)
        raise typer.Exit(1)
    if as_json:
        typer.echo(orjson.dumps(answer, option=orjson.OPT_INDENT_2).decode())
    else:
        _print(answer)
        _print_rating(rating)
        _print_purposes(purposes)


async def _answer(at: Addresses, run: UUID) -> tuple[AnswerOut | None, RatingOut, RunPurposesOut]:
    async with opened(at) as database, database.driver() as driver:
        return (
            await answer_of(driver, run),
            await rating_of(driver, run),
            await load_run_purposes(driver, run),
        )


def _print(answer: AnswerOut) -> None:
    console = Console()
    verdict, checks = answer["verdict"], answer["checks"]
    console.print(verdict["sentence"], style="bold", markup=False)
    for text in verdict["text"]:
        console.print(text, markup=False)
    for finding in answer["findings"]:
        console.print(f"{finding['severity']}: {finding['text']} ({finding['confidence']})", markup=False)
    for trial in verdict["experiments"]:
        console.print(f"Next step: {trial['title']}. {trial['if_true']}", markup=False)
    noted = {one["id"] for one in answer["findings"] if one["kind"] == "note"}
    noted -= {one["id"] for one in answer["findings"] if one["severity"] == "warning"}
    notes = sum(rule in noted for rule in checks["found"])
    problems, fine, unknown = (len(checks["found"]) - notes, len(checks["fine"]), len(checks["unknown"]))
    total = problems + notes + fine + unknown
    console.print(
        sentences.CHECKS(
            total=format_things(total, "check"),
            problems=format_things(problems, "finding"),
            notes=f", {format_things(notes, 'note')}" if notes else "",
            fine=fine,
            unknown=unknown,
        ),
        markup=False,
    )
    for line in list_unknown(checks["unknown"]):
        console.print(line, markup=False)


def list_unknown(unknown: Sequence[UnknownCheck]) -> Iterator[str]:
    """List what could not be checked, once for each reason: `8 need the size of the drives: …; run: COMMAND`."""
    by_reason: dict[tuple[str, str | None], list[str]] = defaultdict(list)
    for one in unknown:
        by_reason[one["missing"], one["command"]].append(RULES[one["id"]].title)
    for (missing, command), titles in by_reason.items():
        count = "1 needs" if len(titles) == 1 else f"{len(titles)} need"
        yield f"{count} {missing}: {', '.join(titles)}." + (f" Run: {command}" if command else "")


def _print_rating(rating: RatingOut) -> None:
    """The run beside the datasheets of its drives; nothing where there is nothing to look one up for."""
    console = Console()
    if rating["figures"]:
        rows = [wording.cells(figure) for figure in rating["figures"]]
        *narrow, _, _ = wording.HEADINGS
        table = Table(*narrow, title="Measured vs. datasheet", title_justify="left")
        for row in rows:
            table.add_row(*map(escape, row[: len(narrow)]))
        console.print(table)
        # Of a terminal's width neither would be left a column.
        for name, *_, apart, source in rows:
            console.print(f"{name}: {source}", markup=False)
            console.print(sentences.NOT_COMPARABLE(reasons=apart), markup=False)
        console.print(wording.MARKS, markup=False)
    elif rating["missing"] == "no_card":
        console.print(rating["sentence"], markup=False)


def _print_purposes(purposes: RunPurposesOut) -> None:
    """Print for what the run is fast enough; nothing where its workload tells of no purpose."""
    console = Console()
    if purposes["sentence"] is not None:
        console.print(purposes["sentence"], style="bold", markup=False)
    for item in purposes["items"]:
        card = sentences.OWN_CARD(id=item["id"], version=item["version"]) if item["is_own"] else ""
        for one in item["requirements"]:
            console.print(f"{item['title']}, {one['title']}{card}: {one['sentence']}", markup=False)
