"""zstd and gzip. A compressor object shared between threads crashes the interpreter (seen): one per call."""

import sys
import zlib
from typing import Protocol

from fioboard.core.errors import BadEncoding, TooLarge, UnsupportedEncoding

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LEVEL = 3
# Decompressed bytes asked for at a time, so that a bomb of zeros never grows past the limit by more than this.
STEP_BYTES = 256 * 1024
# Larger windows are refused: memory use of a stranger's frame is the stranger's choice otherwise.
MAX_WINDOW_LOG = 25


def compress(data: bytes) -> bytes:
    """A zstd frame of `data`."""
    return zstd.compress(data, LEVEL)


def decompress(frame: bytes) -> bytes:
    """The bytes of a frame that we made ourselves."""
    return zstd.decompress(frame)


class Inflater(Protocol):
    """Turns pieces of a compressed stream into pieces of the original; bounded output."""

    def feed(self, piece: bytes) -> list[bytes]:
        """Takes compressed bytes, gives decompressed ones. Raises TooLarge, BadEncoding."""
        ...

    def finish(self) -> None:
        """Call at the end of the stream. Raises BadEncoding when it is truncated."""
        ...


class _Plain:
    def __init__(self, limit_bytes: int) -> None:
        self._left = limit_bytes

    def feed(self, piece: bytes) -> list[bytes]:
        self._left -= len(piece)
        if self._left < 0:
            raise TooLarge
        return [piece]

    def finish(self) -> None:
        return


class _Gzip:
    def __init__(self, limit_bytes: int) -> None:
        self._left = limit_bytes
        self._stream = zlib.decompressobj(wbits=31)

    def feed(self, piece: bytes) -> list[bytes]:
        out: list[bytes] = []
        while piece:
            if self._stream.eof:
                raise BadEncoding("There are bytes after the end of the gzip stream.")
            try:
                got = self._stream.decompress(piece, STEP_BYTES)
            except zlib.error:
                raise BadEncoding from None
            piece = self._stream.unconsumed_tail or self._stream.unused_data
            self._left -= len(got)
            if self._left < 0:
                raise TooLarge
            out.append(got)
        return out

    def finish(self) -> None:
        if not self._stream.eof:
            raise BadEncoding("The gzip stream is truncated.")


class _Zstd:
    def __init__(self, limit_bytes: int) -> None:
        self._left = limit_bytes
        self._stream = zstd.ZstdDecompressor(
            options={zstd.DecompressionParameter.window_log_max: MAX_WINDOW_LOG}
        )

    def feed(self, piece: bytes) -> list[bytes]:
        out: list[bytes] = []
        while piece or not (self._stream.needs_input or self._stream.eof):
            if self._stream.eof:
                raise BadEncoding("There are bytes after the end of the zstd frame.")
            try:
                got = self._stream.decompress(piece, STEP_BYTES)
            except zstd.ZstdError:
                raise BadEncoding from None
            piece = self._stream.unused_data if self._stream.eof else b""
            self._left -= len(got)
            if self._left < 0:
                raise TooLarge
            out.append(got)
        return out

    def finish(self) -> None:
        if not self._stream.eof:
            raise BadEncoding("The zstd frame is truncated.")


def inflater(encoding: str | None, limit_bytes: int) -> Inflater:
    """The decoder for a Content-Encoding value (None or identity: as is). Raises UnsupportedEncoding."""
    match (encoding or "identity").strip().lower():
        case "identity":
            return _Plain(limit_bytes)
        case "gzip" | "x-gzip":
            return _Gzip(limit_bytes)
        case "zstd":
            return _Zstd(limit_bytes)
        case _:
            raise UnsupportedEncoding
