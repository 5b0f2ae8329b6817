"""Query parameters: an unknown key is an error that names it, never silently ignored (B32)."""

from fastapi import Request

from fioboard.core.errors import Problem, UnknownKey, quoted


def demand_known(request: Request, *known: str) -> None:
    """Raises UnknownKey for the first query key that is none of `known`."""
    for key in request.query_params:
        if key not in known:
            raise UnknownKey(
                f"There is no query parameter {quoted(key)}; known are {', '.join(known) or 'none'}.",
                problems=[Problem(f"/query/{key[:64]}", "UnknownKey", "unknown")],
            )
