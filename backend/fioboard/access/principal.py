"""Who is asking."""

from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from fioboard.core.errors import WrongScope

Right = Literal["upload", "read", "write", "admin", "session"]

# What a token's scope allows. A token can never mint a token: "session" is in none of them.
OF_SCOPE: dict[str, frozenset[Right]] = {
    "upload": frozenset({"upload"}),
    "read": frozenset({"read"}),
    "write": frozenset({"read", "write", "upload"}),
    "admin": frozenset({"read", "write", "upload", "admin"}),
}
OF_ROLE: dict[str, frozenset[Right]] = {
    "viewer": frozenset({"read"}),
    "editor": frozenset({"read", "write", "upload"}),
    "admin": frozenset({"read", "write", "upload", "admin", "session"}),
}


@dataclass(frozen=True, slots=True)
class Principal:
    """A token or a signed-in browser, and what it may do."""

    kind: Literal["token", "session"]
    id: UUID
    name: str
    rights: frozenset[Right]
    host_id: UUID | None

    def demand(self, right: Right) -> None:
        """Raises WrongScope unless `right` is held."""
        if right not in self.rights:
            raise WrongScope(f"That needs the right `{right}`, which {self.name} does not have.")
