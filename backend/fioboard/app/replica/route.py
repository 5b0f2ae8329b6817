"""Which requests are answered from the standby: routes that say they may lag, and whoever has not just written.

Who is asking and may they is always asked of the primary: a session that was ended, a role or token taken away counts
at once (app/access/check.py). So is every route that does not say so.
"""

from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from math import ceil
from typing import Literal, get_args

from fastapi import Request, Response
from prometheus_client import Counter

from fioboard.app.access.check import MAY_LAG, SAFE_METHODS
from fioboard.app.access.full_disk import WatchedRoute
from fioboard.app.access.sessions import cookie_settings
from fioboard.core.config import settings
from fioboard.core.database import AWAY, Database, Session
from fioboard.core.driver import Driver
from fioboard.core.errors import AppError, NotFound
from fioboard.store.replica.standby import Replica

READS = Counter(
    "fioboard_reads",
    "Pages that may be read from the replica, by where they were: `replica`; else the primary, and why",
    ["reason"],
)
INTERNAL_ERROR = 500
Reason = Literal["replica", "just_written", "may_write", "behind", "away", "missing", "failed"]
for _reason in get_args(Reason):
    READS.labels(_reason)
Handler = Callable[[Request], Coroutine[object, object, Response]]


def written_cookie() -> str:
    """Name of the cookie that a browser has for as long as its own write may not have reached the standby."""
    return "__Host-fioboard_written" if settings().is_https else "fioboard_written"


class Reading(Database):
    """The database of one request: its connections lead to the standby while they may, its transactions never do."""

    def __init__(self, primary: Database, replica: Replica, request: Request) -> None:
        self.engine, self.storage, self.objects = primary.engine, primary.storage, primary.objects
        self._primary = primary
        self._replica = replica
        self._request = request
        self.is_from_replica = False
        self._is_decided = False

    @asynccontextmanager
    async def driver(self) -> AsyncIterator[Driver]:
        """Of the standby or of the primary: decided with the first, so that a request does not go back in time."""
        async with AsyncExitStack() as opened:
            driver = (
                await self._enter_replica(opened) if self.is_from_replica or not self._is_decided else None
            )
            self.is_from_replica = driver is not None
            if driver is None:
                await opened.aclose()
                driver = await opened.enter_async_context(self._primary.driver())
            yield driver

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Session]:
        """The primary's."""
        async with self._primary.transaction() as session:
            yield session

    async def _enter_replica(self, opened: AsyncExitStack) -> Driver | None:
        is_first, self._is_decided = not self._is_decided, True
        reason = _may_have_written(self._request)
        if reason is None:
            driver = await self._replica.enter(opened)
            reason = "replica" if driver else "away" if self._replica.state == "away" else "behind"
        else:
            driver = None
        if is_first:
            READS.labels(reason).inc()
        return driver


def _may_have_written(request: Request) -> Reason | None:
    """Why this caller may look for something that the standby does not have yet; None: there is no reason."""
    principal = getattr(request.state, "principal", None)
    if principal is None or (principal.kind == "token" and principal.rights & {"write", "upload"}):
        # A token keeps no cookie: who may write with it is always answered by the primary.
        return "may_write"
    return "just_written" if written_cookie() in request.cookies else None


class ReadingRoute(WatchedRoute):
    """A route whose reads may come from the standby, and whose writes are remembered by the browser that made them."""

    def get_route_handler(self) -> Handler:
        """FastAPI's handler; around it the choice of the database, or the mark of a write."""
        handler = super().get_route_handler()
        if not (self.methods or SAFE_METHODS) <= SAFE_METHODS:
            return _marking(handler)
        return _choosing(handler) if self.may_lag else handler

    @property
    def may_lag(self) -> bool:
        """Whether a standby may answer, as the route's check says."""
        return any(one.dependency in MAY_LAG for one in self.dependencies)


def _choosing(handler: Handler) -> Handler:
    async def choose(request: Request) -> Response:
        replica: Replica | None = request.app.state.replica
        if replica is None:
            return await handler(request)
        request.state.reading = reading = Reading(request.app.state.database, replica, request)
        try:
            return await handler(request)
        except (AppError, *AWAY) as error:
            reason = _worth_asking_again(error) if reading.is_from_replica else None
            if reason is None:
                raise
            READS.labels(reason).inc()
        # Not there yet, cancelled by what it replayed, or gone in the middle: the primary knows.
        del request.state.reading
        return await handler(request)

    return choose


def _worth_asking_again(error: Exception) -> Reason | None:
    """What is wrong with the request itself is wrong at the primary, too."""
    if isinstance(error, NotFound):
        return "missing"
    return None if isinstance(error, AppError) and error.status < INTERNAL_ERROR else "failed"


def _marking(handler: Handler) -> Handler:
    async def mark(request: Request) -> Response:
        response = await handler(request)
        replica: Replica | None = request.app.state.replica
        principal = getattr(request.state, "principal", None)
        if replica is not None and principal is not None and principal.kind == "session":
            # A standby that is farther behind than max_lag_s is not asked, so that later the write is in it.
            response.set_cookie(
                written_cookie(), "1", max_age=ceil(replica.max_lag_s) + 1, **cookie_settings()
            )
        return response

    return mark
