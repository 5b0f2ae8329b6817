"""`fioboard backup FILE` and `fioboard restore FILE`; `-` is standard output and input."""

import asyncio
import shutil
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import Progress, TaskID

from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.core.database import AWAY
from fioboard.core.figures import format_bytes, format_things
from fioboard.core.migrate import upgrade_async
from fioboard.core.objects import Objects
from fioboard.store.backup.create import create_backup
from fioboard.store.backup.file import Header
from fioboard.store.backup.originals import MAX_NAMED, counted_and_named, lost_words
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.backup.restore import Restored, restore_backup
from fioboard.store.blobs import build_object_store
from fioboard.store.embedded.connect import Addresses, addresses

PIPE = "-"
T = TypeVar("T")


class _Bar:
    """One progress bar: what is being done, how much of how much."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task: TaskID = progress.add_task("", total=None)

    def __call__(self, what: str, done: int, total: int) -> None:
        self._progress.update(self._task, description=what, completed=done, total=total)


def backup(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="Must not exist yet; -: standard output")],
    without_lost: Annotated[
        bool,
        typer.Option(
            "--without-lost",
            help="Back up all the others where the object store has lost originals, and name those",
        ),
    ] = False,
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
        header = _or_exit(
            create_backup(
                at.service,
                destination,
                _Bar(progress),
                build_object_store(settings),
                is_without_lost=without_lost,
            )
        )
    typer.echo(f"{'backed up' if is_pipe else f'{path}:'} {_contents(header)}", err=is_pipe)
    if header.lost:
        typer.echo(sentences.LOST(lost=lost_words(header.lost)), err=True)


def restore(
    path: Annotated[Path, typer.Argument(metavar="FILE", help="What `backup` wrote; -: standard input")],
) -> None:
    """Fill an empty database from what `backup` wrote: all of it or nothing, then brought to this version's tables."""
    settings = checked_settings()
    with (
        _open_seekable(path) as file,
        addresses(settings, "fioboard restore") as at,
        _progress() as progress,
    ):
        restored = _or_exit(_restored(at, file, _Bar(progress), build_object_store(settings)))
    header = restored.header
    typer.echo(sentences.RESTORED(contents=_contents(header), made_at=header.made_at))
    if restored.in_store:
        typer.echo(sentences.ORIGINALS_RESTORED(originals=format_things(restored.in_store, "original")))
    if header.lost:
        typer.echo(
            sentences.RESTORED_WITHOUT(lost=counted_and_named(header.lost)),
            err=True,
        )
    if restored.damaged:
        named = ", ".join(restored.damaged[:MAX_NAMED])
        typer.echo(
            sentences.DAMAGED_STAY(originals=format_things(len(restored.damaged), "original"), named=named),
            err=True,
        )


@contextmanager
def _open_seekable(path: Path) -> Iterator[Path]:
    """Yield the file itself; of standard input, a copy: a zip is read from its end."""
    if str(path) != PIPE:
        yield path
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, "standard-input")
        with copy.open("wb") as file:
            shutil.copyfileobj(sys.stdin.buffer, file)
        yield copy


async def _restored(at: Addresses, path: Path, bar: _Bar, objects: Objects | None) -> Restored:
    restored = await restore_backup(at.owner, path, bar, objects)
    await upgrade_async(
        at.owner, service_url=at.service
    )  # no table is left to migrate: the rights of the service's role
    return restored


def _progress() -> Progress:
    console = Console(stderr=True)
    return Progress(console=console, transient=True, disable=not console.is_terminal)


def _or_exit(work: Coroutine[object, None, T]) -> T:
    try:
        return asyncio.run(work)
    except BackupRefused as refused:
        typer.echo(f"fioboard: {refused}", err=True)
    except AWAY as error:
        reason = str(error).partition("\n")[0]  # SQLAlchemy adds lines for programmers
        typer.echo(sentences.BACKUP_FAILED(reason=reason), err=True)
    raise typer.Exit(1)


def _contents(header: Header) -> str:
    """`12,345 rows in 24 tables (3 MB of text)`."""
    rows = sum(table.rows for table in header.tables)
    size_bytes = sum(table.size_bytes for table in header.tables)
    return sentences.CONTENTS(
        rows=format_things(rows, "row"),
        tables=format_things(len(header.tables), "table"),
        size=format_bytes(size_bytes),
    )
