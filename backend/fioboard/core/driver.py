"""What this service uses of asyncpg's connection, as a type: the database itself is in `core/database.py`.

A row comes as asyncpg's Record, read by `row["column"]`. What its columns are is declared once beside the statement, as
a TypedDict; the caller names it: `rows: list[HostRow] = await driver.fetch(…)`. That costs nothing when it runs,
and `tests/store/queries/test_row_types.py` holds the declarations to what PostgreSQL answers.
"""

from collections.abc import AsyncIterable, Awaitable, Callable, Iterable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol


class Driver(Protocol):
    """An asyncpg connection. Each statement is its own transaction, unless `transaction()` is around it."""

    async def fetch(self, query: str, *values: object) -> list[Any]:
        """All rows, as the type of row that the caller declares."""

    async def fetchrow(self, query: str, *values: object) -> Any:
        """The first row as the type that the caller declares, or None."""

    async def fetchval(self, query: str, *values: object) -> Any:
        """The first column of the first row as the type that the caller declares; None also without a row."""

    async def execute(self, query: str, *values: object) -> str:
        """Runs a statement for its effect; PostgreSQL's word for it, such as `UPDATE 3`."""

    async def executemany(self, command: str, args: Iterable[Sequence[object]]) -> None:
        """Runs a statement once for each set of values."""

    def transaction(
        self, *, isolation: str | None = None, readonly: bool = False
    ) -> AbstractAsyncContextManager[object]:
        """A transaction, or a savepoint inside one: committed at the end of the block, rolled back when it raises."""

    async def add_listener(self, channel: str, callback: Callable[..., None]) -> None:
        """LISTEN: calls back with connection, process, channel and payload for each NOTIFY of the channel."""

    def is_closed(self) -> bool:
        """Whether the server or we have ended the connection."""

    def get_server_pid(self) -> int:
        """The process of the server that said it answers this connection; a pooler says a number of its own."""

    def terminate(self) -> None:
        """Ends the connection without a word to the server, which may not be listening."""

    async def copy_from_query(
        self,
        query: str,
        *,
        output: Callable[[bytes], Awaitable[None]],
        format: str,
        timeout: float,  # noqa: ASYNC109  # asyncpg's own, for this statement alone
    ) -> str:
        """COPY (query) TO STDOUT in pieces; PostgreSQL's word for it, such as `COPY 3`."""

    async def copy_to_table(
        self,
        table_name: str,
        *,
        source: AsyncIterable[bytes],
        columns: Sequence[str],
        format: str,
        timeout: float,  # noqa: ASYNC109  # asyncpg's own, for this statement alone
    ) -> str:
        """COPY … FROM STDIN in pieces; PostgreSQL's word for it, such as `COPY 3`."""
