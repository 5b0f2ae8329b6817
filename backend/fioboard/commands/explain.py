"""`fioboard explain RUN`: what holds a run back, how sure that is, and what could not be checked."""

import asyncio
from typing import Annotated
from uuid import UUID

import orjson
import typer
from rich.console import Console
from rich.table import Table

from fioboard.commands.environment import checked_settings
from fioboard.commands.migrated import migrated, opened
from fioboard.core.errors import AppError
from fioboard.embedded.connect import Addresses
from fioboard.features.runs.detail import answer as answer_of
from fioboard.schemas.answer import AnswerOut
from fioboard.vocabulary.findings import RULES

NOT_JUDGED = "This run was read by a version that did not judge runs: `fioboard reparse` makes its answer."


def explain(
    run: Annotated[UUID, typer.Argument(help="The run's id, as its address has it")],
    as_json: Annotated[bool, typer.Option("--json", help="Print what the API answers")] = False,
) -> None:
    """Say what holds a run back, or why its figure cannot be believed. Exit code 0: said; 1: could not."""
    try:
        with migrated(checked_settings(), "fioboard explain") as at:
            answer = asyncio.run(_answer(at, run))
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


async def _answer(at: Addresses, run: UUID) -> AnswerOut | None:
    async with opened(at) as database, database.driver() as driver:
        return await answer_of(driver, run)


def _print(answer: AnswerOut) -> None:
    console = Console()
    verdict, checks = answer["verdict"], answer["checks"]
    console.print(verdict["sentence"], style="bold", markup=False)
    for text in verdict["text"]:
        console.print(text, markup=False)
    for finding in answer["findings"]:
        console.print(f"{finding['severity']}: {finding['text']} ({finding['confidence']})", markup=False)
    for trial in verdict["experiments"]:
        console.print(f"To find out: {trial['title']}. {trial['if_true']}", markup=False)
    problems, fine, unknown = (len(checks["found"]), len(checks["fine"]), len(checks["unknown"]))
    total = problems + fine + unknown
    console.print(f"Checked {total}: found {problems}, fine {fine}, could not check {unknown}.", markup=False)
    if checks["unknown"]:
        table = Table("Could not be checked", "Not known", "Given by")
        for one in checks["unknown"]:
            table.add_row(RULES[one["id"]].title, one["missing"], one["command"] or "–")
        console.print(table)
