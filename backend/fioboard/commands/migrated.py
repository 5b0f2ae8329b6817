"""The database's address for a command that works beside the service, or before it."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from fioboard.core.config import Settings
from fioboard.core.migrate import upgrade
from fioboard.core.roles import WrongRole
from fioboard.embedded.connect import addresses


@contextmanager
def migrated(settings: Settings, purpose: str) -> Iterator[str]:
    """Brings the database to this version's tables; yields its address as the service's role.

    `purpose` is what another process is told meanwhile, e.g. "fioboard token create". Exits with 1 when a role
    is missing or does not own the tables.
    """
    with addresses(settings, purpose) as at:
        try:
            upgrade(at.owner, service_url=at.service)
        except WrongRole as refusal:
            typer.echo(f"fioboard: {refusal}", err=True)
            raise typer.Exit(1) from None
        yield at.service
