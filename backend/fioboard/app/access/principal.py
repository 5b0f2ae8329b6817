"""Who is asking."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from fioboard.app.access import sentences
from fioboard.core.errors import NotAuthenticated, WrongScope

Right = Literal["upload", "yabs", "feed", "read", "write", "admin", "account", "session"]

# What a token's scope allows. "account" (one's own password and sessions) and "session" (tokens, users, invitations)
# are in none of them: a token can never mint a token, nor act as a person.
OF_SCOPE: dict[str, frozenset[Right]] = {
    "upload": frozenset({"upload"}),
    # Stands in the address of one route, and opens that one only.
    "yabs": frozenset({"yabs"}),
    # Stands in the address of one feed, and opens that one only.
    "feed": frozenset({"feed"}),
    "read": frozenset({"read"}),
    "write": frozenset({"read", "write", "upload"}),
    "admin": frozenset({"read", "write", "upload", "admin"}),
}
OF_ROLE: dict[str, frozenset[Right]] = {
    "viewer": frozenset({"read", "account"}),
    "editor": frozenset({"read", "write", "upload", "account"}),
    "admin": frozenset({"read", "write", "upload", "admin", "account", "session"}),
}


@dataclass(frozen=True, slots=True)
class Principal:
    """A token or a signed-in browser, and what it may do."""

    kind: Literal["token", "session"]
    id: UUID
    name: str
    rights: frozenset[Right]
    host_id: UUID | None
    user_id: UUID | None = None
    """The person, for sessions."""
    authenticated_at: datetime | None = None
    """When a session's user last showed a password, a one-time link or single sign-on."""

    def person(self) -> UUID:
        """The user's id. Raises NotAuthenticated for tokens, which are nobody."""
        if self.user_id is None:
            raise NotAuthenticated("This action needs a signed-in browser.")
        return self.user_id

    def demand(self, right: Right) -> None:
        """Raises WrongScope unless `right` is held."""
        if right not in self.rights:
            raise WrongScope(sentences.RIGHT_MISSING(right=right, caller=self.name))
