"""The path of a run's data: from the target to the drives and through which links."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.schemas.inventory import SlotOut


@answer
class MemberOut(TypedDict):
    """One physical drive below a target."""

    disk: Annotated[str, Field(description="Kernel name on that day")]
    model: str | None
    firmware: str | None
    slot: SlotOut | None
    link: Annotated[str | None, Field(description='Trained link, e.g. "Gen4 x4"; null when unknown')]
    numa_node: Annotated[
        int | None, Field(description="Kernel's number of the node, from 0; null when unknown")
    ]


@answer
class TargetOut(TypedDict):
    """One target of a run, resolved."""

    path: Annotated[str, Field(description="As given to the tool")]
    place: Annotated[
        str | None,
        Field(
            description="What identifies it, as the factor target.path has it; its name where nothing does"
        ),
    ]
    kind: str
    filesystem: Annotated[str | None, Field(description='e.g. "ext4"; null for devices')]
    layers: Annotated[
        list[str], Field(description='From the target down, e.g. "md raid0 of 4, chunk 128 KiB"')
    ]
    members: list[MemberOut]
    reason: Annotated[str | None, Field(description="Why it could not be resolved further; null when it was")]


@answer
class LimitsOut(TypedDict):
    """What the links allow, one direction, [low, high]; a range when the payload size is unknown."""

    read: Annotated[list[int], Field(description="bytes per second from the drives")]
    write: Annotated[list[int], Field(description="bytes per second to the drives")]


@answer
class SharedHopOut(TypedDict):
    """A port above two or more members."""

    function: str
    title: str
    member_count: Annotated[int, Field(description="Number of members below")]
    members_sum_bytes_per_s: Annotated[
        list[int] | None,
        Field(
            description="[low, high] of the members' own limits, reads, bytes per second; null when one is unknown"
        ),
    ]
    ceiling_bytes_per_s: Annotated[
        list[int], Field(description="[low, high] of the port, reads, bytes per second")
    ]
    ratio: Annotated[
        float | None, Field(description="Members' sum as a count of ceilings; above 1 is oversubscribed")
    ]
    is_oversubscribed: bool | None
    share_bytes_per_s: Annotated[
        list[int], Field(description="[low, high] for each member when all are busy")
    ]


@answer
class PathOut(TypedDict):
    """Everything that follows from a run's targets and inventory."""

    targets: list[TargetOut]
    chain_limit_bytes_per_s: Annotated[
        LimitsOut | None,
        Field(description="Most that the whole path can carry; null when any link of it is unknown"),
    ]
    limited_by: Annotated[str | None, Field(description="The slowest link: a PCIe address or an interface")]
    shared_hops: list[SharedHopOut]
    path_fingerprint: Annotated[str | None, Field(description="Facet path; null when no target was resolved")]
    path_unknown: Annotated[
        list[str], Field(description="Facts the fingerprint lacks: comparing cannot tell then")
    ]
