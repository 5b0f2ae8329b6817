"""What the service says of itself, to pages, agents and whoever watches it."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.objects import State as DocumentsState
from fioboard.engine.answers.base import Out, answer

Room = Literal["enough", "full", "unknown"]
"""Room on the disk of the database."""


class ServiceInfo(Out):
    """What a page needs to know before anyone is signed in."""

    version: str
    base_url: str
    agent_sha256: str | None
    max_upload_bytes: int = Field(description="The largest body this service takes, unpacked")
    storage: Room = Field(
        description="Room on the disk of the database: full = uploads are refused with 507 until there is some; "
        "unknown = this service cannot see that disk"
    )
    single_sign_on: str | None = Field(description="Name of the identity provider; null: none is set up")
    command_line: str = Field(
        description="How the service's command line is reached where it was started; VERB stands for what to run"
    )
    has_password_login: bool = Field(
        description="False: people come in by single sign-on or one-time link only"
    )


@answer
class Readiness(TypedDict):
    """The service can take uploads and answer."""

    status: Literal["ready"]
    revision: Annotated[str | None, Field(description="Of the database's tables")]
    unsafe: Annotated[
        list[str],
        Field(description="Settings of PostgreSQL that would lose what was acknowledged; empty = none"),
    ]
    storage: Annotated[
        Room, Field(description="Room on the disk of the database; full = uploads are refused")
    ]
    documents: Annotated[
        DocumentsState,
        Field(
            description="The object store of originals: unused = they are in the database; away = it does not answer, "
            "and uploads are refused"
        ),
    ]
    remarks: Annotated[list[str], Field(description="What is worth a look, in sentences")]
