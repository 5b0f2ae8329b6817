"""Merges and splits of hosts."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.host_ref import HostRef

MAX_INVENTORIES = 200


class HostMerge(In):
    """Which host is the same machine."""

    host_id: Annotated[UUID, Field(strict=False, description="The host whose runs are moved")]


class HostSplit(In):
    """Which runs of a host are another machine's."""

    inventory_ids: list[Annotated[UUID, Field(strict=False)]] = Field(
        min_length=1, max_length=MAX_INVENTORIES, description="Inventories of that machine"
    )


@answer
class HostMoveOut(TypedDict):
    """A merge or split of hosts."""

    id: str
    kind: Literal["merge", "split"]
    source: Annotated[HostRef, Field(description="Whose runs were moved")]
    target: Annotated[HostRef, Field(description="Who has them since")]
    runs: Annotated[int, Field(description="Runs that were moved, deleted ones left out, a count")]
    moved_at: AwareDatetime
    moved_by: str
    undone_at: Annotated[AwareDatetime | None, Field(description="Null: it is in force")]


@answer
class AlternatingMachineOut(TypedDict):
    """One of several machines whose inventories alternate in the history of one host."""

    inventory_ids: Annotated[list[str], Field(description="Its inventories, at most 200")]
    first_seen_at: AwareDatetime
    last_seen_at: AwareDatetime
    run_count: Annotated[int, Field(description="Number of its runs, deleted ones left out")]
    name: Annotated[str, Field(description="System or board as its inventory calls it, and its number here")]
