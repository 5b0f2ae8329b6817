"""`fioboard retention --keep-months N`: what is older, what hangs on it, and dropping it. Nothing goes by itself."""

import asyncio
from typing import Annotated

import typer
from asyncpg.exceptions import InsufficientPrivilegeError, LockNotAvailableError
from rich.console import Console
from rich.progress import Progress

from fioboard.app.access.audit import record_command
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated
from fioboard.core.database import Database, make_engine
from fioboard.core.driver import Driver
from fioboard.core.figures import format_bytes, format_things
from fioboard.store.embedded.connect import Addresses
from fioboard.store.retention.expiry import Expiry, ReparseAtWork, expire, plan_expiry

MB = 1_000_000


def retention(
    keep_months: Annotated[
        int,
        typer.Option(
            min=1, help="Whole months before this one whose uploads stay, by the server's clock (UTC)"
        ),
    ],
    apply: Annotated[
        bool, typer.Option("--apply", help="Drop it for good; without this, only say what would go")
    ] = False,
) -> None:
    """Say what was uploaded longer ago and what hangs on it; with --apply drop it, while the service goes on.

    Runs go with their results, originals, series, edits and found changes. Links keep the copies that they show, and
    what a reference in force is pinned to stays. Nobody can bring back what is dropped: `fioboard backup` first.
    """
    with migrated(checked_settings(), "fioboard retention") as at:
        try:
            asyncio.run(_retain(at, keep_months, is_applied=apply))
        except ReparseAtWork:
            _refuse(
                "uploads are being read again (a reparse); nothing was dropped, try again when it is done."
            )
        except InsufficientPrivilegeError:
            _refuse(
                "only the role that owns the tables may empty a month: set FIOBOARD_OWNER_DATABASE_URL. "
                "Nothing was dropped."
            )
        except LockNotAvailableError:
            _refuse("a month that should go is being read; what went is gone, the next call goes on.")


def _refuse(why: str) -> None:
    typer.echo(f"fioboard: {why}", err=True)
    raise typer.Exit(1) from None


async def _retain(at: Addresses, months: int, *, is_applied: bool) -> None:
    # As the owner of the tables, since partitions are emptied; counting millions takes longer than an answer may.
    database = Database(make_engine(at.owner, pool_size=1, longest_statement_s=None))
    try:
        async with database.driver() as driver:
            expiry = await plan_expiry(driver, months)
            typer.echo("\n".join(_words(expiry)))
            if expiry.is_empty:
                return
            if not is_applied:
                typer.echo("Dry run, nothing deleted. Use --apply to delete.")
                return
            await _apply(driver, expiry, months)
    finally:
        await database.close()


async def _apply(driver: Driver, expiry: Expiry, months: int) -> None:
    before = f"{expiry.before:%Y-%m-%d}"
    await record_command(
        driver, "retention.begin", before=before, keep_months=months, runs=expiry.going["runs"]
    )
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("dropping runs", total=expiry.going["runs"])
        gone, unused = await expire(driver, expiry, lambda runs: progress.update(task, completed=runs))
    await record_command(
        driver,
        "retention.end",
        before=before,
        keep_months=months,
        runs=gone.runs,
        uploads=gone.uploads,
        originals=gone.documents,
        inventories=unused["inventories"],
        configurations=unused["configurations"],
    )
    typer.echo(
        sentences.DROPPED(
            runs=format_things(gone.runs, "run"),
            uploads=format_things(gone.uploads, "upload"),
            originals=format_things(gone.documents, "original"),
            inventories=format_things(unused["inventories"], "inventory", "inventories"),
            configurations=format_things(unused["configurations"], "configuration"),
        )
    )


def _words(expiry: Expiry) -> list[str]:
    """What goes and what it touches, a sentence each."""
    going, unused = expiry.going, expiry.unused
    without_runs = (
        (
            unused["inventories"],
            "inventory of hardware that no other run has goes.",
            "inventories of hardware that no other run has go.",
        ),
        (
            unused["configurations"],
            "configuration that no run has any more goes.",
            "configurations that no run has any more go.",
        ),
    )
    rest = [format_things(count, one, several) for count, one, several in without_runs if count]
    before = f"{expiry.before:%Y-%m-%d %H:%M} UTC"
    if going["first_at"] is None or going["last_at"] is None:
        return [sentences.NOTHING_THAT_OLD(before=before), *rest]
    span = f"uploaded {going['first_at']:%Y-%m-%d} to {going['last_at']:%Y-%m-%d}"
    words: list[str] = [
        sentences.UPLOADED_BEFORE(
            before=before,
            runs=format_things(going["runs"], "run"),
            hosts=format_things(going["hosts"], "host"),
            span=span,
        )
    ]
    if expiry.staying:
        words.append(sentences.PINNED_STAY(uploads=format_things(len(expiry.staying), "older upload")))
    touched = (
        (
            going["shares"],
            "link was made from them; it goes on showing its copy.",
            "links were made from them; each goes on showing its copy.",
        ),
        (going["references"], "reference that ended loses runs.", "references that ended lose runs."),
        (going["changes"], "found change goes with them.", "found changes go with them."),
        (going["whole_batches"], "batch goes whole.", "batches go whole."),
        (
            going["cut_batches"],
            "batch loses some of its runs and keeps the others.",
            "batches lose some of their runs and keep the others.",
        ),
        (
            going["edited_runs"],
            "of the runs was edited by people; its edits go, the audit log stays.",
            "of the runs were edited by people; their edits go, the audit log stays.",
        ),
    )
    words += [format_things(count, one, several) for count, one, several in touched if count]
    for place in expiry.originals:
        where = (
            sentences.IN_DATABASE(size=format_bytes(place["stored_bytes"]))
            if place["stored_in"] == "postgres"
            else "in the object store, where `fioboard documents clean` drops them afterwards"
        )
        words.append(
            sentences.ORIGINALS_OF_NO_OTHER(
                originals=format_things(place["documents"], "original"), where=where
            )
        )
    if expiry.partitions:
        size = sum(one["size_bytes"] for one in expiry.partitions)
        words.append(sentences.ROOM_GAINED(size=format_bytes(size)))
    return words + rest
