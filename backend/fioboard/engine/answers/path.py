"""The path of a run's data: from the target to the drives and through which links."""

from typing import Annotated

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.inventory import SlotOut
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, EMPTY, PLACE, Count, Flag, Number, share_word

# The facts of engine/hardware/inventory/path_facet.py.
PATH_FACTS = (
    "targets", "network_limit", "models", "firmware", "sizes", "lba_bytes", "write_cache", "scheduler", "nr_requests",
    "max_sectors_kb", "places", "links", "count", "numa",
)  # fmt: skip


@answer
class MemberOut(TypedDict):
    """One physical drive below a target."""

    disk: Annotated[str, COMPOSED, Field(description="Kernel name on that day")]
    model: Annotated[str | None, COMPOSED]
    firmware: Annotated[str | None, COMPOSED]
    slot: Annotated[SlotOut | None, ANSWER]
    link: Annotated[
        str | None, COMPOSED, Field(description='Trained link, e.g. "Gen4 x4"; null when unknown')
    ]
    numa_node: Annotated[
        Count | None, Field(description="Kernel's number of the node, from 0; null when unknown")
    ]


@answer
class TargetOut(TypedDict):
    """One target of a run, resolved."""

    path: Annotated[str, COMPOSED, Field(description="As given to the tool")]
    place: Annotated[
        str | None,
        EMPTY,
        Field(
            description="What identifies it, as the factor target.path has it; its name where nothing does"
        ),
    ]
    kind: Annotated[str, COMPOSED]
    filesystem: Annotated[str | None, COMPOSED, Field(description='e.g. "ext4"; null for devices')]
    layers: Annotated[
        list[str], COMPOSED, Field(description='From the target down, e.g. "md raid0 of 4, chunk 128 KiB"')
    ]
    members: Annotated[list[MemberOut], ANSWER]
    reason: Annotated[
        str | None, COMPOSED, Field(description="Why it could not be resolved further; null when it was")
    ]


@answer
class LimitsOut(TypedDict):
    """What the links allow, one direction, [low, high]; a range when the payload size is unknown."""

    read: Annotated[list[Count], Field(description="bytes per second from the drives")]
    write: Annotated[list[Count], Field(description="bytes per second to the drives")]


@answer
class SharedHopOut(TypedDict):
    """A port above two or more members."""

    function: Annotated[str, COMPOSED]
    title: Annotated[str, COMPOSED]
    member_count: Annotated[Count, Field(description="Number of members below")]
    members_sum_bytes_per_s: Annotated[
        list[Count] | None,
        Field(
            description="[low, high] of the members' own limits, reads, bytes per second; null when one is unknown"
        ),
    ]
    ceiling_bytes_per_s: Annotated[
        list[Count], Field(description="[low, high] of the port, reads, bytes per second")
    ]
    ratio: Annotated[
        Number | None, Field(description="Members' sum as a count of ceilings; above 1 is oversubscribed")
    ]
    is_oversubscribed: Flag | None
    share_bytes_per_s: Annotated[
        list[Count], Field(description="[low, high] for each member when all are busy")
    ]


@answer
class PathOut(TypedDict):
    """Everything that follows from a run's targets and inventory."""

    targets: Annotated[list[TargetOut], ANSWER]
    chain_limit_bytes_per_s: Annotated[
        LimitsOut | None,
        ANSWER,
        Field(description="Most that the whole path can carry; null when any link of it is unknown"),
    ]
    limited_by: Annotated[
        str | None, PLACE, Field(description="The slowest link: a PCIe address or an interface")
    ]
    shared_hops: Annotated[list[SharedHopOut], ANSWER]
    path_fingerprint: Annotated[
        str | None, EMPTY, Field(description="Facet path; null when no target was resolved")
    ]
    path_unknown: Annotated[
        list[str],
        share_word(among=PATH_FACTS),
        Field(description="Facts the fingerprint lacks: comparing cannot tell then"),
    ]
