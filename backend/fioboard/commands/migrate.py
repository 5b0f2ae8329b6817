"""`fioboard migrate`: bring the database to this version's tables."""

from fioboard.commands.environment import checked_settings


def migrate() -> None:
    """Bring the database to this version's tables, and give the service's role its rights.

    The service does so itself when it starts and has FIOBOARD_OWNER_DATABASE_URL, or owns its tables.
    """
    from fioboard.commands.migrated import migrated  # noqa: PLC0415 -- see commands/__init__.py

    with migrated(checked_settings(), "fioboard migrate"):
        pass
