"""Points and spans of time in the filter language. The clock is the caller's: presets like last-7d stay words."""

import re
from datetime import UTC, datetime, timedelta

_LAST = re.compile(r"last-(\d{1,5})([hdw])")
_HOURS = {"h": 1, "d": 24, "w": 168}
_FORMS = (
    (re.compile(r"\d{4}-\d{2}-\d{2}"), "%Y-%m-%d", timedelta(days=1)),
    (re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}Z"), "%Y-%m-%dT%H:%MZ", timedelta(minutes=1)),
    (re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z"), "%Y-%m-%dT%H:%M:%SZ", timedelta(seconds=1)),
)
EXPECTED = "a date like 2026-01-31, a time like 2026-01-31T13:00:00Z (UTC), or last-24h, last-7d, last-4w"


def _span(text: str) -> tuple[datetime, datetime]:
    for form, pattern, length in _FORMS:
        if form.fullmatch(text):
            start = datetime.strptime(text, pattern).replace(tzinfo=UTC)
            return start, start + length
    raise ValueError(EXPECTED)


def canonical_moment(text: str) -> str:
    """The text itself when it is a date, a time in UTC, or a preset. Raises ValueError."""
    if _LAST.fullmatch(text):
        return text
    try:
        _span(text)
    except OverflowError:
        raise ValueError(EXPECTED) from None
    return text


def is_preset(text: object) -> bool:
    """True for last-7d and its like."""
    return isinstance(text, str) and _LAST.fullmatch(text) is not None


def bounds(low: object, high: object, now: datetime) -> tuple[datetime | None, datetime | None]:
    """From (included) and until (excluded) of a term's two ends; None = open. A date as upper end is a whole day."""
    if is_preset(low):
        match = _LAST.fullmatch(str(low))
        hours = int(match[1]) * _HOURS[match[2]] if match else 0
        return now - timedelta(hours=hours), None
    start = _span(low)[0] if isinstance(low, str) else None
    end = _span(high)[1] if isinstance(high, str) else None
    return start, end
