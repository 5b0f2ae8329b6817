"""The picture of a machine: sockets, root ports, switches, drives; a tree that a page only lays out."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from fioboard.schemas.base import Out
from fioboard.schemas.inventory import SlotOut

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


class LinkOut(Out):
    """The link from a node up to its parent, both ends considered."""

    generation: int | None = Field(description="Trained PCIe generation, 1..6, a count; null when unknown")
    lanes: int | None = Field(description="Trained width, a count of lanes; null when unknown")
    gts: float | None = Field(description="Trained speed, GT/s (10⁹ transfers per second and lane)")
    capable_generation: int | None = Field(description="Best that both ends can do, a count 1..6")
    capable_lanes: int | None = Field(description="Best width that both ends can do, a count of lanes")
    class_: LinkClass = Field(alias="class")
    severity: Literal["none", "info", "warning"]
    seen: Literal["under load", "idle"]
    rate_bytes_per_s: int | None = Field(description="Link rate after encoding, one direction")
    ceiling_bytes_per_s: list[int] | None = Field(
        description="[low, high] for reads from the drive; a range when the payload size is unknown"
    )


class PortNode(Out):
    """One PCIe function, disk or network interface, with what hangs below it."""

    id: str = Field(description='PCIe address, or name of a disk or interface: "0000:41:00.0", "nvme0n1"')
    kind: NodeKind
    title: str
    subtitle: str | None
    slot: SlotOut | None
    numa_node: int | None = Field(description="Kernel's number of the node, from 0; null when unknown")
    is_on_path: bool = Field(description="True when the run's I/O went through here")
    link: LinkOut | None = Field(description="null where there is no link or nothing is known of it")
    used_bytes_per_s: float | None = Field(
        description="What the run moved over this hop, by samples or by its result; null when unknown"
    )
    children: list[PortNode]


class SocketOut(Out):
    """One CPU package and the root ports attached to it."""

    id: int | None = Field(description="Kernel's number of the package, from 0; null when unknown")
    title: str
    model: str | None
    nodes: list[int] = Field(description="Numbers of its NUMA nodes, from 0")
    roots: list[PortNode]


class MachineRun(Out):
    """The run whose bandwidth the picture shows."""

    id: str
    bw_bytes_per_s: float | None = Field(description="Its largest result, bytes per second")
    direction: str | None


class MachineOut(Out):
    """A machine as a tree."""

    sockets: list[SocketOut]
    unplaced: list[PortNode] = Field(description="Functions of which no socket is known")
    run: MachineRun | None
