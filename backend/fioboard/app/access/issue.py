"""Making tokens and one-time codes: the only places where a secret exists in the clear, handed to one person once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from uuid import UUID

from fioboard.app.access.secrets import hashed, make_code, new_secret, new_token, shown_prefix
from fioboard.core.config import settings
from fioboard.core.database import RowRefused, Session
from fioboard.core.errors import HostNotFound
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.store.models import ApiToken
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import accounts as account_queries

YABS_PATH = "/api/v1/uploads/yabs/"
FEED_PATH = "/api/v1/feeds/"


def yabs_address(token: str) -> str:
    """What `yabs.sh -s` takes: it cannot set a header, so the token stands in the address."""
    return f"{settings().public_url}{YABS_PATH}{token}"


def feed_address(token: str) -> str:
    """What a feed reader takes, as above."""
    return f"{settings().public_url}{FEED_PATH}{token}.atom"


async def issue_token(
    session: Session,
    *,
    name: str,
    scope: str,
    host_id: UUID | None,
    lasts: timedelta | None,
    created_by: UUID | None = None,
    agent_host_id: str | None = None,
    enrolment_id: UUID | None = None,
) -> tuple[str, ApiToken]:
    """A new token and its row. Raises HostNotFound when `host_id` names no host."""
    token = new_token(scope)
    try:
        row = await access_queries.add_token(
            session,
            name=clean_text(name, 100),
            scope=scope,
            token_sha256=hashed(token),
            prefix=shown_prefix(token),
            host_id=host_id,
            created_by=created_by,
            agent_host_id=agent_host_id,
            enrolment_id=enrolment_id,
            expires_at=now() + lasts if lasts else None,
        )
    except RowRefused:
        raise HostNotFound from None
    return token, row


async def issue_code(
    session: Session, purpose: str, lasts: timedelta, user_id: UUID | None = None
) -> tuple[str, datetime]:
    """A new one-time code for `login` (of that user) or `single_sign_on`, and when it expires."""
    code = new_secret()
    expires_at = now() + lasts
    await access_queries.add_code(session, purpose, hashed(code), expires_at, user_id)
    return code, expires_at


async def issue_enrolment(
    session: Session,
    lasts: timedelta,
    *,
    host_id: UUID | None = None,
    may_join: bool = True,
    hosts: int = 1,
    host_pattern: str | None = None,
    labels: Sequence[str] = (),
) -> tuple[UUID, str, datetime]:
    """Make an enrolment and its code, for one host, or for as many as may use it; `labels`: `key=value` of them.

    Raises HostNotFound.
    """
    code = make_code()
    expires_at = now() + lasts
    try:
        enrolment_id = await access_queries.add_enrolment(
            session,
            hashed(code),
            expires_at,
            host_id=host_id,
            may_join=may_join,
            hosts=hosts,
            host_pattern=host_pattern,
            labels=labels,
        )
    except RowRefused:
        raise HostNotFound from None
    return enrolment_id, code, expires_at


def build_install_command(code: str) -> str:
    """Build the line that installs and enrols an agent."""
    return f"curl -fsSL {settings().public_url}/install.sh | sh -s -- --code {code}"


async def issue_login_code(session: Session, lasts: timedelta) -> str:
    """A one-time login code for the first admin, who is made here when there is none (S1): `admin`, no password."""
    admin = await account_queries.get_or_add_admin(session)
    code, _ = await issue_code(session, "login", lasts, admin.id)
    return code
