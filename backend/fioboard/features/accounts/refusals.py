"""What every route of this feature may refuse, and the person behind a caller."""

from uuid import UUID

from fioboard.access.principal import Principal
from fioboard.core.errors import NotAuthenticated
from fioboard.schemas.problem import refusals

REFUSALS = refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def person(caller: Principal) -> UUID:
    """The caller's user id. Raises NotAuthenticated for tokens, which are nobody."""
    if caller.user_id is None:
        raise NotAuthenticated("That needs a signed-in browser.")
    return caller.user_id
