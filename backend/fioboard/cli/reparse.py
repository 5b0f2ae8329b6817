"""`fioboard reparse`: read every stored output again with this version's readers, and watch it being done."""

import asyncio
from typing import Annotated
from uuid import UUID

import orjson
import typer
from rich.console import Console
from rich.progress import Progress

from fioboard.app.system.reparse.work import work
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.errors import ReparseNotFound, StorageFull
from fioboard.core.figures import format_things
from fioboard.core.ids import uuid7
from fioboard.core.objects import DocumentsAway
from fioboard.store.embedded.connect import Addresses
from fioboard.store.queries import reparse as reparse_queries
from fioboard.store.queries.reparse import ReparseRow

LOOK_EVERY_S = 0.3


def reparse(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change, change nothing")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what this version of the readers has read already")
    ] = False,
) -> None:
    """Read every stored output again and rebuild what follows from it; ids, edits and links stay.

    The running service does it, else this command. Ctrl-C stops the watching; the service goes on with the rest.
    """
    with migrated(checked_settings(), "fioboard reparse") as at:
        try:
            done = asyncio.run(_run(at, dry_run=dry_run, everything=everything))
        except (StorageFull, DocumentsAway) as error:
            typer.echo(f"fioboard: {error.detail}", err=True)
            raise typer.Exit(1) from None
    raise typer.Exit(1 if done["uploads_refused"] else 0)


async def _run(at: Addresses, *, dry_run: bool, everything: bool) -> ReparseRow:
    """The finished reparse: the one asked for."""
    console = Console()
    async with opened(at, pool_size=2) as database, database.driver() as driver:
        reparse_id = uuid7()
        while not await reparse_queries.start(
            driver, reparse_id, is_dry_run=dry_run, is_of_everything=everything
        ):
            other = await reparse_queries.find_unfinished(driver)
            if other is not None:
                console.print("Queued behind a running reparse.")
                await _watch(database, driver, console, other["id"])
        done = await _watch(database, driver, console, reparse_id)
    _report(console, done)
    return done


async def _watch(database: Database, driver: Driver, console: Console, reparse_id: UUID) -> ReparseRow:
    """Shows progress until it is finished. Works itself whenever nobody else does."""
    working = asyncio.create_task(work(database))
    try:
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("reading again", total=None)
            while (row := await _known(driver, reparse_id))["finished_at"] is None:
                progress.update(task, total=row["uploads_total"], completed=row["uploads_done"])
                await asyncio.wait({working}, timeout=LOOK_EVERY_S)
                if working.done():
                    # Either it is finished now, or the service is at it; or was, and has just died.
                    working.result()
                    await asyncio.sleep(LOOK_EVERY_S)
                    working = asyncio.create_task(work(database))
    finally:
        await working
    return row


async def _known(driver: Driver, reparse_id: UUID) -> ReparseRow:
    row = await reparse_queries.find(driver, reparse_id)
    if row is None:
        raise ReparseNotFound
    return row


def _report(console: Console, done: ReparseRow) -> None:
    for one in orjson.loads(done["refusals"]):
        console.print(sentences.UPLOAD_LEFT(id=one["upload_id"], detail=one["detail"]))
    verb = "would change" if done["is_dry_run"] else "changed"
    console.print(
        sentences.UPLOADS_READ(
            uploads=format_things(done["uploads_done"], "upload"),
            version=done["reader_version"],
            changed=done["uploads_changed"],
            verb=verb,
            refused=done["uploads_refused"],
        )
    )
    for fact, number in sorted(orjson.loads(done["facts"]).items()):
        console.print(f"  {fact}: {number}")
