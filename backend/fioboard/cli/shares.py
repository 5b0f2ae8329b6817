"""`fioboard share …`: what was shared, and ending a link, from the terminal of the service."""

from typing import Annotated
from uuid import UUID

import typer

from fioboard.app.access.audit import record_command
from fioboard.cli import sentences
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.database import Session, get_driver
from fioboard.core.figures import format_things
from fioboard.store.queries import shares as share_queries

app = typer.Typer(help="Manage shared links.", no_args_is_help=True)
MAX_LISTED = 10_000


class Refused(Exception):
    """Why a command did nothing, as a sentence; the transaction is rolled back."""


@app.command("list")
def list_all() -> None:
    """Lists everything that was shared, newest first; never a link."""

    async def work(session: Session) -> str:
        driver = await get_driver(await session.connection())
        return "\n".join(
            "\t".join(
                (
                    str(row["id"]),
                    row["state"],
                    f"expires {row['expires_at']:%Y-%m-%d}",
                    f"opened {format_things(row['view_count'], 'time')}",
                    *(
                        [f"{format_things(row['replies_waiting'], 'reply', 'replies')} waiting"]
                        if row["replies_waiting"]
                        else []
                    ),
                    row["title"],
                    f"for {row['label'] or 'no recipient'}",
                    f"by {row['created_by_name']}",
                )
            )
            for row in await share_queries.list_shares(driver, MAX_LISTED)
        )

    _say(run_in_transaction("fioboard share list", work, Refused))


@app.command("revoke")
def revoke(share_id: Annotated[UUID, typer.Argument(help="The id that `share list` shows")]) -> None:
    """Ends a link for good; the next request for it fails."""

    async def work(session: Session) -> str:
        driver = await get_driver(await session.connection())
        is_ended_now = await share_queries.revoke_share(driver, share_id)
        if is_ended_now is None:
            raise Refused(sentences.NO_SHARE(id=share_id))
        if is_ended_now:
            await record_command(session, "share.revoke", share_id, reason="by hand")
        return "revoked"

    _say(run_in_transaction("fioboard share revoke", work, Refused))


def _say(outcome: str | Refused) -> None:
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
