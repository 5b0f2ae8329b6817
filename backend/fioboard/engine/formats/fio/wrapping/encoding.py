"""The bytes of a body as clean UTF-8, whatever wrote them.

UTF-16 comes from older PowerShell redirections, a BOM from Windows editors, foreign bytes from file names.
Line ends are left alone here: JSON does not mind them, the text readers split on all of them.
"""

import codecs
from dataclasses import dataclass

from fioboard.engine.formats.fio.model.reading import Problem

_UTF16_SAMPLE = 512


@dataclass(frozen=True, slots=True)
class Body:
    """UTF-8 without BOM, and what had to be done to get there."""

    content: bytes
    problems: tuple[Problem, ...]


def clean_body(data: bytes) -> Body:
    """Decodes leniently; never fails."""
    if data.startswith(codecs.BOM_UTF8):
        data = data[3:]
    encoding = _detect_utf16(data)
    if encoding is not None:
        text = data.decode(encoding, "replace").lstrip("\ufeff")
        return Body(
            text.encode("utf-8", "replace"), (Problem("", "Utf16", "The body is UTF-16; read as such."),)
        )
    if data.isascii():
        return Body(data, ())
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        detail = "Bytes that are not UTF-8 were replaced."
        return Body(data.decode("utf-8", "replace").encode(), (Problem(f"line {line}", "NotUtf8", detail),))
    return Body(data, ())


def _detect_utf16(data: bytes) -> str | None:
    """Return the byte order of UTF-16; None when the bytes are something else."""
    if data.startswith(codecs.BOM_UTF16_LE):
        return "utf-16-le"
    if data.startswith(codecs.BOM_UTF16_BE):
        return "utf-16-be"
    sample = data[:_UTF16_SAMPLE]
    if len(sample) < 8 or len(data) % 2:
        return None
    # ASCII in UTF-16 has a NUL at every second place, and no other.
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    if odd > 0.9 * len(sample) / 2 and not even:
        return "utf-16-le"
    if even > 0.9 * len(sample) / 2 and not odd:
        return "utf-16-be"
    return None
