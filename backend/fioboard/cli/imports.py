"""`fioboard import FILE… | DIR | -`: existing outputs into the database; one bad file never stops the others."""

import os
import socket
import stat
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
import uvloop
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from fioboard.app.ingest.about import About, read_accept
from fioboard.app.ingest.folder_plan import FolderFile, LeftOut, plan_folder
from fioboard.cli import sentences
from fioboard.cli.import_processes import MAX_PROCESSES, import_by_processes
from fioboard.cli.importing import MAX_FILES_AT_ONCE, Imported, Source, import_batch
from fioboard.cli.labels import read_labels, read_run_labels
from fioboard.cli.migrated import migrated, opened
from fioboard.core.config import settings
from fioboard.core.errors import Invalid
from fioboard.core.figures import format_things
from fioboard.store.embedded.connect import Addresses

# Longer lists name only the files that were refused or need a word.
MAX_TABLE_ROWS = 40
# Of how many files each line is accounted for, and how many places are named of each kind.
MAX_LINES_TOLD = 5
MAX_PLACES = 6


def import_files(  # noqa: PLR0917 -- typer makes options of them all, none is positional
    paths: Annotated[
        list[str], typer.Argument(help="Files, folders (searched to the bottom), or - for standard input")
    ],
    host: Annotated[str, typer.Option(help="Name of the host that was measured")] = "",
    title: Annotated[str | None, typer.Option(help="Title of every run")] = None,
    started_at: Annotated[str | None, typer.Option(help="When it was measured, RFC 3339 with zone")] = None,
    label: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, repeatable")] = None,
    run_label: Annotated[
        list[str] | None, typer.Option(help="N:KEY=VALUE, of the N-th run of each file alone, repeatable")
    ] = None,
    tag: Annotated[list[str] | None, typer.Option(help="A tag, repeatable")] = None,
    accept_found: Annotated[
        str,
        typer.Option(
            help="Which facts of the text around the results become stated factors: output, all or none"
        ),
    ] = "output",
    processes: Annotated[
        int,
        typer.Option(
            min=1, max=MAX_PROCESSES, help="How many read and store, for a machine of many processors"
        ),
    ] = 1,
) -> None:
    """Import existing outputs (fio, or any other supported tool). Known ones are recognised, bad ones named."""
    try:
        about = About(
            file_name=None,
            host_name=host or socket.gethostname(),
            title=title,
            started_at=_moment(started_at),
            labels=read_labels(label or []),
            run_labels=read_run_labels(run_label or []),
            tags=tag or [],
            accept=read_accept(accept_found),
        )
    except Invalid as error:
        typer.echo(f"fioboard: {error.detail}", err=True)
        raise typer.Exit(2) from None
    sources, left_out = _list_sources(paths, about["host_name"])
    if not sources:
        typer.echo("fioboard: no file found.", err=True)
        raise typer.Exit(2)
    with migrated(settings(), "fioboard import") as at:
        done = _import_all(at, sources, about, processes)
    _summary(done)
    for reason, count in Counter(one.reason for one in left_out).items():
        first = next(one.path for one in left_out if one.reason == reason)
        typer.echo(
            sentences.FILES_LEFT_OUT(
                files=format_things(count, "file"),
                reason=reason,
                first=_make_printable(first),
                more=", …" if count > 1 else "",
            )
        )
    raise typer.Exit(1 if any(d.status == "refused" for d in done) else 0)


def _moment(text: str | None) -> datetime | None:
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Invalid(sentences.NO_TIME(text=repr(text))) from None
    if moment.tzinfo is None:
        raise Invalid(sentences.NO_ZONE(text=repr(text)))
    return moment.astimezone(UTC)


def _list_sources(paths: list[str], host: str) -> tuple[list[Source], list[LeftOut]]:
    """List every file to read, and those of folders that are not read."""
    sources: list[Source] = []
    left_out: list[LeftOut] = []
    for name in paths:
        path = Path(name)
        if name == "-":
            sources.append(Source(None))
        elif path.is_dir():
            listed, unread = _list_files(path)
            left_out += unread
            plan = plan_folder(host, path.resolve().name, listed, settings().max_upload_bytes)
            sources += [
                Source(path / run.output, [path / log for log in run.logs], run.title, run.batch)
                for run in plan.runs
            ]
            left_out += [LeftOut(str(path / one.path), one.reason) for one in plan.left_out]
        else:
            sources.append(Source(path))
    return sources, left_out


def _list_files(folder: Path) -> tuple[list[FolderFile], list[LeftOut]]:
    """List the files below a folder, and what is not read there; hidden ones are passed over."""
    files: list[FolderFile] = []
    left_out: list[LeftOut] = []

    def leave_out(error: OSError) -> None:
        left_out.append(LeftOut(str(error.filename), error.strerror or "cannot be read"))

    for place, folders, names in os.walk(folder, onerror=leave_out):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for path in (Path(place, name) for name in sorted(names) if not name.startswith(".")):
            try:
                status = path.lstat()
            except OSError as error:
                leave_out(error)
                continue
            if any("\ud800" <= char <= "\udfff" for char in path.name):
                left_out.append(LeftOut(str(path), "its name is not UTF-8"))
            elif stat.S_ISREG(status.st_mode):
                files.append(FolderFile(path.relative_to(folder).as_posix(), status.st_size))
            else:
                left_out.append(LeftOut(str(path), "a link, pipe or device"))
    return files, left_out


