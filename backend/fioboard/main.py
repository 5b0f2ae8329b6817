"""Builds the app: lifespan, routers, error handlers; no logic."""

import asyncio
import gc
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from typing import TYPE_CHECKING

from fastapi import FastAPI
from prometheus_client import CollectorRegistry, GCCollector, PlatformCollector, ProcessCollector

from fioboard import __version__
from fioboard.app.access.oidc import build_provider
from fioboard.app.accounts.audit import router as audit_router
from fioboard.app.accounts.enrolled import router as enrolled_router
from fioboard.app.accounts.enrolments import router as enrolments_router
from fioboard.app.accounts.own_account import router as own_account_router
from fioboard.app.accounts.routes import router as access_router
from fioboard.app.accounts.sessions import router as sessions_router
from fioboard.app.accounts.single_sign_on import router as single_sign_on_router
from fioboard.app.accounts.users import router as users_router
from fioboard.app.compare.references.routes import router as references_router
from fioboard.app.compare.routes import router as compare_router
from fioboard.app.datasheets.job_routes import router as spec_jobs_router
from fioboard.app.datasheets.routes import router as specs_router
from fioboard.app.hosts.fleet.routes import router as fleet_router
from fioboard.app.hosts.machines.hardware_routes import router as hardware_router
from fioboard.app.hosts.machines.inventory_routes import router as inventories_router
from fioboard.app.hosts.machines.moves import router as host_moves_router
from fioboard.app.hosts.machines.routes import router as hosts_router
from fioboard.app.ingest.demo_routes import router as demo_router
from fioboard.app.ingest.folders import router as folders_router
from fioboard.app.ingest.routes import router as ingest_router
from fioboard.app.ingest.typed_routes import router as typed_router
from fioboard.app.ingest.upload_limiter import Turns
from fioboard.app.ingest.yabs_routes import router as yabs_router
from fioboard.app.measuring.live_routes import router as live_router
from fioboard.app.measuring.offers_routes import router as offers_router
from fioboard.app.measuring.poll_routes import router as poll_router
from fioboard.app.measuring.routes import router as requests_router
from fioboard.app.measuring.schedule_routes import router as schedules_router
from fioboard.app.measuring.wakeups import wakeups
from fioboard.app.measuring.work import run_schedules_loop
from fioboard.app.notifications.routes import router as notifications_router
from fioboard.app.notifications.routes import webhooks
from fioboard.app.notifications.work import keep_telling
from fioboard.app.reference_sets.routes import router as reference_sets_router
from fioboard.app.reference_sets.starter import keep_starter_set
from fioboard.app.replica.route import ReadingRoute
from fioboard.app.runs.explore.facets.routes import router as facets_router
from fioboard.app.runs.explore.factors.routes import router as factors_router
from fioboard.app.runs.explore.series.routes import router as series_router
from fioboard.app.runs.explore.views.feed_routes import router as feeds_router
from fioboard.app.runs.explore.views.routes import router as views_router
from fioboard.app.runs.history.batch_routes import router as batches_router
from fioboard.app.runs.history.confirmation_routes import router as confirmation_router
from fioboard.app.runs.history.edit_routes import router as edit_router
from fioboard.app.runs.history.export_routes import router as export_router
from fioboard.app.runs.history.host_group_routes import router as host_group_router
from fioboard.app.runs.history.job_routes import router as job_router
from fioboard.app.runs.history.list_routes import router as run_list_router
from fioboard.app.runs.history.neighbour_routes import router as neighbour_router
from fioboard.app.runs.history.purposes.cards import load_known_purposes
from fioboard.app.runs.history.purposes.routes import router as purposes_router
from fioboard.app.runs.history.rating_routes import router as rating_router
from fioboard.app.runs.history.routes import router as runs_router
from fioboard.app.runs.history.series_routes import router as time_series_router
from fioboard.app.runs.history.support_routes import router as support_router
from fioboard.app.runs.history.trend_routes import router as trend_router
from fioboard.app.sharing.links.headers import ShareHeaders
from fioboard.app.sharing.links.maker_routes import router as shares_router
from fioboard.app.sharing.links.owner_routes import router as owner_router
from fioboard.app.sharing.links.purge import keep_purging
from fioboard.app.sharing.links.recipient_routes import page_router as share_page_router
from fioboard.app.sharing.links.recipient_routes import router as shared_router
from fioboard.app.sharing.replies.recipient_routes import router as replies_router
from fioboard.app.sharing.replies.sender_routes import router as sender_router
from fioboard.app.system.health.gauges import keep_counting
from fioboard.app.system.health.metrics_routes import build_router as metrics_router_of
from fioboard.app.system.health.routes import router as health_router
from fioboard.app.system.reparse.routes import router as reparse_router
from fioboard.app.system.reparse.work import Worker
from fioboard.app.system.site.routes import api_router as info_router
from fioboard.app.system.site.routes import router as site_router
from fioboard.app.watch.changes.routes import router as changes_router
from fioboard.app.watch.changes.series_routes import router as series_watched_router
from fioboard.app.watch.changes.watched_metrics import watched_metrics
from fioboard.app.watch.changes.work import keep_watching
from fioboard.app.watch.events.agent_routes import router as agent_router
from fioboard.app.watch.events.expectation_routes import router as expectations_router
from fioboard.app.watch.events.routes import router as events_router
from fioboard.app.watch.events.work import keep_looking
from fioboard.app.watch.time_notes.routes import router as time_notes_router
from fioboard.app.watch.today.routes import router as today_router
from fioboard.core import error_handlers, errors, logs
from fioboard.core.config import settings
from fioboard.core.database import AWAY, Database, make_engine
from fioboard.core.flat_routes import App
from fioboard.core.middleware import CompressedAnswers, Envelope, RequestMetrics
from fioboard.core.storage import Storage
from fioboard.store.blobs import build_object_store
from fioboard.store.queries.configurations import load_configurations
from fioboard.store.queries.host_counts import run_counts
from fioboard.store.replica.standby import build_replica
from fioboard.store.retention.partitions import keep_ahead

