"""`fioboard reference-set …`: figures of drive models that labs exchange, and those that come with the product."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from fioboard.app.reference_sets.export import Exported, export_set
from fioboard.app.reference_sets.imports import Imported, import_set, revoke
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.config import settings
from fioboard.core.database import Session, get_driver
from fioboard.core.figures import format_things
from fioboard.core.secret_box import KeyNotKept, load_or_make_key
from fioboard.engine.reference_sets.difference import list_differences
from fioboard.engine.reference_sets.document import (
    MAX_FILE_BYTES,
    Maker,
    ReferenceSetRefused,
    read_body,
)
from fioboard.engine.reference_sets.signature import verify, write_fingerprint
from fioboard.store.embedded.connect import Addresses
from fioboard.store.queries import reference_sets as queries
from fioboard.store.queries import stated_figures as stated_queries
from fioboard.store.queries.reference_sets import SetRow

BY = "command line"
KEY_FILE = "reference-set.key"
PRODUCT = "product"
NOT_KEPT = (
    "The data folder is in memory, so the key that signs reference sets would be lost. Set FIOBOARD_DATA_DIR to a "
    "folder on a disk."
)
app = typer.Typer(help="Exchange figures of drive models with other labs.", no_args_is_help=True)


@app.command("export")
def export(
    models: Annotated[
        list[str], typer.Option("--models", help="A drive model; `*` stands for any text. Repeat for several")
    ],
    output: Annotated[
        Path, typer.Option("--output", "-o", help="The file to write; one that exists is kept")
    ],
    since: Annotated[
        datetime | None,
        typer.Option(formats=["%Y-%m-%d"], help="Only runs that started on this day (UTC) or later"),
    ] = None,
    name: Annotated[str | None, typer.Option(help="Who made the set; default: nobody is named")] = None,
    contact: Annotated[str | None, typer.Option(help="How to reach them")] = None,
    *,
    with_stated: Annotated[
        bool, typer.Option("--with-stated", help="Also what people pasted of these models, with its sources")
    ] = False,
) -> None:
    """Write reliable figures of drive models to one signed file. Nothing of hosts, people, serials or paths leaves."""
    if output.exists():
        _refuse(sentences.FILE_EXISTS(file=output))
    start = since.replace(tzinfo=UTC) if since else datetime(2000, 1, 1, tzinfo=UTC)
    with migrated(checked_settings(), "fioboard reference-set export") as at:
        try:
            key = bytes.fromhex(load_or_make_key(settings().data_dir / KEY_FILE))
            maker = Maker(name=name, contact=contact)
            made = asyncio.run(_export(at, models, start, maker, key, with_stated=with_stated))
        except KeyNotKept:
            _refuse(NOT_KEPT)
        except ReferenceSetRefused as refused:
            _refuse(str(refused))
    with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as file:
        file.write(made.file)
    typer.echo(
        sentences.SET_EXPORTED(
            file=output,
            cells=format_things(made.cells, "cell"),
            narrow=made.narrow_cells,
            stated=format_things(made.stated, "stated figure"),
        )
    )
    typer.echo(f"key {write_fingerprint(verify(made.file).public_key)}")


async def _export(
    at: Addresses, models: list[str], since: datetime, maker: Maker, key: bytes, *, with_stated: bool
) -> Exported:
    async with opened(at) as database, database.driver() as driver:
        return await export_set(driver, models, since, maker, key, with_stated=with_stated)


@app.command("import")
def import_file(
    file: Annotated[Path, typer.Argument(help="A reference set of another lab")],
    trust: Annotated[
        str | None, typer.Option(help="The fingerprint of its key, at the first set of a lab")
    ] = None,
) -> None:
    """Take a reference set of another lab. One of a key that is not trusted yet, or a changed one, is refused."""
    content = _read(file)

    async def import_content(session: Session) -> Imported:
        return await import_set(await get_driver(await session.connection()), content, BY, trust)

    taken = run_in_transaction("fioboard reference-set import", import_content, ReferenceSetRefused)
    if isinstance(taken, ReferenceSetRefused):
        _refuse(f"{file}: {taken}")
    state = "" if taken.is_new else ", which was there already"
    typer.echo(
        sentences.SET_IMPORTED(
            file=file,
            cells=format_things(taken.header.cells, "cell"),
            stated=format_things(taken.header.stated, "stated figure"),
            fingerprint=taken.fingerprint,
            state=state,
        )
    )


@app.command("list")
def list_sets() -> None:
    """List the reference sets, the newest first.

    Columns: key (`product`: came with fioboard; an id: a pasted table), made, cells, stated figures, state (counts,
    superseded, revoked, off), maker.
    """

    async def load_sets(session: Session) -> list[SetRow]:
        return await queries.list_sets(await get_driver(await session.connection()))

    rows = run_in_transaction("fioboard reference-set list", load_sets, ReferenceSetRefused)
    if isinstance(rows, ReferenceSetRefused):
        _refuse(str(rows))
    for row in rows:
        off = "revoked" if row["revoked_at"] else "off" if row["off_at"] else None
        state = off or ("counts" if row["is_newest"] else "superseded")
        maker = " ".join(word for word in (row["maker_name"], row["maker_contact"]) if word) or "–"
        counts = f"{row['cell_count']}\t{row['stated_count']}"
        typer.echo(f"{_write_name(row)}\t{row['made']}\t{counts}\t{state}\t{maker}")


def _write_name(row: SetRow) -> str:
    """Name a set as turn-on and turn-off take it; one of a lab by its key."""
    if row["public_key"] is not None:
        return write_fingerprint(bytes(row["public_key"]))
    return PRODUCT if row["origin"] == PRODUCT else str(row["id"])


Named = Annotated[
    str,
    typer.Argument(help="`product`, or the id of a pasted table, as `fioboard reference-set list` prints it"),
]


@app.command("turn-off")
def exclude_set(name: Named) -> None:
    """Let the product's own set, or a pasted table, count no longer."""
    _set_state(name, is_off=True)


