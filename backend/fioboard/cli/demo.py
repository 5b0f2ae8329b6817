"""`fioboard demo load | remove`: five real cases to look at, marked as demo data."""

import asyncio
from collections.abc import Awaitable, Callable

import typer

from fioboard.app.ingest import demo
from fioboard.cli import sentences
from fioboard.cli.environment import checked_settings
from fioboard.cli.migrated import migrated, opened
from fioboard.core.database import Database
from fioboard.core.errors import StorageFull
from fioboard.core.figures import format_things
from fioboard.store.embedded.connect import Addresses

app = typer.Typer(help="Five real cases to look at, marked with the tag demo.", no_args_is_help=True)


def _run_on_database(name: str, work: Callable[[Database], Awaitable[int]]) -> int:
    """Migrate the database, run `work` on it and return its result."""

    async def whole(at: Addresses) -> int:
        async with opened(at, pool_size=2) as database:
            return await work(database)

    with migrated(checked_settings(), name) as at:
        try:
            return asyncio.run(whole(at))
        except StorageFull as error:
            typer.echo(f"fioboard: {error.detail}", err=True)
            raise typer.Exit(1) from None


@app.command()
def load() -> None:
    """Store the cases' runs through the ordinary ingest; loading twice stores once."""
    typer.echo(
        sentences.DEMO_ADDED(runs=format_things(_run_on_database("fioboard demo", demo.load), "demo run"))
    )


@app.command()
def remove() -> None:
    """Delete the demo runs; `demo load` brings them back."""
    typer.echo(
        sentences.DEMO_REMOVED(runs=format_things(_run_on_database("fioboard demo", demo.remove), "demo run"))
    )
