"""/healthz and /readyz, outside /api/v1 and open to everyone: they say nothing that a stranger could use."""

from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.access.check import anyone
from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.core.errors import AppError, Unavailable
from fioboard.core.migrate import current_revision, newest_revision
from fioboard.schemas.problem import ErrorOut

router = APIRouter(tags=["health"])
REFUSALS: dict[int | str, dict[str, Any]] = {503: {"model": ErrorOut}}


@router.get("/healthz", dependencies=[anyone()])
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


async def durability(connection: AsyncConnection) -> list[str]:
    """Settings of PostgreSQL that would let an acknowledged upload be lost (I1); empty when all are safe."""
    unsafe = []
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        value = (await connection.exec_driver_sql(f"show {name}")).scalar_one()
        if value in {"off", "local"}:
            unsafe.append(f"{name}={value}")
    return unsafe


@router.get("/readyz", dependencies=[anyone()], responses=REFUSALS)
async def readyz(request: Request, response: Response) -> dict[str, Any]:
    """The database is reachable, migrated to this program's revision, and durable."""
    database: Database = request.app.state.database
    try:
        async with database.engine.connect() as connection:
            revision = await current_revision(connection)
            unsafe = await durability(connection)
    except AppError:
        raise
    except Exception as error:
        raise Unavailable from error
    if revision != newest_revision():
        raise Unavailable(
            "The database has another schema revision than this program; run `fioboard migrate`."
        )
    if unsafe and not settings().unsafe_no_fsync:
        raise Unavailable(f"PostgreSQL would not keep what was acknowledged: {', '.join(unsafe)}.")
    return {"status": "ready", "revision": revision, "unsafe": unsafe}
