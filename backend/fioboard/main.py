"""Builds the app: lifespan, routers, error handlers; no logic."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import APIRouter, FastAPI
from prometheus_fastapi_instrumentator import Instrumentator

from fioboard import __version__
from fioboard.access.check import allow
from fioboard.core import answers, logs
from fioboard.core.config import settings
from fioboard.core.database import Database, make_engine
from fioboard.core.middleware import Envelope
from fioboard.features.access.routes import router as access_router
from fioboard.features.health.routes import router as health_router
from fioboard.features.hosts.routes import router as hosts_router
from fioboard.features.ingest.routes import router as ingest_router
from fioboard.features.reparse.routes import router as reparse_router
from fioboard.features.reparse.work import Worker
from fioboard.features.runs.routes import router as runs_router
from fioboard.features.site.routes import api_router as info_router
from fioboard.features.site.routes import router as site_router

DESCRIPTION = """fio results with the hardware they were measured on. All quantities are in base units:
bytes, bytes per second, nanoseconds; null means unknown, never zero. Errors have one shape, see ErrorOut."""


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    address = settings().database_url
    if address is None:
        raise RuntimeError("FIOBOARD_DATABASE_URL is not set; start the service with `fioboard serve`.")
    app.state.database = Database(make_engine(address.get_secret_value(), settings().pool_size))
    app.state.reparse_worker = Worker(app.state.database)
    working = asyncio.create_task(app.state.reparse_worker.run())
    yield
    working.cancel()
    with suppress(asyncio.CancelledError):
        await working
    await app.state.database.close()


def create_app() -> FastAPI:
    """The service."""
    logs.set_up(settings().log_level)
    app = FastAPI(
        title="fioboard",
        version=__version__,
        description=DESCRIPTION,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan,
    )
    answers.install(app)
    api = APIRouter(prefix="/api/v1")
    for router in (runs_router, hosts_router, ingest_router, reparse_router, access_router, info_router):
        api.include_router(router)
    app.include_router(api)
    app.include_router(health_router)
    Instrumentator(excluded_handlers=["/metrics", "/healthz", "/readyz"]).instrument(app).expose(
        app, include_in_schema=False, dependencies=[allow("read")]
    )
    app.include_router(site_router)
    app.add_middleware(Envelope)
    return app
