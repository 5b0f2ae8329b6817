"""The drives of a batch, alone and together."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer


@answer
class SurfaceOut(TypedDict):
    """A hard disk at one place of its surface."""

    offset: Annotated[str, Field(description='Where the test began, percent of the disk: "49%"')]
    bw_bytes_per_s: Annotated[float, Field(description="bytes per second")]


@answer
class PoolBayOut(TypedDict):
    """One drive of the pool."""

    drive: Annotated[str, Field(description="Kernel name on that day")]
    model: str | None
    slot: str | None
    link: Annotated[str | None, Field(description='Trained link, e.g. "Gen4 x4"; null when unknown')]
    numa_node: Annotated[
        int | None, Field(description="Kernel's number of the node, from 0; null when unknown")
    ]
    alone_bytes_per_s: Annotated[
        float | None, Field(description="Alone, median of its runs, bytes per second")
    ]
    together_bytes_per_s: Annotated[
        float | None,
        Field(
            description="In the largest set that it was measured with, median of its runs, bytes per second"
        ),
    ]
    peer_bytes_per_s: Annotated[
        float | None,
        Field(
            description="Median of the other drives of its model alone, bytes per second; null with fewer than 2"
        ),
    ]
    rated_share: Annotated[
        float | None,
        Field(
            description="Alone over what its datasheet rates, a share 0..1 or above; null when nothing rates it"
        ),
    ]
    is_slow: Annotated[bool, Field(description="Below 85 % of its peers, or of its datasheet without peers")]
    surface: Annotated[list[SurfaceOut], Field(description="Of a hard disk; empty for others")]


@answer
class PoolLevelOut(TypedDict):
    """A set of drives that were measured together."""

    name: Annotated[
        str,
        Field(description="The narrowest link above all, the disk below all, their NUMA node, or all drives"),
    ]
    drives: list[str]
    alone_bytes_per_s: Annotated[float, Field(description="Sum of the drives alone, bytes per second")]
    together_bytes_per_s: Annotated[float, Field(description="Sum at the same time, bytes per second")]
    ceiling_bytes_per_s: Annotated[
        float | None, Field(description="What the link carries at least, bytes per second; null when unknown")
    ]
    is_lost: Annotated[
        bool, Field(description="Below 90 % of what the sets within it reached and the other drives alone")
    ]
    is_full: Annotated[bool, Field(description="Lost, and at 85 % or more of what the link carries")]
    run_id: UUID


@answer
class PoolOut(TypedDict):
    """One direction of a pool."""

    direction: Literal["read", "write"]
    workload: Annotated[str, Field(description="The one that most of its runs have: only these are judged")]
    left_out: Annotated[list[str], Field(description="Its other workloads in this direction, not judged")]
    sentence: str
    text: list[str]
    bays: Annotated[list[PoolBayOut], Field(description="In the order of their runs")]
    levels: Annotated[list[PoolLevelOut], Field(description="The smallest set first")]


@answer
class PoolsOut(TypedDict):
    """The drives of a batch, alone and together."""

    items: Annotated[
        list[PoolOut],
        Field(description="By direction; empty where fewer than two drives were measured alone"),
    ]
