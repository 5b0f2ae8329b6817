"""The database's address for a command that works beside the service, or before it."""

from collections.abc import Iterator
from contextlib import contextmanager

import typer

from fioboard.core.config import Settings
from fioboard.core.migrate import upgrade
from fioboard.core.roles import RoleMissing
from fioboard.embedded.connect import addresses


@contextmanager
def migrated(settings: Settings, purpose: str) -> Iterator[str]:
    """Brings the database to this version's tables; yields its address as the service's role.

    `purpose` is what another process is told meanwhile, e.g. "fioboard token create". Exits with 1 when that role is
    missing.
    """
    with addresses(settings, purpose) as at:
        try:
            upgrade(at.owner, service_url=at.service)
        except RoleMissing as missing:
            typer.echo(f"fioboard: {missing}", err=True)
            raise typer.Exit(1) from None
        yield at.service