@app.command("turn-on")
def use_set(name: Named) -> None:
    """Let a set that was turned off count again."""
    _set_state(name, is_off=False)


def _set_state(name: str, *, is_off: bool) -> None:
    async def apply_change(session: Session) -> bool:
        driver = await get_driver(await session.connection())
        rows = [row for row in await queries.list_sets(driver) if row["public_key"] is None]
        row = next((row for row in rows if _write_name(row) == name), None)
        return row is not None and await stated_queries.set_state(driver, row["id"], is_off=is_off, by=BY)

    if run_in_transaction("fioboard reference-set", apply_change, ReferenceSetRefused) is not True:
        _refuse(sentences.NO_SET(name=repr(name)))
    typer.echo(f"{name}: {'off' if is_off else 'on'}")


@app.command("revoke")
def revoke_key(
    fingerprint: Annotated[str, typer.Argument(help="Of a key, as `fioboard reference-set list` prints it")],
) -> None:
    """Let no set of a key count any more, and take no new one of it."""

    async def revoke_sets(session: Session) -> bool:
        return await revoke(await get_driver(await session.connection()), fingerprint, BY)

    if run_in_transaction("fioboard reference-set revoke", revoke_sets, ReferenceSetRefused) is not True:
        _refuse(sentences.NO_KEY(fingerprint=repr(fingerprint)))
    typer.echo(f"{fingerprint}: revoked")


@app.command("diff")
def compare_files(
    first: Annotated[Path, typer.Argument(help="A reference set")],
    second: Annotated[Path, typer.Argument(help="Another one")],
) -> None:
    """Print what is only in one of two files, and cells of both whose figures differ beyond their spread.

    Exit code 0: no such difference; 1: there is one, or a file is refused.
    """
    contents = []
    for file in (first, second):
        try:
            contents.append(read_body(verify(_read(file)).body))
        except ReferenceSetRefused as refused:
            _refuse(f"{file}: {refused}")
    lines = list(list_differences(*contents))
    for line in lines:
        typer.echo(line)
    if lines:
        raise typer.Exit(1)


def _read(file: Path) -> bytes:
    try:
        with file.open("rb") as opened_file:
            return opened_file.read(MAX_FILE_BYTES + 1)
    except OSError as error:
        _refuse(f"{file}: {error.strerror}")


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"fioboard: {sentence}", err=True)
    raise typer.Exit(1)
