"""The picture of a machine: sockets, root ports, switches, drives; a tree that a page only lays out."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.schemas.base import answer
from fioboard.schemas.inventory import SlotOut
from fioboard.vocabulary.limits import MAX_PICTURE_NODES

LinkClass = Literal[
    "full",
    "downgraded-width",
    "downgraded-speed",
    "idle-downshift",
    "port-limited",
    "device-limited",
    "unknown",
]
NodeKind = Literal["root_port", "switch_up", "switch_down", "bridge", "endpoint", "disk", "network"]


# `class` is a word of Python, so this field alone cannot be declared as the others are.
_LinkClass = TypedDict("_LinkClass", {"class": LinkClass})


@answer
class LinkOut(_LinkClass):
    """The link from a node up to its parent, both ends considered."""

    generation: Annotated[
        int | None, Field(description="Trained PCIe generation, 1..6, a count; null when unknown")
    ]
    lanes: Annotated[int | None, Field(description="Trained width, a count of lanes; null when unknown")]
    gts: Annotated[float | None, Field(description="Trained speed, GT/s (10⁹ transfers per second and lane)")]
    capable_generation: Annotated[int | None, Field(description="Best that both ends can do, a count 1..6")]
    capable_lanes: Annotated[
        int | None, Field(description="Best width that both ends can do, a count of lanes")
    ]
    severity: Literal["none", "info", "warning"]
    seen: Literal["under load", "idle"]
    rate_bytes_per_s: Annotated[int | None, Field(description="Link rate after encoding, one direction")]
    ceiling_bytes_per_s: Annotated[
        list[int] | None,
        Field(description="[low, high] for reads from the drive; a range when the payload size is unknown"),
    ]


@answer
class PortNode(TypedDict):
    """One PCIe function, disk or network interface, with what hangs below it."""

    id: Annotated[
        str, Field(description='PCIe address, or name of a disk or interface: "0000:41:00.0", "nvme0n1"')
    ]
    kind: NodeKind
    title: str
    subtitle: str | None
    slot: SlotOut | None
    numa_node: Annotated[
        int | None, Field(description="Kernel's number of the node, from 0; null when unknown")
    ]
    is_on_path: Annotated[bool, Field(description="True when the run's I/O went through here")]
    link: Annotated[
        LinkOut | None, Field(description="null where there is no link or nothing is known of it")
    ]
    used_bytes_per_s: Annotated[
        float | None,
        Field(description="What the run moved over this hop, by samples or by its result; null when unknown"),
    ]
    children: list["PortNode"]


@answer
class SocketOut(TypedDict):
    """One CPU package and the root ports attached to it."""

    id: Annotated[int | None, Field(description="Kernel's number of the package, from 0; null when unknown")]
    title: str
    model: str | None
    nodes: Annotated[list[int], Field(description="Numbers of its NUMA nodes, from 0")]
    roots: list[PortNode]


@answer
class MachineRun(TypedDict):
    """The run whose bandwidth the picture shows."""

    id: str
    bw_bytes_per_s: Annotated[float | None, Field(description="Its largest result, bytes per second")]
    direction: str | None


class Picture(TypedDict):
    """A machine as a tree, whatever ran on it."""

    sockets: list[SocketOut]
    unplaced: Annotated[list[PortNode], Field(description="Functions of which no socket is known")]
    left_out: Annotated[
        int,
        Field(
            description=f"Ports, drives and interfaces beyond the first {MAX_PICTURE_NODES:,}, a count, without "
            "what is below them"
        ),
    ]


@answer
class MachineOut(Picture):
    """A machine as a tree."""

    run: MachineRun | None
