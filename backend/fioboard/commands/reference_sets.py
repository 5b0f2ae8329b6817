"""`fioboard reference-set export`: what this installation measured, for other labs."""

import asyncio
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, NoReturn

import typer

from fioboard.commands.environment import checked_settings
from fioboard.commands.migrated import migrated, opened
from fioboard.core.config import settings
from fioboard.core.secret_box import KeyNotKept, load_or_make_key
from fioboard.embedded.connect import Addresses
from fioboard.features.reference_sets.export import Exported, export_set
from fioboard.reference_sets.document import Maker, ReferenceSetRefused
from fioboard.reference_sets.signature import verify, write_fingerprint

KEY_FILE = "reference-set.key"
NOT_KEPT = (
    "The data folder is in memory, so the key that signs reference sets would be lost. Set FIOBOARD_DATA_DIR to a "
    "folder on a disk."
)
app = typer.Typer(help="Exchange figures of drive models with other labs.", no_args_is_help=True)


@app.callback()
def describe() -> None:
    """Exchange figures of drive models with other labs."""


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
) -> None:
    """Write reliable figures of drive models to one signed file. Nothing of hosts, people, serials or paths leaves."""
    if output.exists():
        _refuse(f"{output}: there is a file of that name")
    start = (since or datetime(2000, 1, 1)).replace(tzinfo=UTC)  # noqa: DTZ001 -- the day is UTC's
    with migrated(checked_settings(), "fioboard reference-set export") as at:
        try:
            key = bytes.fromhex(load_or_make_key(settings().data_dir / KEY_FILE))
            made = asyncio.run(_export(at, models, start, Maker(name=name, contact=contact), key))
        except KeyNotKept:
            _refuse(NOT_KEPT)
        except ReferenceSetRefused as refused:
            _refuse(str(refused))
    with os.fdopen(os.open(output, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644), "wb") as file:
        file.write(made.file)
    typer.echo(f"{output}: {made.cells} cells, {made.narrow_cells} of them of fewer than three drives")
    typer.echo(f"key {write_fingerprint(verify(made.file).public_key)}")


async def _export(at: Addresses, models: list[str], since: datetime, maker: Maker, key: bytes) -> Exported:
    async with opened(at) as database, database.driver() as driver:
        return await export_set(driver, models, since, maker, key)


def _refuse(sentence: str) -> NoReturn:
    typer.echo(f"fioboard: {sentence}", err=True)
    raise typer.Exit(1)
