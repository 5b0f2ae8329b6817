"""Query parameters: an unknown key is an error that names it, never silently ignored (B32)."""

from typing import Annotated

from fastapi import Query, Request

from fioboard.core.errors import Invalid, Problem, UnknownKey, quoted
from fioboard.filters import Filter, kind_of, parse

# Declared, so that the description of the API shows one key of a filter; the filter itself reads them all.
HostKey = Annotated[
    str | None,
    Query(
        max_length=256,
        description="Only this host, by name. Every other key is a filter, see docs/filters.md",
    ),
]


def _declared(request: Request) -> list[str]:
    return [parameter.alias for parameter in request.scope["route"].dependant.query_params]


def demand_known(request: Request) -> None:
    """Raises UnknownKey for the first query key that the route does not declare, Invalid for a value with U+0000."""
    known = _declared(request)
    for key, value in request.query_params.multi_items():
        where = f"/query/{key[:64]}"
        if key not in known:
            raise UnknownKey(
                f"There is no query parameter {quoted(key)}; known are {', '.join(known) or 'none'}.",
                problems=[Problem(where, "UnknownKey", "unknown")],
            )
        _demand_no_nul(key, value)


def filter_of(request: Request) -> Filter:
    """The filter in an address: every key that is not a parameter of the route's own. Raises FilterError."""
    own = {key for key in _declared(request) if kind_of(key) is None}
    for key, value in request.query_params.multi_items():
        _demand_no_nul(key, value)
    return parse((k, v) for k, v in request.query_params.multi_items() if k not in own)


def _demand_no_nul(key: str, value: str) -> None:
    if "\x00" in value:  # PostgreSQL takes it nowhere
        raise Invalid(
            f"{key[:64]} holds a NUL character.",
            problems=[Problem(f"/query/{key[:64]}", "Invalid", "NUL character")],
        )
