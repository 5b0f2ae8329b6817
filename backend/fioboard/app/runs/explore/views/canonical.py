"""What a page's query string says: its filter, and what the page keeps for itself."""

from collections.abc import Iterable
from urllib.parse import parse_qsl, urlencode

from fioboard.engine.filters import Filter, get_kind, parse, parse_query

# What the pages keep in their address beside the filter.
OWN_KEYS: dict[str, frozenset[str]] = {
    "runs": frozenset({"sort", "columns", "widths", "pinned", "group", "metric", "fold", "units"}),
    "series": frozenset({"x", "metric", "by", "percentile", "scale", "chart", "units"}),
    "compare": frozenset({"base", "new", "metric", "units"}),
}


def canonical(page: str, query: str) -> str:
    """A page's query string with its filters checked and in canonical spelling. Raises FilterError."""
    pairs = _pairs(query)
    own = []
    for key, value in pairs:
        if key not in OWN_KEYS[page]:
            continue
        own.append((key, parse_query(value).format_query() if key in {"base", "new"} else value))
    wanted = _filter(page, pairs)
    return "&".join(part for part in (wanted.format_query(), urlencode(sorted(own))) if part)


def parse_filter(page: str, query: str) -> Filter:
    """Parse the filter of a page's query string. Raises FilterError."""
    return _filter(page, _pairs(query))


def _pairs(query: str) -> list[tuple[str, str]]:
    return parse_qsl(query.removeprefix("?"), keep_blank_values=True, max_num_fields=500)


def _filter(page: str, pairs: Iterable[tuple[str, str]]) -> Filter:
    return parse((k, v) for k, v in pairs if k not in OWN_KEYS[page] or get_kind(k) is not None)
