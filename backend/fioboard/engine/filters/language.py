"""Text to filter. Same key twice = or; different keys = and; `a..b` a range; `!a` not; an empty value = unknown.

Nothing is ignored: an unknown key or an impossible value is an error that names it and offers the nearest.
"""

from collections.abc import Iterable
from urllib.parse import parse_qsl

from fioboard.core.errors import FilterError, Problem, UnknownKey, UnknownValue, quoted
from fioboard.engine.filters import sentences, values
from fioboard.engine.filters.condition import Condition, Filter, Term
from fioboard.engine.filters.keys import CHOICES, Kind, all_keys, current, get_kind, nearest
from fioboard.engine.filters.moments import is_preset

MAX_TERMS = 500
RANGED: frozenset[Kind] = frozenset({"number", "bytes", "time", "duration", "rate"})


def parse_query(query: str) -> Filter:
    """A filter from a query string. Raises FilterError."""
    try:
        pairs = parse_qsl(
            query.removeprefix("?"),
            keep_blank_values=True,
            strict_parsing=bool(query),
            max_num_fields=MAX_TERMS,
        )
    except ValueError:
        raise FilterError("A filter is written key=value&key=value.") from None
    return parse(pairs)


def parse(pairs: Iterable[tuple[str, str]]) -> Filter:
    """A filter from keys and values in any order. Raises UnknownKey, UnknownValue, FilterError."""
    includes: dict[str, set[Term]] = {}
    excludes: dict[str, set[Term]] = {}
    terms = list(pairs)
    if len(terms) > MAX_TERMS:
        raise FilterError(sentences.TOO_MANY_VALUES(most=MAX_TERMS))
    for named, text in terms:
        key = current(named)
        kind = get_kind(key)
        if kind is None:
            raise UnknownKey(
                sentences.NO_FILTER(key=quoted(key), hint=nearest(key, all_keys())),
                problems=[Problem(f"/query/{key[:64]}", "UnknownKey", "unknown filter")],
            )
        side = excludes if text.startswith("!") else includes
        side.setdefault(key, set()).add(_term(key, kind, text.removeprefix("!")))
    return Filter(
        tuple(
            Condition(key, _sorted(includes.get(key, ())), _sorted(excludes.get(key, ())))
            for key in sorted({*includes, *excludes})
        )
    )


def _term(key: str, kind: Kind, text: str) -> Term:
    if key == "q" and not any(c.isalnum() for c in text):
        raise _refused(key, text, "a word to search for")
    if text == "":
        return Term()
    if kind not in RANGED or ".." not in text:
        value = _read(key, kind, text)
        return Term(value, value)
    low, _, high = text.partition("..")
    ends = tuple(_read(key, kind, end) if end else None for end in (low, high))
    if ends == (None, None):
        raise _refused(key, text, "a range with at least one end")
    if any(is_preset(end) or (kind == "bytes" and isinstance(end, str)) for end in ends):
        raise _refused(key, text, "a range between two plain values")
    if None not in ends and (ends[0] > ends[1]):  # type: ignore[operator]  # both of one kind, neither is None
        raise _refused(key, text, "a range from the smaller to the larger value")
    return Term(*ends)


def _read(key: str, kind: Kind, text: str) -> values.Value:
    try:
        value = values.read(text, kind)
    except ValueError as error:
        raise _refused(key, text, str(error)) from None
    if kind == "choice" and value not in CHOICES[key]:
        known = CHOICES[key]
        raise UnknownValue(
            sentences.NO_SUCH_VALUE(
                filter=key, value=quoted(text), known=", ".join(known), hint=nearest(text, known)
            ),
            problems=[Problem(f"/query/{key}", "UnknownValue", "unknown value")],
        )
    return value


def _refused(key: str, text: str, expected: str) -> FilterError:
    return UnknownValue(
        f"{key}={quoted(text)[1:-1]} is not {expected}.",
        problems=[Problem(f"/query/{key[:64]}", "UnknownValue", f"expected {expected}")],
    )


def _sorted(terms: Iterable[Term]) -> tuple[Term, ...]:
    return tuple(sorted(terms, key=lambda t: tuple((type(e).__name__, str(e), 0) for e in (t.low, t.high))))
