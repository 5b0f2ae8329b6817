"""Opening a browser session: a new reference at every login, stored hashed, sent as a cookie scripts cannot read."""

from datetime import datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from fastapi import Request, Response

from fioboard.app.access.check import cookie_name, session_reference
from fioboard.app.access.secrets import hashed, new_secret
from fioboard.core.config import settings
from fioboard.core.database import Session as DatabaseSession
from fioboard.core.sanitize import clean_text
from fioboard.core.times import now
from fioboard.store.models import Session
from fioboard.store.queries import access as access_queries

SESSION_LASTS = timedelta(days=14)


def cookie_settings(same_site: Literal["lax", "strict"] = "lax") -> dict[str, Any]:
    """How every cookie of ours is set, and deleted: out of reach of scripts, of other sites, and of plain http (S4)."""
    return {"httponly": True, "samesite": same_site, "secure": settings().is_https, "path": "/"}


async def open_session(
    session: DatabaseSession,
    request: Request,
    response: Response,
    user_id: UUID,
    authenticated_at: datetime | None = None,
) -> Session:
    """Signs a user in on this browser: sets the cookie, ends the session it had.

    `authenticated_at`: when they showed who they are, if that was before now.
    """
    reference = new_secret()
    before = session_reference(request)
    if before is not None:
        await access_queries.revoke_session_by_hash(session, hashed(before))
    browser = clean_text(request.headers.get("user-agent", ""), 200) or None
    at = now()
    row = await access_queries.add_session(
        session,
        hashed(reference),
        user_id,
        browser,
        authenticated_at=min(at, authenticated_at or at),
        expires_at=at + SESSION_LASTS,
    )
    response.set_cookie(
        cookie_name(), reference, max_age=int(SESSION_LASTS.total_seconds()), **cookie_settings()
    )
    return row


def close_session(response: Response) -> None:
    """Takes the cookie from the browser; the session itself is ended in the database."""
    response.delete_cookie(cookie_name(), **cookie_settings())
