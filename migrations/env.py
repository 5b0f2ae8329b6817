"""How Alembic reaches the database: by the connection it is given, else by FIOBOARD_DATABASE_URL."""

import asyncio
import os

from alembic import context
from fioboard.core.database import make_engine
from fioboard.store.models import Base
from sqlalchemy import Connection, text


def run(connection: Connection) -> None:
    """Runs the migrations on a connection, all in one transaction."""
    progress = context.config.attributes.get("progress", lambda: None)
    # Partitions come and go by themselves: their table is compared with its model, they are not.
    partitions = set(connection.scalars(text("select relname from pg_class where relispartition")))
    context.configure(
        connection=connection,
        target_metadata=Base.metadata,
        compare_type=True,
        include_name=lambda name, kind, _: kind != "table" or name not in partitions,
        on_version_apply=lambda **_: progress(),
    )
    with context.begin_transaction():
        context.run_migrations()


async def run_at(url: str) -> None:
    """Opens an engine, runs, closes."""
    engine = make_engine(url)
    async with engine.connect() as connection:
        await connection.run_sync(run)
        await connection.commit()
    await engine.dispose()


given = context.config.attributes.get("connection")
if given is not None:
    run(given)
else:
    asyncio.run(run_at(os.environ["FIOBOARD_DATABASE_URL"]))
