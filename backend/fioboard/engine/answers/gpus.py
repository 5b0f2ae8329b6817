"""GPUs of a machine as the end of a path: how near drives are to them, and what the links between carry."""

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import answer
from fioboard.engine.answers.share_mark import ANSWER, COMPOSED, PLACE, Count, Flag, share_figure, share_word

# GPUs of a machine, and the drives whose ways to each of them are looked at.
MAX_GPUS = 32
MAX_GPU_DRIVES = 256
Nearness = Literal["same switch", "same root port", "same socket", "across sockets"]
UnknownPlace = Literal[
    "virtual machine", "no PCIe address", "several controllers", "NUMA node unknown", "sockets unknown",
    "node spans sockets",
]  # fmt: skip
UnknownRate = Literal["virtual machine", "no PCIe address", "several controllers", "link unknown"]
Way = Literal["direct", "through host memory", "host memory only", "unknown"]
UnknownEnd = Literal["no GPU in the inventory", "several GPUs", "GPU not visible", "host memory only"]

_RATE = "bytes per second, one direction, before the overhead of packets"


@answer
class GpuDrivesOut(TypedDict):
    """Drives that are equally near to a GPU."""

    disks: Annotated[list[str], PLACE, Field(description="Kernel names on that day")]
    nearness: Annotated[
        Nearness | None,
        share_word(),
        Field(description="The nearest thing that both hang on; null when unknown"),
    ]
    nearness_reason: Annotated[UnknownPlace | None, share_word(), Field(description="Why it is unknown")]
    rate_bytes_per_s: Annotated[
        Count | None, Field(description=f"Of the slowest link between one drive and the GPU, {_RATE}")
    ]
    rate_reason: Annotated[UnknownRate | None, share_word(), Field(description="Why it is unknown")]
    limited_by: Annotated[
        str | None,
        PLACE,
        Field(description="PCIe address of the slowest link or of the unknown one; null: the drive's own"),
    ]


@answer
class GpuHopOut(TypedDict):
    """A link that several drives share on their way to a GPU."""

    function: Annotated[str, PLACE, Field(description="PCIe address that names the link")]
    is_gpu_link: Annotated[Flag, Field(description="True for the GPU's own link")]
    drives: Annotated[Count, Field(description="Number of drives whose data pass it")]
    drives_bytes_per_s: Annotated[
        Count | None, Field(description=f"Sum of the drives' own links, {_RATE}; null when one is unknown")
    ]
    rate_bytes_per_s: Annotated[Count | None, Field(description=f"Of the link, {_RATE}")]
    generation: Annotated[Count | None, Field(description="PCIe generation, 1..6, a count")]
    lanes: Annotated[Count | None, Field(description="Width, a count of lanes")]


@answer
class GpuOut(TypedDict):
    """One GPU or accelerator and the drives before it."""

    id: Annotated[str, PLACE, Field(description="PCIe address")]
    title: Annotated[str, COMPOSED]
    driver: Annotated[str | None, COMPOSED]
    numa_node: Annotated[
        Count | None, Field(description="Kernel's number of the node, from 0; null when unknown")
    ]
    generation: Annotated[
        Count | None, Field(description="Of its link: the most that both ends can do; a count")
    ]
    lanes: Annotated[Count | None, Field(description="Of its link as trained, a count of lanes")]
    link_bytes_per_s: Annotated[
        Count | None, Field(description=f"What its link carries under load, {_RATE}; null when unknown")
    ]
    drives: Annotated[list[GpuDrivesOut], ANSWER, Field(description="The nearest first")]
    drives_bytes_per_s: Annotated[
        Count | None, Field(description=f"Sum of all these drives' own links, {_RATE}; null when unknown")
    ]
    together_bytes_per_s: Annotated[
        Count | None,
        Field(description=f"Most that all these drives can send to it at once, {_RATE}; null when unknown"),
    ]
    shared_hops: Annotated[list[GpuHopOut], ANSWER, Field(description="From the GPU towards the drives")]
    is_end: Annotated[
        bool,
        share_figure("job_options"),
        Field(description="True where the run's data went to this GPU as far as its options say"),
    ]


@answer
class DisplayOut(TypedDict):
    """A display controller that is no end of a path: of a BMC, of a hypervisor, or within the processor."""

    id: Annotated[str, PLACE, Field(description="PCIe address")]
    title: Annotated[str, COMPOSED]


@answer
class GpuUseOut(TypedDict):
    """What a run's options say of the GPU that its data went to."""

    way: Annotated[Way, share_word("unknown")]
    option: Annotated[
        str | None, COMPOSED, Field(description='The option that says so, e.g. "cuda_io=cufile"')
    ]
    numbers: Annotated[
        list[Count], Field(description="GPUs by CUDA's numbers, from 0, which are not those of PCIe")
    ]
    end_reason: Annotated[
        UnknownEnd | None, share_word(), Field(description="Why no GPU is marked as the end; null: one is")
    ]


@answer
class GpusOut(TypedDict):
    """GPUs of a machine, with a run's drives or else all of its drives."""

    gpus: Annotated[list[GpuOut], ANSWER]
    left_out: Annotated[Count, Field(description=f"Number of GPUs beyond the first {MAX_GPUS}")]
    displays: Annotated[list[DisplayOut], ANSWER]
    is_nvidia_fs_loaded: Annotated[
        Flag | None,
        Field(description="Whether nvidia-fs (GPUDirect Storage) was loaded; null when it was not read"),
    ]
    use: Annotated[
        GpuUseOut | None, ANSWER, Field(description="null without a run, and where it used no GPU")
    ]
