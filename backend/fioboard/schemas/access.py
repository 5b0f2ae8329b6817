"""API tokens and enrolments."""

from typing import Literal

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import In, Out
from fioboard.vocabulary import limits

MadeScope = Literal["upload", "yabs", "read", "write", "admin"]
# A feed makes its own.
Scope = MadeScope | Literal["feed"]


class TokenCreate(In):
    """A new API token."""

    name: str = Field(min_length=1, max_length=limits.MAX_NAME_CHARACTERS)
    scope: MadeScope
    host_id: str | None = Field(
        default=None, description="Only for scopes upload and yabs: the one host it may send for"
    )
    expires_in_days: int | None = Field(
        default=365, ge=1, le=3650, description="Days until it ends; null: never"
    )


class TokenOut(Out):
    """A token as lists show it; the secret itself is never shown again."""

    id: str
    name: str
    scope: Scope
    prefix: str = Field(description="First characters, to recognise it by")
    host_id: str | None
    created_at: AwareDatetime
    expires_at: AwareDatetime | None
    last_used_at: AwareDatetime | None
    revoked_at: AwareDatetime | None


class TokenCreated(TokenOut):
    """The answer to creating a token: the only time the secret is shown."""

    token: str
    address: str | None = Field(description="Of scope yabs: what `yabs.sh -s` takes, with the token in it")


class TokenList(Out):
    """All tokens, newest first."""

    items: list[TokenOut]


class EnrolmentCreated(Out):
    """A short-lived code that one host's agent exchanges for its own upload token."""

    code: str
    expires_at: AwareDatetime
    command: str = Field(description="The line to run on the test host")


class EnrolmentExchange(In):
    """What the agent sends to become a known host."""

    code: str = Field(min_length=1, max_length=200)
    host_id: str = Field(pattern=r"^[A-Za-z0-9-]{8,64}$")
    host_name: str = Field(min_length=1, max_length=limits.MAX_HOST_CHARACTERS)


class EnrolmentToken(Out):
    """The host's upload token, shown once."""

    token: str
