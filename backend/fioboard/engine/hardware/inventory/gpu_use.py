"""What a run's options say of the GPU that its data went to."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fioboard.core.sanitize import Document
from fioboard.engine.answers.gpus import UnknownEnd, Way
from fioboard.engine.hardware.inventory.gpus import Gpu, list_gpus
from fioboard.engine.hardware.inventory.pci import Tree

MAX_NUMBERS = 64
# NVIDIA GPUDirect Storage, Benchmarking and Configuration Guide: names of gdsio's -x, by what the data pass.
_TRANSFERS: Mapping[str, Way] = {
    "GPUD": "direct",
    "GPUD_ASYNC": "direct",
    "GPU_BATCH": "direct",
    "GPU_BATCH_STREAM": "direct",
    "CPUONLY": "host memory only",
    "CPU_ONLY": "host memory only",
    "CPU_GPU": "through host memory",
    "CPU_ASYNC_GPU": "through host memory",
    "CPU_CACHED_GPU": "through host memory",
}
# fio, HOWTO: cuda_io of the engine libcufile; rocm_io of libhipfile.
_IO: Mapping[str, Way] = {"cufile": "direct", "hipfile": "direct", "posix": "through host memory"}
_ENGINES = {"libcufile": ("cuda_io", "cufile"), "libhipfile": ("rocm_io", "hipfile")}


@dataclass(frozen=True, slots=True)
class GpuUse:
    """How data got to a GPU, the option that says so, and the GPUs by CUDA's numbers."""

    way: Way
    option: str
    numbers: tuple[int, ...] = ()


def read_gpu_use(options: Iterable[Mapping[str, str]]) -> GpuUse | None:
    """Read the options of a run's jobs; None when none of them names a GPU. Jobs that differ make the way unknown."""
    uses = [use for one in options if (use := _read_job(one)) is not None]
    if not uses:
        return None
    numbers = tuple(sorted({number for use in uses for number in use.numbers}))[:MAX_NUMBERS]
    ways = {use.way for use in uses}
    return GpuUse(uses[0].way if len(ways) == 1 else "unknown", uses[0].option, numbers)


def _read_job(options: Mapping[str, str]) -> GpuUse | None:
    numbers = _read_numbers(
        options.get("gpu_dev_ids") or options.get("gpu_dev_id") or options.get("gpu") or ""
    )
    transfer = options.get("xfer_type")
    if transfer is not None:
        return GpuUse(_TRANSFERS.get(transfer, "unknown"), f"xfer_type={transfer}", numbers)
    engine = options.get("ioengine", "")
    if engine in _ENGINES:
        name, default = _ENGINES[engine]
        chosen = options.get(name) or default
        return GpuUse(_IO.get(chosen, "unknown"), f"{name}={chosen}", numbers)
    memory = options.get("iomem") or options.get("mem") or ""
    if memory == "cudamalloc":
        return GpuUse("unknown", "iomem=cudamalloc", numbers)
    return None


def _read_numbers(listed: str) -> tuple[int, ...]:
    """Read `0` or fio's `0:1`; nothing of what is no such list."""
    return tuple(map(int, listed.split(":"))) if re.fullmatch(r"\d{1,3}(:\d{1,3}){0,63}", listed) else ()


def find_end(gpus: Sequence[Gpu], use: GpuUse | None) -> tuple[Gpu | None, UnknownEnd | None]:
    """Find the GPU that a run's data went to. CUDA numbers GPUs in an order of its own, so a number names one only
    where there is one.
    """
    if use is None:
        return None, None
    if use.way == "host memory only":
        return None, "host memory only"
    if not gpus:
        return None, "no GPU in the inventory"
    if len(gpus) > 1:
        return None, "several GPUs"
    if any(number > 0 for number in use.numbers):
        return None, "GPU not visible"
    return gpus[0], None


def list_turns(document: Document, tree: Tree, use: GpuUse | None) -> frozenset[str]:
    """List the ports above any GPU, where data may turn on their direct way to one and pass no link further up."""
    if use is None or use.way not in {"direct", "unknown"}:
        return frozenset()
    gpus, _ = list_gpus(document, tree)
    return frozenset(port.address for gpu in gpus for port in gpu.chain[:-1])
