"""`fioboard migrate`: bring the database to this version's tables."""

from fioboard.cli.environment import checked_settings


def migrate() -> None:
    """Bring the database to this version's tables, and give the service's role its rights.

    The service does so itself when it starts and has FIOBOARD_OWNER_DATABASE_URL, or owns its tables.
    """
    import asyncio  # noqa: PLC0415 -- keeps --help quick

    from fioboard.cli.migrated import migrated  # noqa: PLC0415 -- keeps --help quick
    from fioboard.core import vacuum  # noqa: PLC0415 -- keeps --help quick

    with migrated(checked_settings(), "fioboard migrate") as at:
        # The service may start meanwhile; its role does not own the tables and could not.
        asyncio.run(vacuum.run(at.owner, is_gentle=False))
