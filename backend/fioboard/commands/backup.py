"""`fioboard backup FILE` and `fioboard restore FILE`; `-` is standard output and input."""

import asyncio
import shutil
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

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
from fioboard.documents import objects_of
from fioboard.embedded.connect import Addresses, addresses

PIPE = "-"


class _Bar:
    """One progress bar: what is being done, how much of how much."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task: TaskID = progress.add_task("", total=None)

    def __call__(self, what: str, done: int, total: int) -> None:
        self._progress.update(self._task, description=what, completed=done, total=total)


def backup(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Must not exist yet; -: standard output")],
) -> None:
    """Write everything in the database to one file: runs, original outputs, people, tokens, links.

    The service may go on meanwhile; the file holds one instant.
    """
    is_pipe = str(path) == PIPE
    if is_pipe and sys.stdout.isatty():
        typer.echo(
            "fioboard: the backup would go to this terminal; send it to a file: backup - > FILE", err=True
        )
        raise typer.Exit(2)
    settings = checked_settings()
    with addresses(settings, "fioboard backup") as at, _progress() as progress:
        destination = sys.stdout.buffer if is_pipe else path
        header = _or_exit(create_backup(at.service, destination, _Bar(progress), objects_of(settings)))
    typer.echo(f"{'backed up' if is_pipe else f'{path}:'} {_contents(header)}", err=is_pipe)


def restore(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote; -: standard input")],
) -> None:
    """Fill an empty database from what `backup` wrote: all of it or nothing, then brought to this version's tables."""
    settings = checked_settings()
    with (
        _as_file(path) as file,
        addresses(settings, "fioboard restore") as at,
        _progress() as progress,
    ):
        header = _or_exit(_restored(at, file, _Bar(progress)))
    typer.echo(f"restored {_contents(header)}, backed up at {header.made_at}")
    if settings.documents is not None:
        typer.echo("Its originals are in PostgreSQL: `fioboard documents move --to s3` moves them.")


@contextmanager
def _as_file(path: Path) -> Iterator[Path]:
    """The file itself; of standard input, a copy: a zip is read from its end."""
    if str(path) != PIPE:
        yield path
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, "standard-input")
        with copy.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield copy


async def _restored(at: Addresses, path: Path, bar: _Bar) -> Header:
    header = await restore_backup(at.owner, path, bar)
    await upgrade_async(
        at.owner, service_url=at.service
    )  # no table is left to migrate: the rights of the service's role
    return header


def _progress() -> Progress:
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _or_exit(work: Coroutine[object, None, Header]) -> Header:
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
