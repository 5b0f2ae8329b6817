"""A host's own token sends for that host alone."""

from uuid import UUID

from fioboard.app.access.principal import Principal
from fioboard.app.ingest import sentences
from fioboard.core import errors
from fioboard.core.database import Database
from fioboard.engine.answers.upload import ManifestHost
from fioboard.engine.words.namesakes import is_called
from fioboard.store.queries import ingest as ingest_queries


async def require_own_host(
    database: Database, principal: Principal, host_id: UUID, stated: ManifestHost
) -> None:
    """Raises WrongHost when a host's own token speaks for another host, or takes another host's name."""
    async with database.driver() as driver:
        own = await ingest_queries.get_identity(driver, host_id)
        if stated.id in own["other_agents"]:
            return
        if own["agent_host_id"] != stated.id:
            raise errors.WrongHost(not_yours(principal, own["name"], stated.name))
        if not is_called(own["name"], stated.name) and await ingest_queries.find_host_by_name(
            driver, stated.name
        ):
            raise errors.WrongHost(
                sentences.OTHER_HOST_OF_NAME(not_yours=not_yours(principal, own["name"], stated.name))
            )


async def require_own_name(database: Database, principal: Principal, own: str, stated: str) -> None:
    """Raises WrongHost when a host's own token sends a document under another host's name.

    The names of hosts that were merged into its own are its own, too.
    """
    if is_called(own, stated) or principal.host_id is None:
        return
    async with database.driver() as driver:
        identity = await ingest_queries.get_identity(driver, principal.host_id)
    if not any(is_called(name, stated) for name in identity["former_names"]):
        raise errors.WrongHost(not_yours(principal, own, stated))


def not_yours(principal: Principal, own: str, name: str) -> str:
    """What a token is told that speaks for another host than its own."""
    return sentences.HOST_OF_OTHER(caller=principal.name, own=errors.quoted(own), host=errors.quoted(name))
