"""The picture of a machine: sockets, root ports, switches, drives; a tree that a page only lays out."""

from typing import Annotated, Literal, get_args

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.core.run_state import Direction
from fioboard.engine.answers.base import answer
from fioboard.engine.answers.gpus import GpusOut
from fioboard.engine.answers.inventory import SlotOut
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, Count, Flag, Number, share_word
from fioboard.engine.words.limits import MAX_PICTURE_NODES

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
_LinkClass = TypedDict("_LinkClass", {"class": Annotated[LinkClass, share_word("unknown")]})


@answer
class LinkOut(_LinkClass):
    """The link from a node up to its parent, both ends considered."""

    generation: Annotated[
        Count | None, Field(description="Trained PCIe generation, 1..6, a count; null when unknown")
    ]
    lanes: Annotated[Count | None, Field(description="Trained width, a count of lanes; null when unknown")]
    gts: Annotated[
        Number | None, Field(description="Trained speed, GT/s (10⁹ transfers per second and lane)")
    ]
    capable_generation: Annotated[Count | None, Field(description="Best that both ends can do, a count 1..6")]
    capable_lanes: Annotated[
        Count | None, Field(description="Best width that both ends can do, a count of lanes")
    ]
    severity: Annotated[Literal["none", "info", "warning"], share_word("none")]
    seen: Annotated[Literal["under load", "idle"], share_word("idle")]
    rate_bytes_per_s: Annotated[Count | None, Field(description="Link rate after encoding, one direction")]
    ceiling_bytes_per_s: Annotated[
        list[Count] | None,
        Field(description="[low, high] for reads from the drive; a range when the payload size is unknown"),
    ]


@answer
class PortNode(TypedDict):
    """One PCIe function, disk or network interface, with what hangs below it."""

    id: Annotated[
        str,
        COMPOSED,
        Field(description='PCIe address, or name of a disk or interface: "0000:41:00.0", "nvme0n1"'),
    ]
    kind: Annotated[NodeKind, share_word("endpoint")]
    title: Annotated[str, COMPOSED]
    subtitle: Annotated[str | None, COMPOSED]
    slot: Annotated[SlotOut | None, ANSWER]
    numa_node: Annotated[
        Count | None, Field(description="Kernel's number of the node, from 0; null when unknown")
    ]
    is_on_path: Annotated[Flag, Field(description="True when the run's I/O went through here")]
    link: Annotated[
        LinkOut | None, ANSWER, Field(description="null when there is no link or its state is unknown")
    ]
    used_bytes_per_s: Annotated[
        Number | None,
        Field(description="What the run moved over this hop, by samples or by its result; null when unknown"),
    ]
    children: Annotated[list["PortNode"], ANSWER]


@answer
class SocketOut(TypedDict):
    """One CPU package and the root ports attached to it."""

    id: Annotated[
        Count | None, Field(description="Kernel's number of the package, from 0; null when unknown")
    ]
    title: Annotated[str, COMPOSED]
    model: Annotated[str | None, COMPOSED]
    nodes: Annotated[list[Count], Field(description="Numbers of its NUMA nodes, from 0")]
    roots: Annotated[list[PortNode], ANSWER]


@answer
class MachineRun(TypedDict):
    """The run whose bandwidth the picture shows."""

    id: Annotated[str, COMPOSED]
    bw_bytes_per_s: Annotated[Number | None, Field(description="Its largest result, bytes per second")]
    direction: Annotated[str | None, share_word(among=get_args(Direction))]


class Picture(TypedDict):
    """A machine as a tree, whatever ran on it."""

    sockets: Annotated[list[SocketOut], ANSWER]
    unplaced: Annotated[list[PortNode], ANSWER, Field(description="Functions of which no socket is known")]
    left_out: Annotated[
        Count,
        Field(
            description=f"Ports, drives and interfaces beyond the first {MAX_PICTURE_NODES:,}, a count, without "
            "what is below them"
        ),
    ]


@answer
class MachineOut(Picture):
    """A machine as a tree."""

    run: Annotated[MachineRun | None, ANSWER]
    gpus: Annotated[GpusOut, ANSWER]
