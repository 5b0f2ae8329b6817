"""Where originals may lie beside the database: an object store that keeps bytes by their digest. The shape, no store.

`store/blobs/s3.py` is one; `Database.objects` is the one that a process uses, None where originals stay in PostgreSQL.
"""

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from fioboard.core.errors import AppError, Unavailable

Place = Literal["postgres", "s3"]
"""Where the bytes of a document are: in its row, or in the object store."""
State = Literal["unused", "reachable", "away"]


class DocumentsAway(Unavailable):
    sentence = "The store of originals cannot be reached right now; nothing was stored. Send it again later."


class DocumentMissing(AppError):
    """The store answers, and does not have what a row says it has."""

    sentence = (
        "The original is missing in the store of originals; figures and findings of its run are not touched."
    )


class DocumentDamaged(AppError):
    sentence = (
        "The original in the store of originals is damaged: it has another digest than when it arrived."
    )


@dataclass(frozen=True, slots=True)
class StoredObject:
    """What a store tells of one object. `sha256` is None for what is not named by a digest: it is none of ours."""

    name: str
    sha256: bytes | None
    size_bytes: int
    modified_at: datetime


class Objects(Protocol):
    """Compressed originals by the digest of the original. Each call ends within seconds, or raises DocumentsAway."""

    @property
    def shown(self) -> str:
        """Where it is, for people; no secret in it."""

    async def put(self, sha256: bytes, frame: bytes) -> None:
        """Keeps a frame, sent with a checksum that the store compares; replaces what is there."""

    async def get(self, sha256: bytes) -> bytes:
        """The frame as it is stored, not compared. Raises DocumentMissing."""

    async def find(self, sha256: bytes) -> StoredObject | None:
        """What is there of a digest; None when nothing is."""

    async def delete(self, sha256: bytes) -> None:
        """Drops what is there; nothing there is no error."""

    def list(self) -> AsyncIterator[list[StoredObject]]:
        """Everything under the prefix, page by page."""

    async def close(self) -> None:
        """Close the connections; the next call opens new ones."""

    async def state(self) -> State:
        """Whether it answers; asked at most once in a while."""
