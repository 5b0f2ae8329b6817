"""People: who they are, how they sign in, what was done in their name."""

from typing import Literal, Self

from pydantic import AwareDatetime, Field, model_validator

from fioboard.engine.answers.base import In, Out
from fioboard.engine.words import limits

Role = Literal["viewer", "editor", "admin"]
Right = Literal["upload", "yabs", "feed", "read", "write", "admin", "account", "session"]
Name = Field(
    min_length=1, max_length=limits.MAX_USER_NAME_CHARACTERS, description="Unique without regard to case"
)
Password = Field(min_length=1, max_length=1000, description="12 to 128 characters, none of the common ones")


class SessionCreate(In):
    """Signing in: a name with its password, or the code of a one-time login link."""

    code: str | None = Field(default=None, min_length=1, max_length=200, description="Of a one-time link")
    name: str | None = Field(default=None, min_length=1, max_length=limits.MAX_USER_NAME_CHARACTERS)
    password: str | None = Field(default=None, min_length=1, max_length=1000)

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if (self.code is None) == (self.name is None) or (self.name is None) != (self.password is None):
            raise ValueError("send either `code`, or `name` and `password`")
        return self


class SessionOut(Out):
    """Who is signed in on this browser."""

    user_id: str
    name: str
    role: Role
    rights: list[Right] = Field(
        description="What the role may do. `write`: edit and delete; `session`: tokens, users, invitations"
    )
    has_password: bool = Field(description="False: they come in by link or single sign-on only")
    has_single_sign_on: bool = Field(description="Connected with an account at the identity provider")
    expires_at: AwareDatetime
    authenticated_at: AwareDatetime = Field(
        description="When a password or link was last shown, here or to the identity provider"
    )
    is_recent: bool = Field(description="False: tokens, users and links ask for the password once more")


class SingleSignOnStart(In):
    """Going to the identity provider."""

    is_confirming: bool = Field(
        default=False, description="True: to show there once more who one is, for what needs a recent login"
    )


class SingleSignOnAddress(Out):
    """Where to send the browser."""

    url: str = Field(description="The identity provider's address, for this browser and the next ten minutes")


class SingleSignOnReturn(In):
    """What the identity provider sent the browser back with."""

    state: str = Field(min_length=1, max_length=200)
    code: str | None = Field(default=None, min_length=1, max_length=8000)
    error: str | None = Field(
        default=None, max_length=200, description="The provider's error code, for no code"
    )
    iss: str | None = Field(default=None, max_length=1000, description="Who sent it back (RFC 9207)")


class PasswordConfirm(In):
    """The password once more, before something that needs a recent login."""

    password: str = Password


class PasswordChange(In):
    """A new password. Ends every other session of the user."""

    current: str | None = Field(default=None, max_length=1000, description="Needed where there is one")
    new: str = Password


class BrowserSession(Out):
    """One place where the user is signed in."""

    id: str
    browser: str | None = Field(description="What the browser calls itself")
    created_at: AwareDatetime
    last_seen_at: AwareDatetime
    is_this: bool = Field(description="The browser that asks")


class BrowserSessionList(Out):
    """The user's live sessions, the last used first."""

    items: list[BrowserSession]


class UserOut(Out):
    """One person."""

    id: str
    name: str
    role: Role
    is_active: bool
    has_password: bool
    has_single_sign_on: bool
    created_at: AwareDatetime
    last_login_at: AwareDatetime | None


class UserList(Out):
    """All users by name."""

    items: list[UserOut]


class UserPatch(In):
    """What an admin may change of a user."""

    role: Role | None = None
    is_active: bool | None = Field(default=None, description="False ends their sessions and tokens at once")


class InvitationCreate(In):
    """An invitation for one person."""

    role: Role
    label: str = Field(min_length=1, max_length=limits.MAX_NAME_CHARACTERS, description="For whom")
    expires_in_days: int = Field(default=7, ge=1, le=30, description="Valid for so many days")


class InvitationOut(Out):
    """An invitation as lists show it, without its link."""

    id: str
    role: Role
    label: str
    created_at: AwareDatetime
    expires_at: AwareDatetime
    used_at: AwareDatetime | None
    revoked_at: AwareDatetime | None


class InvitationCreated(InvitationOut):
    """The answer to making an invitation: the only time its link is shown."""

    url: str


class InvitationList(Out):
    """All invitations, newest first."""

    items: list[InvitationOut]


class InvitationAccept(In):
    """Making one's account with an invitation's code."""

    code: str = Field(min_length=1, max_length=200)
    name: str = Name
    password: str = Password


class AuditEventOut(Out):
    """Something that was changed, or that left the service."""

    id: str
    at: AwareDatetime
    actor_kind: Literal["user", "token", "command_line", "nobody"]
    actor_name: str = Field(description="As it was then")
    action: str = Field(description="`noun.verb`, e.g. `token.create`")
    subject_id: str | None = Field(description="What it was done to, e.g. a run's id")
    detail: dict[str, object]


class AuditPage(Out):
    """Events, newest first."""

    items: list[AuditEventOut]
    next_cursor: str | None
