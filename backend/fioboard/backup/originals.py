"""Rows of the table `document` for a backup: what lies in the object store is put into its row, as if it lay there.

So a backup holds every original, and is restored without the store that it came from.
"""

import asyncio
from collections.abc import Awaitable, Callable

from fioboard.backup.refusal import BackupRefused
from fioboard.core.objects import DocumentDamaged, DocumentMissing, DocumentsAway, Objects
from fioboard.documents.originals import fetched

TABLE, PLACE = "document", "stored_in"
# Each holds one frame in memory, and its text of twice that.
MAX_AT_ONCE = 4
# As COPY text spells bytes.
BYTES = rb"\\x"


class WithOriginals:
    """Takes COPY text in pieces, wherever they are cut, and hands it on with every original in its row."""

    def __init__(
        self, columns: list[str], objects: Objects | None, write: Callable[[bytes], Awaitable[None]]
    ) -> None:
        self._sha256, self._body, self._place = map(columns.index, ("sha256", "body_zstd", PLACE))
        self._objects = objects
        self._write = write
        self._rest = b""
        self._refusal: BackupRefused | None = None

    async def take(self, piece: bytes) -> None:
        """Takes a piece. After an original that could not be had it takes the rest, and does nothing with it."""
        # asyncpg waits a minute for its own cancellation where this raises.
        if self._refusal is None:
            try:
                await self._take(piece)
            except BackupRefused as refusal:
                self._refusal = refusal

    def require_whole(self) -> None:
        """Call at the end. Raises BackupRefused when an original could not be had."""
        if self._refusal is not None:
            raise self._refusal

    async def _take(self, piece: bytes) -> None:
        *lines, self._rest = (self._rest + piece).split(b"\n")
        for start in range(0, len(lines), MAX_AT_ONCE):
            for line in await asyncio.gather(*map(self._filled, lines[start : start + MAX_AT_ONCE])):
                await self._write(line + b"\n")

    async def _filled(self, line: bytes) -> bytes:
        fields = line.split(b"\t")
        if fields[self._place] != b"s3":
            return line
        sha256 = bytes.fromhex(fields[self._sha256].removeprefix(BYTES).decode())
        try:
            frame, _ = await fetched(self._objects, sha256)
        except (DocumentMissing, DocumentDamaged) as error:
            raise BackupRefused(
                f"The original {sha256.hex()} cannot be backed up: {error.detail} "
                "`fioboard documents check` lists all that are."
            ) from None
        except DocumentsAway as error:
            raise BackupRefused(f"Originals cannot be backed up: {error.detail}") from None
        fields[self._body], fields[self._place] = BYTES + frame.hex().encode(), b"postgres"
        return b"\t".join(fields)
