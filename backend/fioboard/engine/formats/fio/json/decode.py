"""One JSON document of fio → its shape, fast where it is clean, tolerant where it is not.

The fast way is one typed decode; bins stay raw bytes. Decoding drops what comes twice (a key) and what is
unknown, silently. So every colon of the source must be found again in what was decoded; only when some
are missing is the document read a second time, slowly, to say what they were.
"""

import msgspec

from fioboard.engine.formats.fio.json import sentences
from fioboard.engine.formats.fio.json.byte_count import count_byte, count_containers
from fioboard.engine.formats.fio.json.lenient import read_leniently
from fioboard.engine.formats.fio.json.shape import DocumentShape, document_decoder, encoder
from fioboard.engine.formats.fio.model.errors import TooDeep, TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Problem

# Until 3.3 every object of percentiles was filled up to 20 entries with this key: not worth a warning.
_PADDING = b'"0.00"'
_BUCKETS = 1_860


def decode_document(
    source: bytes, limits: Limits, only_if_clean: bool = False
) -> tuple[DocumentShape, list[Problem] | None] | None:
    """The document and what had to be dropped from it; None when the bytes are not one JSON object.

    The problems are None when they are still to be looked for, see find_dropped().
    `only_if_clean`: None also for what only the tolerant way reads. Raises TooDeep, TooMany.
    """
    require_few_values(source, limits)
    try:
        return document_decoder.decode(source), None
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None if only_if_clean else _decode_slowly(source, limits)
    except RecursionError:
        raise TooDeep(sentences.NESTED_TOO_DEEP(most=limits.max_depth)) from None


def find_dropped(
    source: bytes, document: DocumentShape, colons_taken_out: int, limits: Limits
) -> list[Problem]:
    """What the typed decode dropped of the source. `colons_taken_out` were in what the document holds no more."""
    rest = encoder.encode(document)
    missing = count_byte(source, b":") - colons_taken_out - count_byte(rest, b":")
    if not missing or missing == source.count(_PADDING) - rest.count(_PADDING):
        return []
    read = read_leniently(source, limits)
    return read[1] if read else []


def require_few_values(source: bytes, limits: Limits) -> None:
    """Raises TooMany when the bytes can hold more objects or values than allowed, before anything is built.

    A container costs memory far beyond its bytes: a quarter as many are allowed as values. Bins are read
    without an object each: as many as fio has buckets are free for every "bins".
    """
    # The shortest container in a list takes three bytes, the shortest value two: below that nothing needs counting.
    max_containers, most = limits.max_values // 4, limits.max_values
    too_many = len(source) > 3 * max_containers and count_containers(source) > max_containers
    commas = count_byte(source, b",") if len(source) > 2 * most else 0
    if too_many or (commas > most and commas > most + _BUCKETS * source.count(b'"bins"')):
        raise TooMany(sentences.TOO_MANY_VALUES(most=limits.max_values, objects=limits.max_values // 4))


def _decode_slowly(source: bytes, limits: Limits) -> tuple[DocumentShape, list[Problem]] | None:
    read = read_leniently(source, limits)
    if read is None:
        return None
    cleaned, problems = read
    return document_decoder.decode(encoder.encode(cleaned)), problems
