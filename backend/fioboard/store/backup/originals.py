"""Rows of the table `document` on their way into a backup and out of it, as COPY text.

Into it: what lies in the object store is put into its row, as if it lay there. So a backup holds every original, and is
restored without the store that it came from. Out of it: into the store of the new place, when that has one.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

from fioboard.core.figures import format_count
from fioboard.core.objects import DocumentDamaged, DocumentMissing, DocumentsAway, Objects
from fioboard.store.backup import sentences
from fioboard.store.backup.refusal import BackupRefused
from fioboard.store.blobs.get import fetched, whole

TABLE, PLACE = "document", "stored_in"
# Each holds one frame in memory, and its text of twice that.
MAX_AT_ONCE = 4
MAX_NAMED = 20
# As COPY text spells bytes, and null.
BYTES, NULL = rb"\\x", rb"\N"


class WithOriginals:
    """Takes COPY text in pieces, wherever they are cut, and hands it on with every original in its row."""

    def __init__(
        self, columns: list[str], objects: Objects | None, write: Callable[[bytes], Awaitable[None]]
    ) -> None:
        self.lost: list[str] = []
        """Digests of what the store does not have, or not whole: their rows still say that it does."""
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

    def require_whole(self, *, is_without_lost: bool) -> None:
        """Call at the end. Raises BackupRefused when the store was away, or something is lost that may not be."""
        if self._refusal is not None:
            raise self._refusal
        if self.lost and not is_without_lost:
            raise BackupRefused(sentences.ORIGINALS_LOST(lost=lost_words(sorted(self.lost))))

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
        except (DocumentMissing, DocumentDamaged):
            self.lost.append(sha256.hex())
            return line
        except DocumentsAway as error:
            raise BackupRefused(sentences.ORIGINALS_REFUSED(detail=error.detail)) from None
        fields[self._body], fields[self._place] = BYTES + frame.hex().encode(), b"postgres"
        return b"\t".join(fields)


def lost_words(lost: list[str]) -> str:
    """Which originals the store has lost."""
    return sentences.ORIGINALS_MISSING(lost=counted_and_named(lost))


def counted_and_named(lost: list[str]) -> str:
    """`2: 5feceb…, 6b86b2…`: all of them counted, the first by name."""
    more = sentences.MORE_ORIGINALS(more=format_count(len(lost) - MAX_NAMED)) if len(lost) > MAX_NAMED else ""
    return f"{len(lost):,}: {', '.join(lost[:MAX_NAMED])}{more}"


class IntoStore:
    """Hands the rows of a backup on without the originals in them, which go into the store and are read back."""

    def __init__(self, columns: list[str], objects: Objects) -> None:
        self.stored = 0
        self.damaged: list[str] = []
        """Digests of what was damaged before it was backed up: it stays in its row."""
        self._sha256, self._body, self._place = map(columns.index, ("sha256", "body_zstd", PLACE))
        self._objects = objects
        self._refusal: BackupRefused | None = None

    async def rows(self, pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """The rows of these pieces, wherever they are cut; ends early where the store refuses."""
        rest = b""
        async for piece in pieces:
            *lines, rest = (rest + piece).split(b"\n")
            for start in range(0, len(lines), MAX_AT_ONCE):
                try:
                    some = await asyncio.gather(*map(self._emptied, lines[start : start + MAX_AT_ONCE]))
                except BackupRefused as refusal:
                    self._refusal = refusal
                    return
                for line in some:
                    yield line + b"\n"

    def require_whole(self) -> None:
        """Call at the end, before it is committed. Raises BackupRefused when the store did not take all."""
        if self._refusal is not None:
            raise self._refusal

    async def _emptied(self, line: bytes) -> bytes:
        fields = line.split(b"\t")
        if fields[self._body] == NULL:
            return line
        sha256, frame = (
            bytes.fromhex(fields[place].removeprefix(BYTES).decode()) for place in (self._sha256, self._body)
        )
        try:
            await asyncio.to_thread(whole, sha256, frame)
        except DocumentDamaged:
            self.damaged.append(sha256.hex())
            return line
        try:
            await self._objects.put(sha256, frame)
            await fetched(self._objects, sha256)
        except (DocumentMissing, DocumentDamaged, DocumentsAway) as error:
            raise BackupRefused(sentences.STORE_LOST_ONE(sha256=sha256.hex(), detail=error.detail)) from None
        self.stored += 1
        fields[self._body], fields[self._place] = NULL, b"s3"
        return b"\t".join(fields)
