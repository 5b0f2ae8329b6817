"""`fioboard share …`: what was shared, the replies to it, and ending a link, from the terminal of the service."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, cast
from uuid import UUID

import typer
from pydantic import ValidationError

from fioboard.app.access.audit import record_command
from fioboard.app.measuring.answers import describe_refusal
from fioboard.app.sharing.replies.deciding import decide_reply
from fioboard.app.sharing.replies.originals import build_archive
from fioboard.cli import sentences
from fioboard.cli.transaction import run_in_transaction, run_on_database
from fioboard.core.database import Database, Session, get_driver
from fioboard.core.errors import AppError, IdentifierFound
from fioboard.core.figures import format_bytes, format_things
from fioboard.engine.answers.share_reply import ReplyPatch
from fioboard.engine.answers.shared import ShareLeak
from fioboard.store.queries import share_replies as reply_queries
from fioboard.store.queries import shares as share_queries

app = typer.Typer(help="Manage shared links and the replies to them.", no_args_is_help=True)
ShareId = Annotated[UUID, typer.Argument(help="The id that `share list` shows")]
ReplyId = Annotated[UUID, typer.Argument(help="The id that `share replies` shows")]
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
def revoke(share_id: ShareId) -> None:
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


@app.command("replies")
def list_replies(share_id: ShareId) -> None:
    """Lists the replies to a link, newest first: id, state, time, host, network and who decided, separated by tabs."""

    async def list_lines(session: Session) -> str:
        driver = await get_driver(await session.connection())
        if await share_queries.get_share(driver, share_id) is None:
            raise Refused(sentences.NO_SHARE(id=share_id))
        rows = await reply_queries.list_replies(driver, share_id)
        return "\n".join(
            "\t".join(
                (
                    str(row["id"]),
                    row["state"],
                    f"{row['received_at']:%Y-%m-%d %H:%M}",
                    row["host_name"],
                    row["network"] or "unknown network",
                    *([f"by {row['decided_by_name']}"] if row["decided_by_name"] else []),
                )
            )
            for row in rows
        )

    _say(run_in_transaction("fioboard share replies", list_lines, Refused))


@app.command("accept")
def accept_reply(
    share_id: ShareId,
    reply_id: ReplyId,
    hide: Annotated[list[str] | None, typer.Option(help="Leave this out of both; may be repeated")] = None,
) -> None:
    """Shows a reply on the page of the link, as external, compared with the shared run."""

    async def accept(database: Database) -> str:
        try:
            patch = ReplyPatch(state="accepted", hide=hide or [])
            await decide_reply(database, None, share_id, reply_id, patch)
        except IdentifierFound as refusal:
            leaks = cast(list[ShareLeak], refusal.leaks)
            places = {place["hide"] for leak in leaks for place in leak["places"] if place["hide"]}
            if not places:
                raise
            options = " ".join(f"--hide {place}" for place in sorted(places))
            raise Refused(sentences.WOULD_IDENTIFY(options=options)) from None
        except ValidationError as error:
            raise Refused(f"{describe_refusal(error)}.") from None
        return "accepted"

    _say(run_on_database("fioboard share accept", _describe_errors(accept), Refused))


@app.command("reject")
def reject_reply(share_id: ShareId, reply_id: ReplyId) -> None:
    """Keeps a reply off the page of the link, or takes it off; it may be accepted later."""

    async def reject(database: Database) -> str:
        await decide_reply(database, None, share_id, reply_id, ReplyPatch(state="rejected"))
        return "rejected"

    _say(run_on_database("fioboard share reject", _describe_errors(reject), Refused))


@app.command("download")
def download_reply(
    share_id: ShareId,
    reply_id: ReplyId,
    file: Annotated[Path, typer.Argument(help="ZIP file to write; must not exist")],
) -> None:
    """Writes the files of a reply exactly as they arrived, with its manifest and inventory, into a ZIP file."""

    async def download(database: Database) -> str:
        if file.exists():
            raise Refused(sentences.FILE_EXISTS(file=file))
        content = await build_archive(database, None, share_id, reply_id)
        try:
            with file.open("xb") as made:
                made.write(content)
        except OSError as error:
            raise Refused(sentences.NOT_WRITTEN(file=file, reason=error.strerror)) from None
        return sentences.REPLY_WRITTEN(file=file, size=format_bytes(len(content)))

    _say(run_on_database("fioboard share download", _describe_errors(download), Refused))


def _describe_errors(work: Callable[[Database], Awaitable[str]]) -> Callable[[Database], Awaitable[str]]:
    """Return work that says as a sentence why it did nothing."""

    async def run_work(database: Database) -> str:
        try:
            return await work(database)
        except AppError as error:
            raise Refused(error.detail) from None

    return run_work


def _say(outcome: str | Refused) -> None:
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
