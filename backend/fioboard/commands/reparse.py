"""`fioboard reparse`: read every stored output again with this version's readers."""

import asyncio
from collections import Counter
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress

from fioboard.commands.environment import checked_settings
from fioboard.core.database import Database, make_engine
from fioboard.core.migrate import upgrade
from fioboard.embedded.connect import database_url
from fioboard.features.reparse.service import VERSIONS, refresh_facets
from fioboard.features.reparse.service import reparse as reparse_all
from fioboard.fio import READER_VERSION
from fioboard.queries import reparse as reparse_queries


def reparse(
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Say what would change, change nothing")] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Also what this version of the readers has read already")
    ] = False,
) -> None:
    """Read every stored output again and rebuild what follows from it; ids, edits and links stay."""
    with database_url(checked_settings(), "fioboard reparse") as url:
        upgrade(url)
        refused = asyncio.run(_run(url, dry_run=dry_run, everything=everything))
    raise typer.Exit(1 if refused else 0)


async def _run(url: str, *, dry_run: bool, everything: bool) -> int:
    """The number of uploads that could not be read as they were before."""
    console = Console()
    database = Database(make_engine(url, pool_size=2))
    read, changed, refused = 0, 0, 0
    facts: Counter[str] = Counter()
    try:
        async with database.driver() as driver:
            total = await reparse_queries.count_uploads(driver, None if everything else VERSIONS)
        with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("reading again", total=total)
            async for change in reparse_all(database, everything=everything, dry_run=dry_run):
                progress.advance(task)
                read += 1
                changed += bool(change.facts)
                facts.update(change.facts)
                if change.refused:
                    refused += 1
                    progress.console.print(f"upload {change.upload_id}: {change.refused} Left as it was.")
        renewed = await refresh_facets(database, everything=everything, dry_run=dry_run)
    finally:
        await database.close()
    verb = "would change" if dry_run else "changed"
    console.print(
        f"{read} uploads read by reader version {READER_VERSION}; {changed} {verb}, {refused} left as they were"
    )
    if renewed:
        console.print(f"  fingerprints of inventories: {renewed}")
    for fact, number in sorted(facts.items()):
        console.print(f"  {fact}: {number}")
    return refused
