"""API tokens and enrolments."""

from typing import Annotated, Literal, Self

from pydantic import AwareDatetime, ConfigDict, Field, model_validator

from fioboard.engine.answers.base import In, Out
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.words import limits

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


class EnrolmentCreate(In):
    """For which host an enrolment code is."""

    host_id: str | None = Field(
        default=None,
        description="The one host that the agent continues; null: a new one, or the one that its machine is "
        "recognised as",
    )
    may_join: bool = Field(
        default=True,
        description="Whether the agent may continue a known host that its machine is recognised as; false: always a "
        "new host",
    )

    hosts: int = Field(
        default=1, ge=1, le=limits.MAX_ENROLLED_HOSTS, description="Number of agents that may use the code"
    )
    valid_minutes: int = Field(
        default=15,
        ge=1,
        le=limits.MAX_ENROLMENT_MINUTES,
        description="Number of minutes that the code is good",
    )
    host_pattern: str | None = Field(
        default=None,
        min_length=1,
        max_length=limits.MAX_HOST_CHARACTERS,
        description="Only hosts whose name matches, in any case; `*` stands for any text, `?` for a character",
    )
    labels: dict[
        Annotated[str, Field(pattern=limits.LABEL_KEY_PATTERN)],
        Annotated[str, Field(min_length=1, max_length=limits.MAX_LABEL_CHARACTERS)],
    ] = Field(
        default_factory=dict,
        max_length=limits.MAX_LABELS,
        description="Of these hosts, such as rack: their agents keep them, and give them to each run",
    )

    @model_validator(mode="after")
    def _require_one_of_a_known_host(self) -> Self:
        if self.host_id is not None and self.hosts != 1:
            raise ValueError("a code for a known host is for that one alone")
        return self


class EnrolmentCreated(Out):
    """A short-lived code that one host's agent exchanges for its own upload token."""

    id: str = Field(description="Of the enrolment; its state is read by it")
    code: str
    expires_at: AwareDatetime
    command: str = Field(description="The line to run on the test host")


class FirstRun(Out):
    """The first run that a host sent after it was enrolled."""

    id: str
    batch_id: str | None = Field(description="The batch it belongs to; null for a run made alone")
    sentence: str | None = Field(description="Its verdict; null where nothing could be judged")


class EnrolledAgent(Out):
    """A host that used an enrolment's code."""

    host: HostRef
    enrolled_at: AwareDatetime
    last_seen_at: AwareDatetime | None = Field(description="When it last used its token; null: never")
    is_revoked: bool = Field(description="Its token was ended")


class EnrolmentState(Out):
    """How far an enrolment came."""

    expires_at: AwareDatetime
    used_at: AwareDatetime | None = Field(description="When the last agent used the code; null = not yet")
    hosts: int = Field(description="Number of agents that may use the code")
    hosts_enrolled: int = Field(description="Number of agents that did")
    enrolled: list[EnrolledAgent] = Field(description="Them, the newest first")
    host: HostRef | None = Field(description="The host that used it; null = not yet")
    first_run: FirstRun | None = Field(description="null until the host has sent one")


class EnrolmentExchange(In):
    """What the agent sends to become a known host.

    Fields that this version does not know are ignored: a newer agent can be enrolled.
    """

    model_config = ConfigDict(extra="ignore")
    code: str = Field(min_length=1, max_length=200)
    host_id: str = Field(pattern=limits.AGENT_HOST_ID_PATTERN)
    host_name: str = Field(min_length=1, max_length=limits.MAX_HOST_CHARACTERS)
    machine: dict[str, object] | None = Field(
        default=None,
        description="Parts of the inventory by which the machine is recognised: host, system, disks, moment; kept as "
        "hashes alone. Null: an older agent",
    )
    same_as: str | None = Field(
        default=None, max_length=limits.MAX_HOST_CHARACTERS, description="The known host that this machine is"
    )
    is_new: bool = Field(default=False, description="This machine is none of the known hosts")


class EnrolledHost(Out):
    """The host that an agent is enrolled as."""

    name: str
    known_since: AwareDatetime | None = Field(description="Null: it is new")


class HostCandidate(Out):
    """A known host that a machine may be, by some of its identifiers."""

    name: str
    known_since: AwareDatetime
    is_other_machine: bool = Field(
        description="Its identifiers say that it is another one: the agent's folder was copied, as with an image"
    )


class EnrolmentToken(Out):
    """The host's upload token, shown once; or the question which host it is, and the code is still good."""

    token: str | None = Field(description="Null: send again with same_as or is_new")
    host: EnrolledHost | None = Field(description="Null without a token")
    candidates: list[HostCandidate] = Field(description="Without a token: the hosts that it may be")
    labels: dict[str, str] = Field(description="Of the host, for its agent to keep")
