"""The product's own set, taken at the start of the service and after an update."""

from contextlib import suppress
from hashlib import sha256

from fioboard import __version__
from fioboard.core import errors
from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.engine.reference_sets.document import read_body
from fioboard.engine.reference_sets.starter import load_starter
from fioboard.store.queries import reference_sets as set_queries
from fioboard.store.queries import stated_figures as queries


async def take_starter_set(driver: Driver) -> bool:
    """Take the set of this release in place of an earlier one, in a transaction; whether it was not there before. One
    that was turned off stays off.
    """
    body = load_starter()
    digest = sha256(body).digest()
    if await queries.is_product_set_there(driver, digest):
        return False
    await set_queries.wait_for_imports(driver)
    set_id = await set_queries.add_set(
        driver, None, digest, read_body(body), by=f"fioboard {__version__}", origin="product"
    )
    if set_id is not None:
        await queries.replace_product_set(driver, set_id)
    return set_id is not None


async def keep_starter_set(database: Database) -> None:
    """Take the set of this release. A database that is away is left to the next start."""
    with suppress(errors.Unavailable, *AWAY):
        async with database.driver() as driver, driver.transaction():
            await take_starter_set(driver)
