"""Percentile keys: "99.000000" (since 2.0.14), "99.00" (before), "99.90th" (text) are all "99" or "99.9"."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from fioboard.engine.formats.fio.model.histogram import get_last_midpoint_ns

_MAX_CHARS = 24
_MAX_KEYS = 40
_MAX_LISTS = 256
_usual_names: Final[dict[tuple[str, ...], tuple[str, ...]]] = {}


def normalize_percentile(text: str) -> str | None:
    """Return the shortest decimal of a percentile in (0, 100]; None for anything else, also fio's "0.00" padding."""
    # Long keys are never cached: they come from outside, and would stay.
    return _normalize(text) if len(text) <= _MAX_CHARS else None


@lru_cache(maxsize=4096)
def _normalize(text: str) -> str | None:
    """Return the shortest decimal of a percentile; cached, as the same ones come in every result."""
    whole, _, fraction = text.partition(".")
    if not (whole.isascii() and whole.isdigit()):
        return None
    if fraction and not (fraction.isascii() and fraction.isdigit()):
        return None
    fraction = fraction.rstrip("0")
    short = f"{int(whole)}.{fraction}" if fraction else str(int(whole))
    return short if 0 < float(short) <= 100 else None


def convert_percentiles(printed: Mapping[str, int], unit_ns: int) -> dict[str, int]:
    """Return fio's percentile object in ns, in its own order."""
    keys = tuple(printed)
    values = printed.values() if unit_ns == 1 else [value * unit_ns for value in printed.values()]
    usual = _usual_names.get(keys)
    if usual is not None:
        return dict(zip(usual, values, strict=True))
    names = [normalize_percentile(key) for key in keys]
    by_name = {name: value for name, value in zip(names, values, strict=True) if name is not None}
    # The same list comes again and again; longer ones than fio prints are never kept, see above.
    is_usual = len(by_name) == len(keys) <= _MAX_KEYS and all(len(key) <= _MAX_CHARS for key in keys)
    if is_usual:
        if len(_usual_names) >= _MAX_LISTS:
            _usual_names.clear()
        _usual_names[keys] = tuple(by_name)
    return by_name


def list_saturated(percentiles: Mapping[str, int], unit_ns: int) -> tuple[str, ...]:
    """List the keys whose value is the last bucket, which also holds everything slower."""
    last = get_last_midpoint_ns(unit_ns)
    if not percentiles or max(percentiles.values()) < last:
        return ()
    return tuple(key for key, value in percentiles.items() if value >= last)
