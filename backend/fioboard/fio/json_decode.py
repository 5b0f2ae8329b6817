"""One JSON document of fio → its shape, fast where it is clean, tolerant where it is not.

The fast way is one typed decode; bins stay raw bytes. Decoding drops what comes twice (a key) and what is
unknown, silently. So every colon of the source must be found again in what was decoded; only when some
are missing is the document read a second time, slowly, to say what they were.
"""

import msgspec
import numpy as np

from fioboard.fio.errors import TooDeep
from fioboard.fio.json_lenient import read_leniently
from fioboard.fio.json_shape import DocumentShape, document_decoder, encoder
from fioboard.fio.limits import Limits
from fioboard.fio.reading import Problem

# Until 3.3 every object of percentiles was filled up to 20 entries with this key: not worth a warning.
_PADDING = b'"0.00"'
_COLON = ord(":")
_CHUNK = 1 << 20


def decode_document(source: bytes, limits: Limits) -> tuple[DocumentShape, list[Problem]] | None:
    """The document and what had to be dropped from it; None when the bytes are not one JSON object.

    Raises TooDeep, TooMany.
    """
    try:
        document = document_decoder.decode(source)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return _decode_slowly(source, limits)
    except RecursionError:
        raise TooDeep(f"JSON nested deeper than {limits.max_depth} levels.") from None
    rest = encoder.encode(document)
    missing = _count_colons(source) - _count_colons(rest)
    if not missing or missing == source.count(_PADDING) - rest.count(_PADDING):
        return document, []
    read = read_leniently(source, limits)
    return document, read[1] if read else []


def _decode_slowly(source: bytes, limits: Limits) -> tuple[DocumentShape, list[Problem]] | None:
    read = read_leniently(source, limits)
    if read is None:
        return None
    cleaned, problems = read
    return document_decoder.decode(encoder.encode(cleaned)), problems


def _count_colons(data: bytes) -> int:
    """bytes.count costs a call per hit; this one does not."""
    return sum(
        int(np.count_nonzero(np.frombuffer(data, np.uint8, min(_CHUNK, len(data) - start), start) == _COLON))
        for start in range(0, len(data), _CHUNK)
    )
