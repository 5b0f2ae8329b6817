"""Load the demo data from a page, see how much of it is stored, and remove it as a whole."""

from fioboard.app.access.check import Caller, allow
from fioboard.app.ingest import demo
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.demo import DemoOut
from fioboard.engine.answers.problem import refusals

router = Router(tags=["ingest"])


@router.get("/demo", dependencies=[allow("read")], responses=refusals(401, 403, 503))
async def read_demo(database: AppDatabase) -> AsIs[DemoOut]:
    """Return how many of the demo's runs are stored, also while they are being loaded."""
    return await demo.count(database)


@router.post("/demo", dependencies=[allow("admin")], responses=refusals(401, 403, 503))
async def load_demo(database: AppDatabase, caller: Caller) -> AsIs[DemoOut]:
    """Store the demo runs, or bring back those that were removed; loading twice stores once.

    Its hosts are named "… (demo)" and its runs carry the tag `demo`, so that nothing mixes with measured results.
    """
    await demo.load(database, caller)
    return await demo.count(database)


@router.delete("/demo", dependencies=[allow("admin")], responses=refusals(401, 403, 503))
async def remove_demo(database: AppDatabase, caller: Caller) -> AsIs[DemoOut]:
    """Delete every demo run, restorable for 30 days, and end the links made from them."""
    await demo.remove(database, caller)
    return await demo.count(database)
