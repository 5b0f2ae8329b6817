"""Whether PostgreSQL keeps what it has acknowledged."""

from sqlalchemy.ext.asyncio import AsyncConnection


async def unsafe_settings(connection: AsyncConnection) -> list[str]:
    """Settings that would let an acknowledged upload be lost (I1), as `name=value`; empty when all are safe."""
    unsafe = []
    for name in ("fsync", "full_page_writes", "synchronous_commit"):
        value = (await connection.exec_driver_sql(f"show {name}")).scalar_one()
        if value in {"off", "local"}:
            unsafe.append(f"{name}={value}")
    return unsafe
