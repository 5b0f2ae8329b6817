"""What a reader of pasted text gives: facts, layers between devices, PCIe functions, processors, each with its line."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

Confidence = Literal["output", "prose"]
"""`output`: a program printed it. `prose`: somebody wrote it in a sentence or a heading."""
MAX_VALUE_CHARACTERS = 200
NO_RUN = "no run"
"""The device of a fact that is found and offered: what its sentence speaks of need not be what any run measured."""


class Line(NamedTuple):
    """One line of the text that belongs to no result."""

    number: int
    """From 1, in the whole text."""
    text: str


@dataclass(frozen=True, slots=True)
class Fact:
    """One statement of the text. `key` is a factor's where there is such a factor."""

    key: str
    value: str
    line: int
    confidence: Confidence = "output"
    unit: str | None = None
    device: str | None = None
    """Kernel name of the device it is about, without /dev/; None when it is about the machine or names none."""
    is_listed: bool = False
    """Whether its output lists every device of the machine: then it describes no run that does not name the device."""
    direction: str | None = None
    """Only for results of this direction: what a drive is rated."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Devices that a volume, partition, file system or mount point lies on."""

    upper: str
    """A kernel name without /dev/, or the path of a mount point."""
    lower: tuple[str, ...]
    line: int


@dataclass(frozen=True, slots=True)
class PciFunction:
    """One function of `lspci -vv`, as far as it is printed."""

    address: str
    """With its domain, e.g. 0000:41:00.0."""
    line: int
    name: str
    class_code: str | None = None
    driver: str | None = None
    numa_node: int | None = None
    secondary_bus: int | None = None
    """The bus below a bridge."""
    current_gts: float | None = None
    current_lanes: int | None = None
    max_gts: float | None = None
    max_lanes: int | None = None
    payload_bytes: int | None = None
    port_type: str | None = None
    physical_slot: str | None = None


@dataclass(frozen=True, slots=True)
class NumaNode:
    """Processors of one NUMA node, as a list of the kernel's form."""

    number: int
    cpus: str
    line: int


@dataclass(frozen=True, slots=True)
class Array:
    """A software array: its level, chunk and members."""

    name: str
    line: int
    level: str | None = None
    chunk_bytes: int | None = None
    width: int | None = None
    members: tuple[str, ...] = ()
    is_degraded: bool | None = None


Record: TypeAlias = Fact | Layer | PciFunction | NumaNode | Array


@dataclass(frozen=True, slots=True)
class Reader:
    """One tool or family of tools: a file in `readers/` with a READER is registered by being there."""

    tool: str
    """For people and the documentation."""
    marks: tuple[str, ...]
    """Texts of which one must occur in the body, in any case, before it is read line by line."""
    read: Callable[[Sequence[Line]], Iterator[Record]]
    gives: str
    """For the documentation: which facts."""
    reads_results: bool = False
    """Whether it is also given the lines of results: of a tool that prints facts among its figures, of prompts."""


@dataclass(frozen=True, slots=True)
class Records:
    """Everything that the readers gave, by kind."""

    facts: list[Fact] = field(default_factory=list)
    layers: list[Layer] = field(default_factory=list)
    functions: dict[str, PciFunction] = field(default_factory=dict)
    nodes: dict[int, NumaNode] = field(default_factory=dict)
    arrays: dict[str, Array] = field(default_factory=dict)

    @property
    def below(self) -> Mapping[str, tuple[str, ...]]:
        """The devices directly below each device or mount point."""
        below: dict[str, tuple[str, ...]] = {}
        for layer in self.layers:
            below[layer.upper] = tuple(dict.fromkeys((*below.get(layer.upper, ()), *layer.lower)))
        return below
