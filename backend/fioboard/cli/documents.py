"""`fioboard documents move|check|clean`: where originals are, whether they are whole, what nobody needs any more."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress

from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.core.database import Database
from fioboard.core.errors import AppError
from fioboard.core.figures import format_bytes, format_count, format_things
from fioboard.store.blobs import move
from fioboard.store.blobs.collect_garbage import MIN_GRACE, Cleaned, clean
from fioboard.store.blobs.verify import GRACE, Checked, check
from fioboard.store.embedded.connect import Addresses
from fioboard.store.queries.documents import count_documents

T = TypeVar("T")
MB = 1_000_000
app = typer.Typer(help="Manage stored original files.", no_args_is_help=True, add_completion=False)


def _hours(span: timedelta) -> int:
    return int(span / timedelta(hours=1))


class _Bar:
    """How many of how many."""

    def __init__(self, progress: Progress, what: str) -> None:
        self._progress = progress
        self._task = progress.add_task(what, total=None)

    def __call__(self, done: int, total: int | None) -> None:
        self._progress.update(self._task, completed=done, total=total)


Work = Callable[[Database, _Bar], Awaitable[T]]


def _done(what: str, work: Work[T], *, needs_store: bool = True) -> T:
    """What the work gives. Exits with 2 without the setting, with 1 where the store or the disk refuses."""
    settings = checked_settings()
    if needs_store and settings.documents is None:
        typer.echo("fioboard: FIOBOARD_DOCUMENTS is not set: there is no object store.", err=True)
        raise typer.Exit(2)

    async def run(at: Addresses) -> T:
        console = Console(stderr=True)
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            async with opened(at, pool_size=move.MAX_AT_ONCE + 1) as database:
                return await work(database, _Bar(progress, what))

    with migrated(settings, f"fioboard documents ({what})") as at:
        try:
            return asyncio.run(run(at))
        except AppError as error:
            typer.echo(sentences.DOCUMENTS_INTERRUPTED(detail=error.detail), err=True)
            raise typer.Exit(1) from None


class To(StrEnum):
    """Where originals can be."""

    postgres = "postgres"
    s3 = "s3"


@app.command(name="move")
def move_originals(
    to: Annotated[To, typer.Option(help="Into their rows, or into the store of FIOBOARD_DOCUMENTS")],
) -> None:
    """Move every original that is elsewhere. The service may go on; what was interrupted goes on where it stopped."""

    async def work(database: Database, bar: _Bar) -> move.Moved:
        async with database.driver() as driver:
            total = sum(
                row["documents"] for row in await count_documents(driver) if row["stored_in"] != to.value
            )
        return await move.move(database, to.value, lambda moved: bar(moved.documents + moved.refused, total))

    moved = _done("moving", work)
    for sha256, reason in moved.left:
        typer.echo(sentences.NOT_MOVED(sha256=sha256, reason=reason))
    typer.echo(
        sentences.MOVED(
            originals=format_things(moved.documents, "original"),
            size=format_bytes(moved.size_bytes),
            refused=format_count(moved.refused),
        )
    )
    raise typer.Exit(1 if moved.refused else 0)


@app.command(name="check")
def check_originals() -> None:
    """Read every original and compare its digest. Exit code 1: some are missing or damaged."""

    async def work(database: Database, bar: _Bar) -> Checked:
        async with database.driver() as driver:
            total = sum(row["documents"] for row in await count_documents(driver))
        return await check(database, lambda checked: bar(checked.documents, total))

    checked = _done("checking", work, needs_store=False)
    for sha256, what in checked.named:
        typer.echo(f"{sha256}: {what}")
    typer.echo(
        sentences.VERIFIED(
            originals=format_things(checked.documents, "original"),
            in_database=format_count(checked.whole["postgres"]),
            in_store=format_count(checked.whole["s3"]),
            missing=format_count(checked.missing),
            damaged=format_count(checked.damaged),
        )
    )
    if checked.unreferenced or checked.young or checked.foreign:
        typer.echo(
            sentences.UNREFERENCED(
                objects=format_things(checked.unreferenced, "object"),
                size=format_bytes(checked.unreferenced_bytes),
                young=format_count(checked.young),
                hours=_hours(GRACE),
                foreign=format_count(checked.foreign),
            )
        )
    raise typer.Exit(1 if checked.missing or checked.damaged else 0)


@app.command(name="clean")
def clean_store(
    older_than: Annotated[
        int,
        typer.Option(min=_hours(MIN_GRACE), help="Hours: younger objects may belong to an upload on its way"),
    ] = _hours(GRACE),
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would be dropped, drop nothing")
    ] = False,
) -> None:
    """Drop objects of the store that no row relies on. The service may go on."""

    async def work(database: Database, bar: _Bar) -> Cleaned:
        return await clean(
            database,
            timedelta(hours=older_than),
            lambda cleaned: bar(cleaned.seen, None),
            is_dry_run=dry_run,
        )

    cleaned = _done("cleaning", work)
    verb = "would be dropped" if dry_run else "dropped"
    typer.echo(
        sentences.CLEANED(
            objects=format_things(cleaned.seen, "object"),
            dropped=format_count(cleaned.dropped),
            verb=verb,
            size=format_bytes(cleaned.size_bytes),
        )
    )
