"""`fioboard backup FILE` and `fioboard restore FILE`."""

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import Progress, TaskID

from fioboard.backup.create import create_backup
from fioboard.backup.file import Header
from fioboard.backup.refusal import BackupRefused
from fioboard.backup.restore import restore_backup
from fioboard.commands.environment import checked_settings
from fioboard.core.database import AWAY
from fioboard.core.migrate import upgrade_async
from fioboard.embedded.connect import Addresses, addresses


class _Bar:
    """One progress bar: what is being done, how much of how much."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task: TaskID = progress.add_task("", total=None)

    def __call__(self, what: str, done: int, total: int) -> None:
        self._progress.update(self._task, description=what, completed=done, total=total)


def backup(path: Annotated[Path, typer.Argument(metavar="FILE", help="Must not exist yet")]) -> None:
    """Write everything in the database to one file: runs, original outputs, people, tokens, links.

    The service may go on meanwhile; the file holds one instant.
    """
    with addresses(checked_settings(), "fioboard backup") as at, _progress() as progress:
        header = _or_exit(create_backup(at.service, path, _Bar(progress)))
    typer.echo(f"{path}: {_contents(header)}")


def restore(path: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote")]) -> None:
    """Fill an empty database from what `backup` wrote: all of it or nothing, then brought to this version's tables."""
    with addresses(checked_settings(), "fioboard restore") as at, _progress() as progress:
        header = _or_exit(_restored(at, path, _Bar(progress)))
    typer.echo(f"restored {_contents(header)}, backed up at {header.made_at}")


async def _restored(at: Addresses, path: Path, bar: _Bar) -> Header:
    header = await restore_backup(at.owner, path, bar)
    await upgrade_async(
        at.owner, service_url=at.service
    )  # no table is left to migrate: the rights of the service's role
    return header


def _progress() -> Progress:
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _or_exit(work: Coroutine[Any, Any, Header]) -> Header:
    try:
        return asyncio.run(work)
    except BackupRefused as refused:
        typer.echo(f"fioboard: {refused}", err=True)
    except AWAY as error:
        reason = str(error).partition("\n")[0]  # SQLAlchemy adds lines for programmers
        typer.echo(f"fioboard: the database did not go along, nothing was changed: {reason}", err=True)
    raise typer.Exit(1)


def _contents(header: Header) -> str:
    """`12,345 rows in 24 tables (3 MB of text)`."""
    rows = sum(table.rows for table in header.tables)
    size_bytes = sum(table.size_bytes for table in header.tables)
    return f"{rows:,} rows in {len(header.tables)} tables ({size_bytes / 1e6:,.1f} MB unpacked)"
