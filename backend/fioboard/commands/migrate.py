"""`fioboard migrate`: bring the database to this version's tables."""

import typer

from fioboard.commands.environment import checked_settings
from fioboard.embedded import EmbeddedPostgresError
from fioboard.embedded.connect import database_url


def migrate() -> None:
    """Bring the database to this version's tables (the service does so itself when it starts)."""
    from fioboard.core.migrate import upgrade  # noqa: PLC0415 -- see commands/__init__.py

    try:
        with database_url(checked_settings(), "fioboard migrate") as url:
            upgrade(url)
    except EmbeddedPostgresError as error:
        typer.echo(f"fioboard: {error}", err=True)
        raise typer.Exit(1) from None
