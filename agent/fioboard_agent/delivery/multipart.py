"""The upload's body: multipart/form-data, each part gzipped on the way, never whole in memory."""

from __future__ import annotations

import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator, Union

CHUNK_BYTES = 64 << 10


@dataclass(frozen=True)
class Part:
    """One part: bytes, or the path of a file that is read while it is sent."""

    name: str
    content: Union[bytes, Path]
    content_type: str = "application/octet-stream"
    filename: str = ""
    gzip: bool = True


class MultipartBody:
    """Iterable any number of times with the same bytes each time, so its length can be counted beforehand."""

    def __init__(self, parts: list[Part], boundary: str) -> None:
        self._parts = parts
        self._boundary = boundary

    @property
    def content_type(self) -> str:
        """The request's Content-Type."""
        return f"multipart/form-data; boundary={self._boundary}"

    def length(self) -> int:
        """Bytes of the whole body; costs one pass of compression and no memory."""
        return sum(len(chunk) for chunk in self)

    def __iter__(self) -> Iterator[bytes]:
        for part in self._parts:
            yield self._build_head(part)
            yield from compress(read_chunks(part.content)) if part.gzip else read_chunks(part.content)
            yield b"\r\n"
        yield f"--{self._boundary}--\r\n".encode("ascii")

    def _build_head(self, part: Part) -> bytes:
        disposition = f'form-data; name="{part.name}"'
        if part.filename:
            escaped = part.filename.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
            disposition += f'; filename="{escaped}"'
        lines = [
            f"--{self._boundary}",
            f"Content-Disposition: {disposition}",
            f"Content-Type: {part.content_type}",
        ]
        if part.gzip:
            lines.append("Content-Encoding: gzip")
        return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8", "surrogateescape")


def read_chunks(content: Union[bytes, Path]) -> Iterator[bytes]:
    """The content in pieces."""
    if isinstance(content, bytes):
        yield content
        return
    with content.open("rb") as file:
        yield from iter(lambda: file.read(CHUNK_BYTES), b"")


def compress(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Compress chunks as one gzip layer without a time stamp: the same content gives the same bytes."""
    compressor = zlib.compressobj(6, zlib.DEFLATED, 31)
    for chunk in chunks:
        if compressed := compressor.compress(chunk):
            yield compressed
    yield compressor.flush()
