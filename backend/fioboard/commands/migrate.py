"""`fioboard migrate`: bring the database to this version's tables."""

from fioboard.commands.environment import checked_settings
from fioboard.embedded.connect import database_url


def migrate() -> None:
    """Bring the database to this version's tables (the service does so itself when it starts)."""
    from fioboard.core.migrate import upgrade  # noqa: PLC0415 -- see commands/__init__.py

    with database_url(checked_settings(), "fioboard migrate") as url:
        upgrade(url)
