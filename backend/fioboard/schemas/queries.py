"""Query parameters: an unknown key is an error that names it, never silently ignored (B32)."""

from fastapi import Request

from fioboard.core.errors import Invalid, Problem, UnknownKey, quoted


def demand_known(request: Request) -> None:
    """Raises UnknownKey for the first query key that the route does not declare, Invalid for a value with U+0000."""
    known = [parameter.alias for parameter in request.scope["route"].dependant.query_params]
    for key, value in request.query_params.multi_items():
        where = f"/query/{key[:64]}"
        if key not in known:
            raise UnknownKey(
                f"There is no query parameter {quoted(key)}; known are {', '.join(known) or 'none'}.",
                problems=[Problem(where, "UnknownKey", "unknown")],
            )
        if "\x00" in value:  # PostgreSQL takes it nowhere
            raise Invalid(
                f"{key} holds a NUL character.", problems=[Problem(where, "Invalid", "NUL character")]
            )
