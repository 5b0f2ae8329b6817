"""`fioboard token …` and `fioboard login-link`: secrets are printed once, on the terminal of the service."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from enum import StrEnum
from typing import Annotated, TypeVar
from uuid import UUID

import typer
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.access.minting import mint_code, mint_token
from fioboard.core.config import settings
from fioboard.core.database import Database, make_engine
from fioboard.core.migrate import upgrade
from fioboard.embedded.connect import database_url
from fioboard.queries import access as access_queries
from fioboard.queries import hosts as host_queries

app = typer.Typer(help="API tokens: create, list, revoke.", no_args_is_help=True)
LINK_LASTS = timedelta(minutes=15)
T = TypeVar("T")


class Scope(StrEnum):
    """What a token may do."""

    UPLOAD = "upload"
    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


def _in_database(purpose: str, work: Callable[[AsyncSession], Awaitable[T]]) -> T:
    """Runs work in one transaction on the service's database, migrated first when it is new."""

    async def run(url: str) -> T:
        database = Database(make_engine(url, pool_size=1))
        try:
            async with database.transaction() as session:
                return await work(session)
        finally:
            await database.close()

    with database_url(settings(), purpose) as url:
        upgrade(url)
        return asyncio.run(run(url))


@app.command("create")
def create(
    scope: Annotated[
        Scope, typer.Option(help="upload: send runs; read; write: read and edit; admin: all of these")
    ],
    name: Annotated[str, typer.Option(help="What it is for; shown in lists")] = "command line",
    host: Annotated[
        str | None, typer.Option(help="Only for scope upload: the one host it may send for")
    ] = None,
    expires_in_days: Annotated[int, typer.Option(min=0, help="0: never")] = 365,
) -> None:
    """Makes an API token and prints it; it is never shown again."""

    async def work(session: AsyncSession) -> str | None:
        host_id = None
        if host is not None:
            driver = (await (await session.connection()).get_raw_connection()).driver_connection
            host_id = await host_queries.find_host(driver, host)
            if host_id is None:
                return None
        lasts = timedelta(days=expires_in_days) if expires_in_days else None
        token, _ = await mint_token(session, name=name, scope=scope.value, host_id=host_id, lasts=lasts)
        return token

    token = _in_database("fioboard token create", work)
    if token is None:
        typer.echo(f"There is no host {host!r}; it appears with its first upload.", err=True)
        raise typer.Exit(1)
    typer.echo(token)


@app.command("list")
def list_all() -> None:
    """Lists all tokens, newest first, without their secrets."""

    async def work(session: AsyncSession) -> list[str]:
        return [
            "\t".join(
                (
                    str(row.id),
                    row.scope,
                    f"{row.prefix}…",
                    row.name,
                    "revoked" if row.revoked_at else f"expires {row.expires_at or 'never'}",
                    f"last used {row.last_used_at or 'never'}",
                )
            )
            for row in await access_queries.list_tokens(session)
        ]

    for line in _in_database("fioboard token list", work):
        typer.echo(line)


@app.command("revoke")
def revoke(token_id: Annotated[UUID, typer.Argument(help="The id that `token list` shows")]) -> None:
    """Ends a token at once."""

    async def work(session: AsyncSession) -> bool:
        return await access_queries.revoke_token(session, token_id)

    if not _in_database("fioboard token revoke", work):
        typer.echo(f"There is no token {token_id}.", err=True)
        raise typer.Exit(1)
    typer.echo("revoked")


def login_link() -> None:
    """Prints a one-time link that signs a browser in as admin; good for 15 minutes."""

    async def work(session: AsyncSession) -> str:
        code, _ = await mint_code(session, "login", LINK_LASTS)
        return code

    # The code stands behind `#`: browsers never send that part, so it is in no log.
    typer.echo(f"{settings().public_url}/login#code={_in_database('fioboard login-link', work)}")
