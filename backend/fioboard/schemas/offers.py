"""What a host lets be measured, as people see it."""

from typing import Annotated
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.vocabulary.requests import TargetKind


@answer
class OfferedTarget(TypedDict):
    """A folder or device that may be measured."""

    name: str
    kind: TargetKind
    serial: Annotated[str | None, Field(description="Of a device; null of a folder")]
    may_write: Annotated[bool, Field(description="Whether workloads that write are allowed")]


@answer
class Offers(TypedDict):
    """The host's /etc/fioboard/serve.toml, as its agent read it."""

    suites: Annotated[list[str], Field(description="Names of suites")]
    jobs: Annotated[list[str], Field(description="Names of job files")]
    may_repeat: Annotated[bool, Field(description="Whether stored runs may be measured again")]
    targets: list[OfferedTarget]
    hours: Annotated[str | None, Field(description="As `22:00-06:00`, by the host's clock; null = always")]
    longest_s: Annotated[
        int | None, Field(description="Number of seconds of the longest request; null = no limit")
    ]
    write_bytes_a_day: Annotated[
        int | None, Field(description="Bytes that may be written a day; null = no limit")
    ]


@answer
class HostOffers(TypedDict):
    """What a host offers, and when its agent last polled."""

    host_id: UUID
    seen_at: Annotated[AwareDatetime | None, Field(description="When it last polled; null = it never did")]
    is_away: Annotated[bool, Field(description="It has not polled for 60 s, or never did")]
    offers: Annotated[Offers | None, Field(description="null = `fioboard-agent serve` never ran there")]
