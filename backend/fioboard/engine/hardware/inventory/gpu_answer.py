"""The answer about a machine's GPUs: each with the drives before it, grouped by how near they are."""

from collections.abc import Iterable, Sequence
from itertools import islice

from fioboard.core.sanitize import Document, clean_text
from fioboard.engine.answers.gpus import (
    MAX_GPU_DRIVES,
    MAX_GPUS,
    GpuDrivesOut,
    GpuHopOut,
    GpuOut,
    GpusOut,
    GpuUseOut,
    UnknownEnd,
)
from fioboard.engine.hardware.inventory.gpu_use import GpuUse, find_end
from fioboard.engine.hardware.inventory.gpus import (
    NEAREST_FIRST,
    Gpu,
    SharedEdge,
    Source,
    Way,
    build_source,
    compute_together,
    find_way,
    list_gpus,
    list_shared,
    sum_own,
)
from fioboard.engine.hardware.inventory.limits import parse_serial_rate
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.pci import Function, Tree
from fioboard.engine.hardware.inventory.tolerant import flag, named, text
from fioboard.engine.words.limits import MAX_PICTURE_CHARACTERS


def describe_gpus(document: Document) -> GpusOut:
    """Describe the GPUs of a machine with all of its drives."""
    return _describe(document, Tree(document), named(document, "disks"), None)


def describe_gpus_of_run(document: Document, path: Path | None, use: GpuUse | None) -> GpusOut:
    """Describe the GPUs with a run's drives, which are none where its path is not known."""
    members = [(member.disk, member.entry) for member in path.members] if path else []
    return _describe(document, path.tree if path else Tree(document), members, use)


def _describe(
    document: Document, tree: Tree, disks: Iterable[tuple[str, Document]], use: GpuUse | None
) -> GpusOut:
    gpus, displays = list_gpus(document, tree)
    sources = [
        build_source(tree, name, entry, parse_serial_rate(text(entry, "negotiated_link")))
        for name, entry in islice(disks, MAX_GPU_DRIVES)
    ]
    end, reason = find_end(gpus, use)
    return {
        "gpus": [_describe_gpu(document, tree, gpu, sources, is_end=gpu is end) for gpu in gpus[:MAX_GPUS]],
        "left_out": max(0, len(gpus) - MAX_GPUS),
        "displays": [
            {"id": _clean(one.address), "title": _choose_title(one, "Display")} for one in displays[:MAX_GPUS]
        ],
        "is_nvidia_fs_loaded": flag(document, "os.is_nvidia_fs_loaded"),
        "use": None if use is None else _describe_use(use, reason),
    }


def _describe_use(use: GpuUse, reason: UnknownEnd | None) -> GpuUseOut:
    return {
        "way": use.way,
        "option": _clean(use.option),
        "numbers": list(use.numbers),
        "end_reason": reason,
    }


def _describe_gpu(
    document: Document, tree: Tree, gpu: Gpu, sources: Sequence[Source], *, is_end: bool
) -> GpuOut:
    ways = [find_way(document, tree, source, gpu) for source in sources]
    function, own = gpu.function, gpu.own
    is_virtual = text(document, "virtualized") is not None
    return {
        "id": _clean(function.address),
        "title": _choose_title(
            function, "GPU" if (function.class_code or "").startswith("0x03") else "Accelerator"
        ),
        "driver": None if function.driver is None else _clean(function.driver),
        "numa_node": function.numa_node,
        "generation": own.generation if own and not is_virtual else None,
        "lanes": own.lanes if own and not is_virtual else None,
        "link_bytes_per_s": _round(own.rate) if own and not is_virtual else None,
        "drives": _group(ways),
        "drives_bytes_per_s": _round(sum_own(ways)),
        "together_bytes_per_s": _round(compute_together(ways)),
        "shared_hops": [_describe_hop(shared, gpu) for shared in list_shared(ways)],
        "is_end": is_end,
    }


def _group(ways: Iterable[Way]) -> list[GpuDrivesOut]:
    groups: dict[tuple[object, ...], GpuDrivesOut] = {}
    for way in ways:
        slowest = way.narrowest
        is_own = slowest is None or slowest is way.own
        one: GpuDrivesOut = {
            "disks": [],
            "nearness": way.nearness,
            "nearness_reason": way.nearness_unknown,
            "rate_bytes_per_s": _round(way.rate),
            "rate_reason": way.unknown,
            "limited_by": None if is_own or slowest is None else _clean(slowest.port.partition(" ")[0]),
        }
        key = tuple(value for name, value in one.items() if name != "disks")
        groups.setdefault(key, one)["disks"].append(_clean(way.source.disk))
    order = {nearness: number for number, nearness in enumerate(NEAREST_FIRST)}
    return sorted(groups.values(), key=lambda one: order.get(one["nearness"] or "across sockets", 9))


def _describe_hop(shared: SharedEdge, gpu: Gpu) -> GpuHopOut:
    edge = shared.edge
    return {
        "function": _clean(edge.port.partition(" ")[0]),
        "is_gpu_link": edge == gpu.own,
        "drives": shared.drives,
        "drives_bytes_per_s": _round(shared.drives_sum),
        "rate_bytes_per_s": _round(edge.rate),
        "generation": edge.generation,
        "lanes": edge.lanes,
    }


def _choose_title(function: Function, otherwise: str) -> str:
    return _clean(function.name or otherwise)


def _clean(name: str) -> str:
    return clean_text(name, MAX_PICTURE_CHARACTERS)


def _round(value: float | None) -> int | None:
    return None if value is None else round(value)
