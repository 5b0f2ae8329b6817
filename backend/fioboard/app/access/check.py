"""The check in front of every route: `allow("read")` names the right it needs, `anyone()` says that none is."""

from collections.abc import Callable
from datetime import timedelta
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit
from uuid import UUID

from fastapi import Depends, Request

from fioboard.app.access.principal import OF_ROLE, OF_SCOPE, Principal, Right
from fioboard.app.access.secrets import hashed, is_token
from fioboard.core.config import settings
from fioboard.core.database import Database, get_primary
from fioboard.core.errors import CrossSite, NotAuthenticated, RecentLoginNeeded
from fioboard.core.times import now
from fioboard.store.queries import access as access_queries

# What each check demands; a test walks every route and fails on one whose checks are not in here.
CHECKS: dict[Callable[..., Any], Right | None] = {}
# Checks of the routes that a standby may answer (app/replica).
MAY_LAG: set[object] = set()
RECENT = timedelta(hours=4)
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


def cookie_name(what: Literal["session", "sign_on"] = "session") -> str:
    """Name of a cookie. Browsers take the prefix from https alone, and from no neighbouring name (S4)."""
    return f"__Host-fioboard_{what}" if settings().is_https else f"fioboard_{what}"


def session_reference(request: Request) -> str | None:
    """The reference of the session this browser says it has."""
    return request.cookies.get(cookie_name())


def require_same_site(request: Request) -> None:
    """Refuses unsafe requests that another site made a browser send (S5)."""
    if request.method in SAFE_METHODS:
        return
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        if site not in {"same-origin", "none"}:
            raise CrossSite
        return
    if request.headers.get("origin") not in _own_origins(request):
        raise CrossSite


def _own_origins(request: Request) -> set[str]:
    """How a browser names our own pages: the public address, and the one that this request came to, by its scheme."""
    public = urlsplit(settings().public_url)
    scheme = "https" if settings().is_https else request.url.scheme
    return {
        f"{public.scheme}://{public.netloc.lower()}",
        f"{scheme}://{request.headers.get('host', '').lower()}",
    }


async def identify(request: Request, database: Database) -> Principal:
    """The caller. Raises NotAuthenticated; a token counts only in the Authorization header (T6)."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        token = token.strip()
        if not is_token(token):
            raise NotAuthenticated
        async with database.driver() as driver:
            row = await access_queries.find_token(driver, hashed(token))
        if row is None:
            raise NotAuthenticated
        principal = Principal(
            "token", row["id"], f"token {row['name']}", OF_SCOPE[row["scope"]], row["host_id"]
        )
    else:
        reference = session_reference(request)
        if not reference:
            raise NotAuthenticated
        async with database.driver() as driver:
            session = await access_queries.find_session(driver, hashed(reference))
        if session is None:
            raise NotAuthenticated
        require_same_site(request)
        principal = Principal(
            "session",
            session["id"],
            session["name"],
            OF_ROLE[session["role"]],
            None,
            user_id=session["user_id"],
            authenticated_at=session["authenticated_at"],
        )
        request.state.session_row = session
    request.state.principal = principal
    request.state.actor = f"{principal.kind}:{principal.id}"
    return principal


async def identify_by_address(request: Request, database: Database, token: str, right: Right) -> Principal:
    """The caller of a route whose address holds the token, for senders that cannot set a header (T6).

    Raises NotAuthenticated, the same for a wrong, an ended and any other token: only a scope that holds `right` and
    nothing else may stand in an address.
    """
    row = None
    if is_token(token):
        async with database.driver() as driver:
            row = await access_queries.find_token(driver, hashed(token))
    if row is None or OF_SCOPE[row["scope"]] != {right}:
        raise NotAuthenticated
    principal = Principal("token", row["id"], f"token {row['name']}", OF_SCOPE[row["scope"]], row["host_id"])
    request.state.principal = principal
    request.state.actor = f"{principal.kind}:{principal.id}"
    return principal


def allow(right: Right, *, may_lag: bool = False) -> Any:
    """Route dependency: the caller must hold `right`, as the primary says: what was taken away counts at once.

    With `may_lag` a standby that is a little behind may give the answer: of a route that only reads, for whoever does
    not wait for what was just written.
    """

    # The database is no dependency of its own: that would cost every request 11 µs, a twelfth of an empty answer.
    async def check(request: Request) -> None:
        (await identify(request, get_primary(request))).demand(right)

    CHECKS[check] = right
    if may_lag:
        MAY_LAG.add(check)
    return Depends(check)


def anyone() -> Any:
    """Route dependency that marks a route as open on purpose."""

    async def check() -> None:
        return

    CHECKS[check] = None
    return Depends(check)


# async: FastAPI would run it in a thread, which costs more than all else of asking who calls.
async def _principal(request: Request) -> Principal:
    principal: Principal = request.state.principal
    return principal


def require_recent_login(principal: Principal) -> UUID:
    """The user's id. Raises RecentLoginNeeded unless they signed in, or confirmed their password, lately (T3)."""
    if principal.user_id is None or principal.authenticated_at is None:
        raise NotAuthenticated("This action needs a signed-in browser.")
    if now() - principal.authenticated_at > RECENT:
        raise RecentLoginNeeded
    return principal.user_id


Caller = Annotated[Principal, Depends(_principal)]
