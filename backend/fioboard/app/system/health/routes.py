"""/healthz and /readyz, outside /api/v1 and open to everyone: they say nothing that a stranger could use."""

from fastapi import Response

from fioboard.app.access.check import anyone
from fioboard.app.system.health import sentences
from fioboard.core import pooler, vacuum
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase, get_driver
from fioboard.core.errors import AppError, Unavailable
from fioboard.core.flat_routes import Router
from fioboard.core.migrate import current_revision, newest_revision
from fioboard.core.roles import owns_tables
from fioboard.core.secret_box import ANOTHER_KEY, count_unreadable
from fioboard.core.storage import State
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.site import Readiness
from fioboard.store.queries.durability import list_unsafe_settings
from fioboard.store.queries.notifications import list_active_secrets

router = Router(tags=["health"])
REFUSALS = refusals(503)
OF_STORAGE: dict[State, str] = {
    "full": "The disk of the database is nearly full: uploads are refused until there is room. Reading goes on.",
    "unknown": "The disk of the database is not watched: FIOBOARD_DATABASE_DIR names it, where it can be seen.",
}
FULL_AND_AWAY = "The disk of the database is full; the database comes back by itself when there is room."
DOCUMENTS_AWAY = (
    "The object store of originals does not answer: uploads are refused until it does. Reading goes on."
)
ONE_ROLE = "The service's role owns its tables; FIOBOARD_OWNER_DATABASE_URL separates them."


@router.get("/healthz", dependencies=[anyone()])
async def healthz() -> dict[str, str]:
    """The process answers."""
    return {"status": "alive"}


@router.get("/readyz", dependencies=[anyone()], responses=REFUSALS)
async def readyz(database: AppDatabase, response: Response) -> Readiness:
    """The database is reachable, migrated to this program's revision, and durable. Without its store of originals the
    service is ready: pages need none."""
    storage = database.storage.state()
    try:
        async with database.engine.connect() as connection:
            revision = await current_revision(connection)
            unsafe = await list_unsafe_settings(connection)
            remarks = [ONE_ROLE] if await owns_tables(connection) else []
            if await vacuum.due(connection) is not None:
                remarks.append(vacuum.REMARK)
            if count_unreadable(await list_active_secrets(await get_driver(connection))):
                remarks.append(ANOTHER_KEY)
            if settings().direct_database_url is None and await pooler.is_pooled(
                await get_driver(connection)
            ):
                remarks.append(pooler.REMARK)
    except AppError:
        raise
    except Exception as error:
        raise Unavailable(FULL_AND_AWAY if storage == "full" else None) from error
    if revision != newest_revision():
        raise Unavailable(
            "The database has another schema revision than this program; run `fioboard migrate`."
        )
    if unsafe and not settings().unsafe_no_fsync:
        raise Unavailable(sentences.NOT_DURABLE(settings=", ".join(unsafe)))
    if storage in OF_STORAGE:
        remarks.append(OF_STORAGE[storage])
    documents = "unused" if database.objects is None else await database.objects.state()
    if documents == "away":
        remarks.append(DOCUMENTS_AWAY)
    return {
        "status": "ready",
        "revision": revision,
        "unsafe": unsafe,
        "storage": storage,
        "documents": documents,
        "remarks": remarks,
    }
