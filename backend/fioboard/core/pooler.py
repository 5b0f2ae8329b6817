"""A pooler between this process and PostgreSQL: PgBouncer in transaction mode, or one like it.

There each transaction may run in another session of the server. A lock that a session holds would be taken in one and
given back in another, and stay for ever: what takes such a lock needs the address past the pooler.
"""

from fioboard.core.driver import Driver

REMARK = (
    "FIOBOARD_DATABASE_URL leads to a pooler: FIOBOARD_DIRECT_DATABASE_URL has to name the way past it, without which "
    "nothing is watched, told of or read again."
)


class PoolerBetween(Exception):
    """What needs a session of its own was given the address of a pooler."""

    def __init__(self) -> None:
        super().__init__(
            "this address leads to a pooler; FIOBOARD_DIRECT_DATABASE_URL, or FIOBOARD_OWNER_DATABASE_URL, has to name "
            "the way past it."
        )


async def is_pooled(driver: Driver) -> bool:
    """Whether whoever answers is another than the server's process, whose number came when the connection began."""
    return int(await driver.fetchval("select pg_backend_pid()")) != driver.get_server_pid()