if TYPE_CHECKING:
    from fioboard.app.mcp.endpoint import Endpoint

DESCRIPTION = """fio results with the hardware they were measured on. All quantities are in base units:
bytes, bytes per second, nanoseconds; null means unknown, never zero. Errors have one shape, see ErrorOut."""


# Of one process; each has a connection while it works.
BACKGROUND_WORKS = 6
# A thread that computes (a look at a series, a large upload) holds the interpreter no longer while an answer waits for
# it: with Python's own 5 ms each return from the database waited as long, and one upload in a hundred took four times.
MAX_TURN_S = 0.0005


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    address = settings().database_url
    if address is None:
        raise RuntimeError("FIOBOARD_DATABASE_URL is not set; start the service with `fioboard serve`.")
    app.state.database = Database(
        make_engine(address.get_secret_value(), settings().pool_size),
        Storage(settings().database_dir, settings().min_free_bytes),
        build_object_store(settings()),
    )
    behind_pages = _get_direct_database(app.state.database)
    # Listens for as long as the process lives: a connection of a pool would be missing there.
    listening = Database(
        make_engine((settings().direct_database_url or address).get_secret_value(), pool_size=1)
    )
    app.state.replica = build_replica(settings(), app.state.database)
    app.state.turns = Turns(settings().pool_size)
    app.state.reparse_worker = Worker(behind_pages)
    working = [
        asyncio.create_task(work)
        for work in (
            app.state.reparse_worker.run(),
            keep_purging(behind_pages),
            keep_ahead(behind_pages),
            keep_watching(behind_pages),
            keep_looking(behind_pages),
            keep_telling(behind_pages),
            wakeups.listen(listening),
            run_schedules_loop(behind_pages),
            _warm(app.state.database),
            keep_starter_set(behind_pages),
            *([app.state.replica.keep_measuring()] if app.state.replica else []),
            keep_counting(
                {"pages": app.state.database}
                | ({"standby": app.state.replica.database} if app.state.replica else {}),
                app.state.replica,
            ),
        )
    ]
    # The 200,000 objects of what was imported never go. A collection that walks them stops every answer for 100 ms.
    gc.freeze()
    sys.setswitchinterval(MAX_TURN_S)
    async with nullcontext() if app.state.mcp is None else app.state.mcp.manager.run():
        yield
    for task in working:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    if app.state.replica:
        await app.state.replica.close()
    await listening.close()
    await behind_pages.close()
    await app.state.database.close()


