"""`fioboard user …`: people, from the terminal of the service; also the way back in for an admin who is locked out."""

from dataclasses import asdict
from datetime import timedelta
from enum import StrEnum
from typing import Annotated

import typer

from fioboard.app.access.audit import record_command
from fioboard.app.access.issue import issue_code
from fioboard.app.access.people import change_standing
from fioboard.cli import sentences
from fioboard.cli.transaction import run_in_transaction
from fioboard.core.config import settings
from fioboard.core.database import RowRefused, Session
from fioboard.core.errors import LastAdmin
from fioboard.core.sanitize import clean_text
from fioboard.store.models import AppUser
from fioboard.store.queries import accounts as account_queries

app = typer.Typer(help="Manage users.", no_args_is_help=True)
LINK_LASTS = timedelta(minutes=15)
Name = Annotated[str, typer.Argument(help="The name they sign in with")]


class Role(StrEnum):
    """What a person may do."""

    VIEWER = "viewer"
    EDITOR = "editor"
    ADMIN = "admin"


class Refused(Exception):
    """Why a command did nothing, as a sentence; the transaction is rolled back."""


async def _known(session: Session, name: str) -> AppUser:
    user = await account_queries.find_user_by_name(session, name)
    if user is None:
        raise Refused(sentences.NO_USER(name=repr(name)))
    return user


async def _link(session: Session, user: AppUser) -> str:
    code, _ = await issue_code(session, "login", LINK_LASTS, user.id)
    return f"{settings().public_url}/login#code={code}"


@app.command("create")
def create(name: Name, role: Annotated[Role, typer.Option(help="What they may do")] = Role.VIEWER) -> None:
    """Makes a user and prints a one-time link, good for 15 minutes, with which they sign in and set a password."""

    async def work(session: Session) -> str:
        try:
            async with session.begin_nested():
                user = await account_queries.add_user(session, name=clean_text(name, 64), role=role.value)
        except RowRefused:
            raise Refused(sentences.NAME_TAKEN(name=repr(name))) from None
        await record_command(session, "user.create", user.id, name=user.name, role=user.role)
        return await _link(session, user)

    _say(run_in_transaction("fioboard user create", work, Refused))


@app.command("list")
def list_all() -> None:
    """Lists all users by name."""

    async def work(session: Session) -> str:
        return "\n".join(
            f"{user.name}\t{user.role}\t{'deactivated' if user.deactivated_at else 'active'}"
            f"\t{sentences.LAST_SIGNED_IN(at=user.last_login_at or 'never')}"
            for user in await account_queries.list_users(session)
        )

    _say(run_in_transaction("fioboard user list", work, Refused))


@app.command("link")
def link(name: Name) -> None:
    """Prints a one-time link, good for 15 minutes, that signs this user in: for a forgotten password."""

    async def work(session: Session) -> str:
        user = await _known(session, name)
        if user.deactivated_at is not None:
            raise Refused(sentences.USER_DEACTIVATED(name=repr(name)))
        await record_command(session, "user.link", user.id, name=user.name)
        return await _link(session, user)

    _say(run_in_transaction("fioboard user link", work, Refused))


@app.command("role")
def change_role(
    name: Name, role: Annotated[Role, typer.Argument(help="What they may do from now on")]
) -> None:
    """Changes what a user may do; their sessions end."""
    _change(name, role=role.value)


@app.command("deactivate")
def deactivate(name: Name) -> None:
    """Lets a user in no more; their sessions and tokens end at once."""
    _change(name, is_active=False)


@app.command("activate")
def activate(name: Name) -> None:
    """Lets a deactivated user in again; ended sessions and tokens stay ended."""
    _change(name, is_active=True)


def _change(name: str, role: str | None = None, is_active: bool | None = None) -> None:
    async def work(session: Session) -> str:
        user = await _known(session, name)
        try:
            _, before, after = await change_standing(session, user.id, role=role, is_active=is_active)
        except LastAdmin:
            raise Refused(sentences.LAST_ADMIN(name=repr(name))) from None
        if before != after:
            changed = {"before": asdict(before), "after": asdict(after)}
            await record_command(session, "user.edit", user.id, name=user.name, **changed)
        return f"{user.name}: {after.role}, {'active' if after.is_active else 'deactivated'}"

    _say(run_in_transaction("fioboard user", work, Refused))


def _say(outcome: str | Refused) -> None:
    if isinstance(outcome, Refused):
        typer.echo(str(outcome), err=True)
        raise typer.Exit(1)
    typer.echo(outcome)
