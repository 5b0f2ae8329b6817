"""`fioboard export`: runs as a file."""

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from fioboard.app.runs.history import export as exports
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.core.errors import AppError
from fioboard.engine.filters import parse_query
from fioboard.store.embedded.connect import Addresses


def export(
    wanted: Annotated[
        str, typer.Argument(metavar="[FILTER]", help="As in a page's address: 'rw=randwrite&bs=4k..64k'")
    ] = "",
    form: Annotated[
        exports.Format, typer.Option("--format", help="ndjson is everything: one whole run per line")
    ] = "ndjson",
    columns: Annotated[str | None, typer.Option(help="Factors and metrics, separated by commas")] = None,
    sort: Annotated[str, typer.Option(help="As in the list, e.g. -iops")] = "-started_at",
    output: Annotated[Path | None, typer.Option("--output", "-o", help="Default: the terminal")] = None,
) -> None:
    """Write the runs that a filter means to a file."""
    with migrated(checked_settings(), "fioboard export") as at:
        try:
            asyncio.run(_write(at, wanted, form=form, columns=columns, sort=sort, output=output))
        except AppError as error:
            typer.echo(f"fioboard: {error.detail}", err=True)
            raise typer.Exit(2) from None


async def _write(
    at: Addresses, wanted: str, *, form: exports.Format, columns: str | None, sort: str, output: Path | None
) -> None:
    async with opened(at, pool_size=2) as database:
        headings = exports.parse_headings(columns, form)
        file = await exports.export_runs(
            database, parse_query(wanted), form=form, columns=headings, sort=sort, is_whole=True
        )
        out = sys.stdout.buffer if output is None else output.open("wb")
        try:
            async for piece in file.pieces:
                out.write(piece)
            out.flush()
        finally:
            if output is not None:
                out.close()
