"""`fioboard token …` and `fioboard login-link`: secrets are printed once, on the terminal of the service."""

import os
import sys
import webbrowser
from datetime import timedelta
from enum import StrEnum
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

import typer

from fioboard.app.access.audit import record_command
from fioboard.app.access.issue import issue_login_code, issue_token, yabs_address
from fioboard.app.access.people import end_token
from fioboard.cli import sentences
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.config import settings
from fioboard.core.database import Session, get_driver
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import hosts as host_queries

app = typer.Typer(help="API tokens: create, list, revoke.", no_args_is_help=True)
LINK_LASTS = timedelta(minutes=15)


class Scope(StrEnum):
    """What a token may do."""

    UPLOAD = "upload"
    YABS = "yabs"
    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


class Refused(Exception):
    """Why a command did nothing, as a sentence; the transaction is rolled back."""


@app.command("create")
def create(
    scope: Annotated[
        Scope,
        typer.Option(
            help="upload: send runs; yabs: an address for yabs.sh -s; read; write: read and edit; admin: all of these"
        ),
    ],
    name: Annotated[str, typer.Option(help="What it is for; shown in lists")] = "command line",
    host: Annotated[
        str | None, typer.Option(help="Only for scopes upload and yabs: the one host it may send for")
    ] = None,
    expires_in_days: Annotated[int, typer.Option(min=0, help="0: never")] = 365,
) -> None:
    """Makes an API token and prints it, of scope yabs as the address to send to; it is never shown again."""

    async def work(session: Session) -> str:
        host_id = None
        if host is not None:
            driver = await get_driver(await session.connection())
            host_id = await host_queries.find_host(driver, host)
            if host_id is None:
                raise Refused(sentences.UNKNOWN_HOST(host=repr(host)))
        lasts = timedelta(days=expires_in_days) if expires_in_days else None
        token, row = await issue_token(session, name=name, scope=scope.value, host_id=host_id, lasts=lasts)
        await record_command(session, "token.create", row.id, token=name, scope=scope.value)
        return yabs_address(token) if scope is Scope.YABS else token

    _say(run_in_transaction("fioboard token create", work, Refused))


@app.command("list")
def list_all() -> None:
    """Lists all tokens, newest first, without their secrets."""

    async def work(session: Session) -> str:
        return "\n".join(
            "\t".join(
                (
                    str(row.id),
                    row.scope,
                    f"{row.prefix}…",
                    row.name,
                    "revoked" if row.revoked_at else f"expires {row.expires_at or 'never'}",
                    sentences.LAST_USED(at=row.last_used_at or "never"),
                )
            )
            for row in await access_queries.list_tokens(session)
        )

    _say(run_in_transaction("fioboard token list", work, Refused))


@app.command("revoke")
def revoke(token_id: Annotated[UUID, typer.Argument(help="The id that `token list` shows")]) -> None:
    """Ends a token at once."""

    async def work(session: Session) -> str:
        if not await end_token(session, token_id):
            raise Refused(sentences.NO_TOKEN(id=token_id))
        await record_command(session, "token.revoke", token_id)
        return "revoked"

    _say(run_in_transaction("fioboard token revoke", work, Refused))


def login_link(
    opens: Annotated[
        bool, typer.Option("--open", help="Also open it in this machine's browser, if there is one.")
    ] = False,
    to: Annotated[
        str | None, typer.Option("--to", metavar="PAGE", help="Page that it leads to, as in /batches/ID.")
    ] = None,
) -> None:
    """Prints a one-time link that signs a browser in as admin; good for 15 minutes."""
    query = "" if to is None else f"?{urlencode({'next': to}, safe='/')}"

    async def work(session: Session) -> str:
        code = await issue_login_code(session, LINK_LASTS)
        # The code stands behind `#`: browsers never send that part, so it is in no log.
        return f"{settings().public_url}/login{query}#code={code}"

    link = run_in_transaction("fioboard login-link", work, Refused)
    _say(link)
    if opens and isinstance(link, str) and _has_screen():
        webbrowser.open(link)


def _has_screen() -> bool:
    """Whether a browser would have a window: without one, a text browser would take the terminal."""
    return sys.platform == "darwin" or bool({"DISPLAY", "WAYLAND_DISPLAY", "BROWSER"} & os.environ.keys())


def _say(outcome: str | Refused) -> None:
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