def _import_all(at: Addresses, sources: list[Source], about: About, processes: int) -> list[Imported]:
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("importing", total=len(sources))

        def advance(files: int) -> None:
            progress.advance(task, files)

        # Standard input is this process's alone.
        if processes == 1 or any(source.path is None for source in sources):
            return uvloop.run(_import_here(at, sources, about, advance))
        first = uvloop.run(_import_here(at, sources[:1], about, advance))
        return first + import_by_processes(at, sources[1:], about, processes, advance)


async def _import_here(
    at: Addresses, sources: list[Source], about: About, advance: Callable[[int], None]
) -> list[Imported]:
    async with opened(at, pool_size=MAX_FILES_AT_ONCE) as database:
        # One alone: where its host is new, the others find it.
        first = await import_batch(database, sources[:1], about, advance)
        return first + await import_batch(database, sources[1:], about, advance)


def _summary(done: list[Imported]) -> None:
    console = Console()
    table = Table(box=None, header_style="bold")
    table.add_column("File", overflow="fold")
    table.add_column("Status")
    table.add_column("Runs", justify="right")
    table.add_column("Remarks", overflow="fold")
    listed = (
        done
        if len(done) <= MAX_TABLE_ROWS
        else [one for one in done if one.status == "refused" or one.remark]
    )
    for one in listed:
        style = "red" if one.status == "refused" else None
        # Names and remarks are somebody's text: nothing in them is markup.
        cells = (_make_printable(one.path), one.status, str(one.runs), _make_printable(one.remark))
        table.add_row(*map(Text, cells), style=style)
    if listed:
        console.print(table)
    for one in listed:
        _print_facts(console, one)
        _tell_claims(console, one)
        if len(done) <= MAX_LINES_TOLD:
            _tell_lines(console, one)
    counts = Counter(one.status for one in done)
    runs = sum(one.runs for one in done if one.status == "created")
    console.print(
        sentences.IMPORTED(
            files=format_things(len(done), "file"),
            created=counts["created"],
            runs=format_things(runs, "run"),
            duplicate=format_things(counts["duplicate"], "duplicate"),
            refused=counts["refused"],
        )
    )


def _make_printable(words: str) -> str:
    """Return words fit for one line of a terminal: file names may hold anything."""
    return "".join(char if char.isprintable() else "\ufffd" for char in words)


def _tell_claims(console: Console, one: Imported) -> None:
    """What hand-made tables say beside what was measured, cell by cell."""
    if not one.claims:
        return
    table = Table(
        box=None,
        header_style="bold",
        title=Text(f"Tables in {_make_printable(one.path)}"),
        title_justify="left",
    )
    for heading in ("Where", "Says", "Of", "Verdict", "Why"):
        table.add_column(heading, overflow="fold")
    for claim in one.claims[:MAX_TABLE_ROWS]:
        about = f"{claim['metric']} {claim['direction'] or ''}".rstrip()
        style = "red" if claim["status"] in {"wrong", "swapped"} else None
        # The cells are somebody's text: nothing in them is markup.
        cells = (claim["where"], claim["text"], about, claim["status"], claim["sentence"])
        table.add_row(*map(Text, cells), style=style)
    console.print(table)
    if len(one.claims) > MAX_TABLE_ROWS:
        console.print(sentences.MORE_ROWS(more=len(one.claims) - MAX_TABLE_ROWS))


def _print_facts(console: Console, one: Imported) -> None:
    """Print what the text around the results says of the machine, and which runs have it now."""
    if not one.facts:
        return
    table = Table(
        box=None,
        header_style="bold",
        title=Text(sentences.FOUND_IN_TEXT(file=_make_printable(one.path))),
        title_justify="left",
    )
    for heading in ("Where", "Fact", "Value", "Confidence", "Describes", "Accepted"):
        table.add_column(heading, overflow="fold")
    for fact in one.facts[:MAX_TABLE_ROWS]:
        value = f"{fact['value']} {fact['unit'] or ''}".rstrip()
        runs, accepted = _list_runs(fact["applies_to"]), _list_runs(fact["accepted_for"])
        contradicted = " (contradicted)" if fact["is_contradicted"] else ""
        cells = (fact["where"], fact["key"], value, fact["confidence"] + contradicted, runs, accepted)
        table.add_row(*map(Text, cells))
    console.print(table)
    if len(one.facts) > MAX_TABLE_ROWS:
        console.print(sentences.MORE_ROWS(more=len(one.facts) - MAX_TABLE_ROWS))


def _list_runs(numbers: Sequence[int]) -> str:
    shown = ", ".join(map(str, numbers[:MAX_PLACES])) + (", …" if len(numbers) > MAX_PLACES else "")
    return f"run {shown}" if numbers else "no run"


def _tell_lines(console: Console, one: Imported) -> None:
    """What became of every line that holds text."""
    if one.lines is None:
        return
    parts = (
        ("read", one.lines["used"]),
        ("in tables", one.lines["claims"]),
        ("not understood", one.lines["not_understood"]),
        ("prose", one.lines["prose"]),
    )
    words = [f"{_count(ranges)} {what} ({_places(ranges)})" for what, ranges in parts if ranges]
    if words:
        console.print(Text(f"{_make_printable(one.path)}: lines {', '.join(words)}"))


def _count(ranges: Sequence[tuple[int, int]]) -> int:
    return sum(last - first + 1 for first, last in ranges)


def _places(ranges: Sequence[tuple[int, int]]) -> str:
    shown = [f"{first}" if first == last else f"{first}-{last}" for first, last in ranges[:MAX_PLACES]]
    return ", ".join(shown) + (", …" if len(ranges) > MAX_PLACES else "")