def _get_direct_database(database: Database) -> Database:
    """Return the database for background work, which holds locks by the session: the same one where there is no
    pooler.
    """
    direct = settings().direct_database_url
    if direct is None:
        return database
    return Database(
        make_engine(direct.get_secret_value(), BACKGROUND_WORKS), database.storage, database.objects
    )


async def _warm(database: Database) -> None:
    """Makes this process's copies (1.5 s at a million runs): the first page would else wait for them.

    A database that is away is left to those who ask it.
    """
    with suppress(errors.Unavailable, *AWAY):
        async with database.driver() as driver:
            await load_configurations(driver)
            await run_counts(driver)


def create_app() -> App:
    """The service."""
    logs.set_up_logging(settings().log_level)
    load_known_purposes()
    app = App(
        title="fioboard",
        version=__version__,
        description=DESCRIPTION,
        lifespan=_lifespan,
        webhooks=webhooks,
    )
    app.state.identity_provider = build_provider(settings())
    app.state.replica = None
    error_handlers.install(app)
    app.add(
        (
            # The first ones are found soonest: what comes most often.
            ingest_router,
            run_list_router,
            export_router,
            edit_router,
            neighbour_router,
            trend_router,
            confirmation_router,
            job_router,
            support_router,
            runs_router,
            facets_router,
            views_router,
            feeds_router,
            rating_router,
            purposes_router,
            specs_router,
            spec_jobs_router,
            today_router,
            hosts_router,
            host_moves_router,
            hardware_router,
            fleet_router,
            changes_router,
            series_watched_router,
            events_router,
            expectations_router,
            time_notes_router,
            agent_router,
            poll_router,
            requests_router,
            host_group_router,
            offers_router,
            live_router,
            schedules_router,
            notifications_router,
            time_series_router,
            series_router,
            compare_router,
            references_router,
            reference_sets_router,
            batches_router,
            inventories_router,
            factors_router,
            yabs_router,
            demo_router,
            folders_router,
            typed_router,
            reparse_router,
            access_router,
            enrolled_router,
            enrolments_router,
            sessions_router,
            single_sign_on_router,
            own_account_router,
            users_router,
            audit_router,
            shares_router,
            owner_router,
            shared_router,
            sender_router,
            replies_router,
            info_router,
        ),
        prefix="/api/v1",
        build=ReadingRoute,
    )
    app.add([health_router])
    _measure(app)
    app.state.mcp = _add_tools(app) if settings().mcp else None
    app.add([share_page_router, site_router])
    app.add_middleware(CompressedAnswers)
    app.add_middleware(Envelope)
    app.add_middleware(ShareHeaders)
    return app


def _add_tools(app: App) -> "Endpoint":
    """Add the tools for language models at /mcp."""
    # A service without them starts 0.9 s sooner, as long as it does not load their library.
    from fioboard.app.mcp.endpoint import Endpoint, build_route  # noqa: PLC0415 -- 0.9 s

    endpoint = Endpoint(app, settings().public_url)
    app.router.routes.append(build_route(endpoint))
    return endpoint


def _measure(app: App) -> None:
    """Puts /metrics on an app, with a registry of its own: that of the process counts for the first app built in it."""
    registry = CollectorRegistry()
    for collector in (ProcessCollector, PlatformCollector, GCCollector):
        collector(registry=registry)
    unmeasured = ["/metrics", "/healthz", "/readyz"]
    app.add_middleware(RequestMetrics, excluded_handlers=unmeasured, registry=registry)
    app.add([metrics_router_of(registry, watched_metrics)])
