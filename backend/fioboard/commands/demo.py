"""`fioboard demo load | remove`: five real cases to look at, marked as demo data."""

import asyncio
from collections.abc import Awaitable, Callable

import typer

from fioboard.commands.environment import checked_settings
from fioboard.commands.migrated import migrated
from fioboard.core.database import Database, make_engine
from fioboard.features.ingest import demo

app = typer.Typer(help="Five real cases to look at, marked with the tag demo.", no_args_is_help=True)


def _with_database(name: str, work: Callable[[Database], Awaitable[int]]) -> int:
    async def whole(url: str) -> int:
        database = Database(make_engine(url, pool_size=2))
        try:
            return await work(database)
        finally:
            await database.close()

    with migrated(checked_settings(), name) as url:
        return asyncio.run(whole(url))


@app.command()
def load() -> None:
    """Store the cases' runs through the ordinary ingest; loading twice stores once."""
    typer.echo(f"{_with_database('fioboard demo', demo.load)} demo runs added; find them by tag=demo")


@app.command()
def remove() -> None:
    """Delete the demo runs; `demo load` brings them back."""
    typer.echo(f"{_with_database('fioboard demo', demo.remove)} demo runs removed")
