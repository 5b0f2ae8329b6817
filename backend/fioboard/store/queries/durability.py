"""Whether PostgreSQL keeps what it has acknowledged."""

from sqlalchemy.ext.asyncio import AsyncConnection

from fioboard.core.driver import Driver


async def list_unsafe_settings(connection: AsyncConnection) -> list[str]:
    """List the settings that would let an acknowledged upload be lost (I1), as `name=value`; empty when all are
    safe.
    """
    unsafe = []
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        value = (await connection.exec_driver_sql(f"show {name}")).scalar_one()
        if value in {"off", "local"}:
            unsafe.append(f"{name}={value}")
    return unsafe


async def wait_until_durable(driver: Driver) -> None:
    """Wait until what this connection sees is kept wherever a commit waits for, a synchronous standby included.

    A commit whose wait for the standby was cut short is seen by everybody, and may be on this one disk only: who
    answers for it again waits for a small commit of his own. Nothing to do without such a standby.
    """
    await driver.execute(
        "select pg_logical_emit_message(true, 'fioboard', '') "
        "where current_setting('synchronous_standby_names') <> ''"
    )
