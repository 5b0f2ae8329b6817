"""Turns every error into the one shape of threat-model section 4; no input is echoed, no inside is shown."""

import orjson
from asyncpg.exceptions import (
    AdminShutdownError,
    CannotConnectNowError,
    ConnectionDoesNotExistError,
    CrashShutdownError,
    DeadlockDetectedError,
    DiskFullError,
    IdleInTransactionSessionTimeoutError,
    InterfaceError,
    InternalClientError,
    LockNotAvailableError,
    PostgresConnectionError,
    QueryCanceledError,
    ReadOnlySQLTransactionError,
    SerializationError,
    TooManyConnectionsError,
    TransactionTimeoutError,
)
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect

from fioboard.core import errors
from fioboard.core.logs import logger

DATABASE_AWAY = (
    AdminShutdownError,
    CannotConnectNowError,
    ConnectionDoesNotExistError,
    CrashShutdownError,
    InterfaceError,
    InternalClientError,  # a connection whose server died between two statements (seen with kill -9 of a backend)
    PostgresConnectionError,
    ReadOnlySQLTransactionError,  # another server is the primary by now, and connections follow in a moment
    TooManyConnectionsError,
)
# How PostgreSQL ends a statement or a transaction at a limit; TimeoutError is our own limit on its answer.
LIMITS_REACHED = (
    DeadlockDetectedError,
    IdleInTransactionSessionTimeoutError,
    LockNotAvailableError,
    QueryCanceledError,
    SerializationError,  # a standby cancels what stands in the way of its replay with this
    TransactionTimeoutError,
    TimeoutError,
)

# Instead of the library's words about UUIDs, lengths and characters.
NO_ID = "is not an id, which has 32 hexadecimal digits: 0198c0de-0000-7000-8000-000000000000"


class TooSlow(errors.Unavailable):
    """PostgreSQL stopped a statement at one of its limits: of time, of waiting for a lock, or of a standby."""

    sentence = "The database did not answer in time, so it stopped. Try again, or ask for less with a narrower filter."


def answer(request: Request, error: errors.AppError) -> Response:
    """The JSON answer of an error."""
    headers = {}
    if error.retry_after_s is not None or isinstance(error, errors.Unavailable):
        headers["retry-after"] = str(error.retry_after_s or 2)
    if isinstance(error, errors.NotAuthenticated):
        headers["www-authenticate"] = "Bearer"
    if isinstance(error, errors.TooLarge | errors.SlowBody):
        headers["connection"] = "close"  # the rest of the body was not read
    body = error.body(getattr(request.state, "request_id", ""))
    return Response(orjson.dumps(body), error.status, headers, media_type="application/json")


def _validation(error: RequestValidationError) -> errors.AppError:
    in_path = [e["loc"][1] for e in error.errors() if e["loc"][0] == "path"]
    if in_path:
        return errors.build_not_found(in_path[0])
    problems = [
        errors.Problem(
            "/" + "/".join(str(p)[:64] for p in e["loc"]),
            "Invalid",
            NO_ID if e["type"].startswith("uuid") else str(e["msg"])[:300],
        )
        for e in error.errors()
    ]
    first = problems[0]
    return errors.Invalid(f"{first.where}: {first.detail}", problems=problems)


def _http(error: HTTPException) -> errors.AppError:
    match error.status_code:
        case 404:
            return errors.NotFound()
        case 405:
            return errors.MethodNotAllowed()
        case 413:
            return errors.TooLarge()
        case status if 400 <= status < 500:
            return errors.BadRequest()
        case _:
            return errors.InternalError()


def _unexpected(error: BaseException) -> errors.AppError:
    """Database away, too slow and disk full are named; everything else is a bug and says only that."""
    causes: list[BaseException] = []
    cause: BaseException | None = error
    while cause is not None and len(causes) < 8:
        causes.append(cause)
        cause = (cause.orig if isinstance(cause, DBAPIError) else None) or cause.__cause__
    if any(isinstance(c, DiskFullError) for c in causes):
        return errors.StorageFull()
    if any(isinstance(c, LIMITS_REACHED) for c in causes):
        return TooSlow()
    if any(isinstance(c, DATABASE_AWAY) for c in causes):
        return errors.Unavailable()
    return errors.InternalError()


def unexpected(request: Request, error: Exception) -> Response:
    """The answer to what no handler expected; bugs go to the log, and only there."""
    named = _unexpected(error)
    logger().error(
        "unexpected",
        request_id=getattr(request.state, "request_id", ""),
        error=type(named).__name__,
        exc_info=error if isinstance(named, errors.InternalError) else None,
        cause=type(error).__name__,
    )
    return answer(request, named)


def install(app: FastAPI) -> None:
    """Registers the handlers."""

    @app.exception_handler(errors.AppError)
    async def on_app_error(request: Request, error: errors.AppError) -> Response:
        return answer(request, error)

    @app.exception_handler(RequestValidationError)
    async def on_validation(request: Request, error: RequestValidationError) -> Response:
        return answer(request, _validation(error))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        named = answer(request, _http(error))
        if error.status_code == 405 and error.headers:
            named.headers["allow"] = error.headers["Allow"]
        return named

    @app.exception_handler(ClientDisconnect)
    async def on_disconnect(request: Request, _: ClientDisconnect) -> Response:
        return answer(request, errors.SlowBody())

    async def handle_unexpected(request: Request, error: Exception) -> Response:
        return unexpected(request, error)

    app.add_exception_handler(DBAPIError, handle_unexpected)
    for kind in (*DATABASE_AWAY, *LIMITS_REACHED):
        app.add_exception_handler(kind, handle_unexpected)
