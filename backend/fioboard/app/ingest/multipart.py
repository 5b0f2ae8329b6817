"""The multipart body of an upload, parsed as it streams in. Sizes and counts are limited before anything is kept."""

import hashlib
import re
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from email.message import Message

from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser

from fioboard.app.ingest import sentences
from fioboard.app.ingest.body import COMPRESSED_SHARE
from fioboard.core.compression import Inflater, inflater
from fioboard.core.errors import BadMultipart, TooLarge, TooMany, UnsupportedMediaType

MAX_PARTS = 64
# What a body is longer by than the parts that count against the limit: heads and boundaries.
OVERHEAD_BYTES = 256 * 1024
MAX_HEADER_BYTES = 64 * 1024
# What agents send. Whatever needs more than this to be read, such as quotes or another alphabet, the library reads.
_PLAIN_TYPE = re.compile(r"multipart/form-data; boundary=([A-Za-z0-9_-]{1,200})")
_PLAIN_DISPOSITION = re.compile(r'form-data; name="([A-Za-z0-9_.-]+)"(?:; filename="([A-Za-z0-9_.-]+)")?')


@dataclass(slots=True)
class Part:
    """One decoded part."""

    name: str
    filename: str | None
    content: bytes
    sha256: bytes


@dataclass(slots=True)
class _Open:
    """The part that is being received."""

    headers: dict[str, str] = field(default_factory=dict)
    content: bytearray = field(default_factory=bytearray)
    decoder: Inflater | None = None
    wire_bytes: int = 0


class _Collector:
    """Callbacks of the parser: keeps the parts, counts every byte against the limits."""

    def __init__(self, limit_bytes: int) -> None:
        self.parts: list[Part] = []
        self.is_complete = False
        self._limit = limit_bytes
        self._decoded = 0
        self._header_bytes = 0
        self._header: tuple[bytearray, bytearray] = (bytearray(), bytearray())
        self._open = _Open()

    def on_part_begin(self) -> None:
        if len(self.parts) >= MAX_PARTS:
            raise TooMany(sentences.TOO_MANY_PARTS(most=MAX_PARTS))
        self._open = _Open()

    def on_header_begin(self) -> None:
        self._header = (bytearray(), bytearray())

    def _count_header(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > MAX_HEADER_BYTES:
            raise TooMany("The part headers are too long.")

    def on_header_field(self, data: bytes, start: int, end: int) -> None:
        self._count_header(end - start)
        self._header[0].extend(data[start:end])

    def on_header_value(self, data: bytes, start: int, end: int) -> None:
        self._count_header(end - start)
        self._header[1].extend(data[start:end])

    def on_header_end(self) -> None:
        name, value = (bytes(x).decode("utf-8", "replace").strip() for x in self._header)
        self._open.headers[name.lower()] = value

    def on_headers_finished(self) -> None:
        self._open.decoder = inflater(self._open.headers.get("content-encoding"), self._limit)

    def on_part_data(self, data: bytes, start: int, end: int) -> None:
        part = self._open
        if part.decoder is None:
            raise BadMultipart
        part.wire_bytes += end - start
        if "content-encoding" in part.headers and part.wire_bytes > self._limit // COMPRESSED_SHARE:
            raise TooLarge
        for got in part.decoder.feed(data[start:end]):
            self._decoded += len(got)
            if self._decoded > self._limit:
                raise TooLarge
            part.content += got

    def on_part_end(self) -> None:
        part = self._open
        if part.decoder is None:
            raise BadMultipart
        part.decoder.finish()
        name, filename = _read_names(part.headers.get("content-disposition", ""))
        content = bytes(part.content)
        self.parts.append(Part(name, filename, content, hashlib.sha256(content).digest()))

    def on_end(self) -> None:
        self.is_complete = True


def _read_names(header: str) -> tuple[str, str | None]:
    """Read the names that a Content-Disposition gives its part and its file. Raises BadMultipart for a part
    without one.
    """
    if plain := _PLAIN_DISPOSITION.fullmatch(header):
        return plain[1], plain[2]
    disposition = Message()
    disposition["content-disposition"] = header
    name = disposition.get_param("name", header="content-disposition")
    if not isinstance(name, str):
        raise BadMultipart("A part has no name.")
    return name, disposition.get_filename()


def read_boundary(content_type: str) -> bytes:
    """Read the boundary that a multipart/form-data header announces. Raises UnsupportedMediaType, BadMultipart."""
    if plain := _PLAIN_TYPE.fullmatch(content_type):
        return plain[1].encode()
    header = Message()
    header["content-type"] = content_type
    if header.get_content_type() != "multipart/form-data":
        raise UnsupportedMediaType("Uploads are multipart/form-data.")
    boundary = header.get_boundary()
    if not boundary or len(boundary) > 200:
        raise BadMultipart("The Content-Type has no usable boundary.")
    return boundary.encode("utf-8", "replace")


async def read_parts(content_type: str, stream: AsyncIterator[bytes], limit_bytes: int) -> list[Part]:
    """All parts in order, decoded. Raises BadMultipart, BadEncoding, TooLarge, TooMany, UnsupportedMediaType."""
    collector = _Collector(limit_bytes)
    parser = MultipartParser(
        read_boundary(content_type),
        {
            "on_part_begin": collector.on_part_begin,
            "on_header_begin": collector.on_header_begin,
            "on_header_field": collector.on_header_field,
            "on_header_value": collector.on_header_value,
            "on_header_end": collector.on_header_end,
            "on_headers_finished": collector.on_headers_finished,
            "on_part_data": collector.on_part_data,
            "on_part_end": collector.on_part_end,
            "on_end": collector.on_end,
        },
    )
    try:
        async for piece in stream:
            parser.write(piece)
        parser.finalize()
    except MultipartParseError:
        raise BadMultipart from None
    if not collector.is_complete:
        raise BadMultipart("The multipart body is cut off.")
    return collector.parts
