"""What a filter says, as values: terms, conditions, and when a value satisfies them."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import quote

from fioboard.engine.filters import values
from fioboard.engine.filters.keys import get_kind, is_of_results
from fioboard.engine.filters.values import Value

# projections cut a list of factor values here (engine/factors/project.py): such a list may miss some.
CUT_AT = 16


@dataclass(frozen=True, slots=True)
class Term:
    """One alternative: a value (low = high), a range with its ends included (None = open), or "unknown"."""

    low: Value | None = None
    high: Value | None = None

    @property
    def is_unknown(self) -> bool:
        """The empty value: matches where nothing is known."""
        return self.low is None and self.high is None

    @property
    def is_range(self) -> bool:
        """True for `a..b`, `a..` and `..b`."""
        return self.low != self.high or type(self.low) is not type(self.high)

    def holds(self, value: Value | None) -> bool:
        """Whether a value is meant. A text is never inside a range of numbers, nor equal to a number."""
        if value is None or self.is_unknown:
            return value is None and self.is_unknown
        if not self.is_range:
            return _same(value, self.low)
        if isinstance(value, str | bool):
            return False
        low, high = self.low, self.high
        return (not isinstance(low, int | float) or value >= low) and (
            not isinstance(high, int | float) or value <= high
        )


def _same(value: Value, wanted: Value | None) -> bool:
    if isinstance(value, bool) or isinstance(wanted, bool):
        return value is wanted
    if isinstance(wanted, str) and not isinstance(value, str):
        return f"{value:g}" == wanted  # a text factor whose value came as a number, e.g. a slot
    return value == wanted


@dataclass(frozen=True, slots=True)
class Condition:
    """Everything said of one key: one of `includes` (if any), and none of `excludes`."""

    key: str
    includes: tuple[Term, ...] = ()
    excludes: tuple[Term, ...] = ()

    def renamed(self, names: Mapping[str, str]) -> "Condition":
        """The same with other names for some values."""

        def rename(term: Term) -> Term:
            name = names.get(term.low) if isinstance(term.low, str) and not term.is_range else None
            return term if name is None else Term(name, name)

        return Condition(self.key, tuple(map(rename, self.includes)), tuple(map(rename, self.excludes)))

    def accepts(self, value: Value | None) -> bool:
        """Whether one value (None = unknown) satisfies it. `key=!a` keeps what is unknown."""
        return (not self.includes or any(t.holds(value) for t in self.includes)) and not any(
            t.holds(value) for t in self.excludes
        )

    def accepts_some(self, of_factor: Iterable[Value]) -> bool:
        """Whether a factor with several values satisfies it: one of them is included, and none is excluded."""
        several = list(of_factor)
        if any(term.holds(value) for term in self.excludes for value in several):
            return False
        return not self.includes or any(term.holds(value) for term in self.includes for value in several)


@dataclass(frozen=True, slots=True)
class Filter:
    """Conditions that must all hold, in order of key. Equal filters have equal texts."""

    conditions: tuple[Condition, ...] = ()

    def __iter__(self) -> Iterator[Condition]:
        return iter(self.conditions)

    def get(self, key: str) -> Condition | None:
        """Return what is said of a key, or None."""
        return next((c for c in self.conditions if c.key == key), None)

    def exclude(self, *keys: str) -> "Filter":
        """Return the filter with nothing said of these keys."""
        return Filter(tuple(c for c in self.conditions if c.key not in keys))

    @property
    def of_results(self) -> tuple[Condition, ...]:
        """Conditions that one result must satisfy together."""
        return tuple(c for c in self.conditions if is_of_results(c.key))

    def pairs(self) -> list[tuple[str, str]]:
        """Keys and values in canonical order and spelling."""
        return [pair for condition in self.conditions for pair in _pairs(condition)]

    def format_query(self) -> str:
        """Format the canonical query string: the same for all spellings of one filter. Empty for everything."""
        return "&".join(f"{quote(k, safe='')}={quote(v, safe=':!.,/')}" for k, v in self.pairs())


def _pairs(condition: Condition) -> Iterator[tuple[str, str]]:
    kind = get_kind(condition.key)
    if kind is None:  # a filter is made by parse(), which knows all its keys
        raise ValueError(condition.key)
    for sign, terms in (("", condition.includes), ("!", condition.excludes)):
        for term in terms:
            if term.is_unknown:
                yield condition.key, sign
            elif term.is_range:
                low, high = (
                    values.shown(end, kind) if end is not None else "" for end in (term.low, term.high)
                )
                yield condition.key, f"{sign}{low}..{high}"
            elif term.low is not None:
                yield condition.key, sign + values.shown(term.low, kind)
