"""Values as people type them, and back: sizes as fio writes them, latencies with their unit, dates, flags.

Every kind has one canonical spelling; `shown` gives it and `read` takes it back unchanged.
"""

import math
import re
from collections.abc import Callable
from decimal import Decimal, InvalidOperation
from uuid import UUID

from fioboard.engine.filters import sentences
from fioboard.engine.filters.keys import Kind
from fioboard.engine.filters.moments import canonical_moment

Value = str | int | float | bool

MAX_CHARACTERS = 256
LARGEST = 2**63 - 1
# Read in either case, shown as the pages write them: 4k, 2M.
_SIZES = ("", "k", "M", "G", "T", "P")
_POWERS = {letter.lower(): power for power, letter in enumerate(_SIZES)}
_SIZE = re.compile(r"(\d{1,19})(?:([kmgtp])(?:i?b)?)?", re.IGNORECASE)
_NUMBER = re.compile(r"(-?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?)([kM])?", re.IGNORECASE)
_DURATION = re.compile(r"(\d+(?:\.\d+)?)(ns|us|µs|ms|s)?")
_NANOSECONDS = {"ns": 1, "us": 1_000, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000}
_RATE = re.compile(r"(\d+(?:\.\d+)?)(?:(k|m|g|t)(i?)B/s|B/s)?", re.IGNORECASE)
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def read(text: str, kind: Kind) -> Value:
    """A value of a kind. Raises ValueError with what is expected instead."""
    return _READERS[kind](text)


def shown(value: Value, kind: Kind) -> str:
    """The canonical spelling of a value."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, str):
        # A leading mark of the language is taken literally behind a backslash.
        return f"\\{value}" if value == "" or value[0] in "!\\" else value
    if kind == "bytes" and isinstance(value, int):
        return _shown_size(value)
    if kind == "duration":
        return _shown_duration(value)
    return str(int(value)) if value == int(value) else f"{Decimal(repr(value)):f}"


def _text(text: str) -> str:
    if len(text) > MAX_CHARACTERS or "\x00" in text:
        raise ValueError(sentences.TEXT_LENGTH(most=MAX_CHARACTERS))
    return text.removeprefix("\\")


def _finite(number: Decimal) -> int | float:
    value = float(number)
    if not math.isfinite(value) or abs(value) > LARGEST:
        raise ValueError("a number below 2^63")
    return int(number) if number == int(number) else value


def _number(text: str) -> int | float:
    """`k` and `M` count thousands here, as fio prints IOPS (IOPS=12.9k)."""
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise ValueError("a number like 16, 0.5 or 12.9k")
    try:
        return _finite(Decimal(match[1]) * {"": 1, "k": 1000, "m": 1_000_000}[(match[2] or "").lower()])
    except InvalidOperation:
        raise ValueError("a number below 2^63") from None


def _size(text: str) -> int | str:
    """fio's kb_base is 1024: 4k is 4096. What is no single size (4k-64k) stays as typed, as fio's option does."""
    match = _SIZE.fullmatch(text)
    if match is None:
        if not re.fullmatch(r"[0-9a-zA-Z,:/%-]+", text) or not re.search(r"[-,:/%]", text):
            raise ValueError("a size such as 4k, 128k, 1m or 4096")
        return text
    size: int = int(match[1]) * 1024 ** _POWERS[(match[2] or "").lower()]
    if size > LARGEST:
        raise ValueError("a size below 2^63 bytes")
    return size


def _shown_size(size: int) -> str:
    power = 0
    while size and size % 1024 == 0 and power < len(_SIZES) - 1:
        size, power = size // 1024, power + 1
    return f"{size}{_SIZES[power]}"


def _flag(text: str) -> bool:
    if text.lower() in _TRUE:
        return True
    if text.lower() in _FALSE:
        return False
    raise ValueError("1 or 0")


def _duration(text: str) -> int | float:
    match = _DURATION.fullmatch(text)
    if match is None:
        raise ValueError("a time like 800ns, 250us, 1.5ms or 2s")
    return _finite(Decimal(match[1]) * _NANOSECONDS[match[2] or "ns"])


def _shown_duration(value: int | float) -> str:
    if value and value == int(value):
        for unit in ("s", "ms", "us"):
            if int(value) % _NANOSECONDS[unit] == 0:
                return f"{int(value) // _NANOSECONDS[unit]}{unit}"
        return f"{int(value)}ns"
    return "0ns" if not value else f"{Decimal(repr(value)):f}ns"


def _rate(text: str) -> int | float:
    """Bytes per second; MB/s is 10^6 and MiB/s 2^20. A bare `k` or `m` could be either and is refused."""
    match = _RATE.fullmatch(text)
    if match is None:
        raise ValueError("bytes per second, like 2329000000, 2329MB/s or 2GiB/s")
    power = _POWERS[(match[2] or "").lower()]
    return _finite(Decimal(match[1]) * (1024 if match[3] else 1000) ** power)


def _id(text: str) -> str:
    try:
        return str(UUID(text))
    except ValueError:
        raise ValueError("an id like 0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b") from None


_READERS: dict[Kind, Callable[[str], Value]] = {
    "text": _text,
    "choice": str,
    "number": _number,
    "bytes": _size,
    "flag": _flag,
    "duration": _duration,
    "rate": _rate,
    "time": canonical_moment,
    "id": _id,
}
