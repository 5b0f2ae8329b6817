"""A host's own token sends for that host alone."""

from uuid import UUID

from fioboard.access.principal import Principal
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.queries import ingest as ingest_queries
from fioboard.schemas.upload import ManifestHost
from fioboard.vocabulary.namesakes import is_called


async def require_own_host(
    database: Database, principal: Principal, host_id: UUID, told: ManifestHost
) -> None:
    """Raises WrongHost when a host's own token speaks for another host, or takes another host's name."""
    async with database.driver() as driver:
        own = await ingest_queries.get_identity(driver, host_id)
        if own["agent_host_id"] != told.id:
            raise errors.WrongHost(not_yours(principal, own["name"], told.name))
        if not is_called(own["name"], told.name) and await ingest_queries.find_host_by_name(
            driver, told.name
        ):
            raise errors.WrongHost(
                f"{not_yours(principal, own['name'], told.name)} There is another host of that name; to use it for "
                "this one, too, enrol this host again."
            )


def not_yours(principal: Principal, own: str, name: str) -> str:
    """What a token is told that speaks for another host than its own."""
    return f"{principal.name} belongs to the host {errors.quoted(own)} and cannot send for {errors.quoted(name)}."
