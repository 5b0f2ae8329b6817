"""Rules about what happened while a run was under way: NUMA placement, errors, heat, rebuilding arrays."""

from collections.abc import Iterable, Iterator

from fioboard.inventory.findings import sentences
from fioboard.inventory.findings.finding import Evidence, Finding
from fioboard.inventory.numa import cpus_by_node, sockets_of_node
from fioboard.inventory.path import Path
from fioboard.inventory.tolerant import flag, named, text, whole

# Counters of the NVMe SMART log that only rise when the drive slows down because of heat.
THERMAL = {
    "warning_temp_minutes": "minutes above the warning temperature",
    "critical_temp_minutes": "minutes above the critical temperature",
    "t1_transitions": "transitions to light throttling",
    "t2_transitions": "transitions to heavy throttling",
    "t1_seconds": "seconds of light throttling",
    "t2_seconds": "seconds of heavy throttling",
}
SIGNAL = frozenset({"BadTLP", "BadDLLP", "Timeout", "Rollover", "RxErr"})


def of_run(path: Path) -> Iterator[Finding]:
    """Everything that the samples and the placement of fio say."""
    yield from _numa(path)
    yield from _errors(path)
    yield from _throttled(path)
    yield from _hot(path)
    yield from _resync(path)
    yield from _events(path)


def _numa(path: Path) -> Iterator[Finding]:
    nodes = sorted({node for member in path.members if (node := member.numa_node) is not None})
    if not nodes or len(cpus_by_node(path.document)) < 2:
        return
    spoken = ", ".join(map(str, nodes))
    if path.fio_nodes is None:
        if path.is_launcher_binding:
            return
        yield Finding(
            "not-pinned",
            "info",
            sentences.NOT_PINNED(drives=spoken, count=len(cpus_by_node(path.document))),
            (Evidence("drives' nodes", spoken),),
        )
    elif path.is_local is False and _crosses_sockets(path, path.fio_nodes, nodes):
        ran = ", ".join(map(str, sorted(path.fio_nodes)))
        yield Finding(
            "remote-numa-node",
            "warning",
            sentences.REMOTE_NODE(fio=ran, drives=spoken),
            (Evidence("fio's nodes", ran, None, "targets"), Evidence("drives' nodes", spoken)),
        )


def _crosses_sockets(path: Path, fio_nodes: Iterable[int], drive_nodes: Iterable[int]) -> bool:
    """Whether fio ran on another socket than the drives'. True where sockets are unknown: then nodes are all there is.

    Nodes of one socket share its memory controllers' fabric: case 004 was fastest on all four of the drives' socket.
    """
    sockets = sockets_of_node(path.document)
    of_drives = {sockets.get(node) for node in drive_nodes}
    of_fio = {sockets.get(node) for node in fio_nodes}
    return None in of_drives | of_fio or not of_fio <= of_drives


def _rise(path: Path, *keys: str) -> int | None:
    """How much a counter rose from before to after; None unless both are known."""
    ends = []
    for side in (path.samples.before, path.samples.after):
        value: object = side
        for key in keys:
            value = value.get(key) if isinstance(value, dict) else None
        if not isinstance(value, int) or isinstance(value, bool):
            return None
        ends.append(value)
    return ends[1] - ends[0]


def _errors(path: Path) -> Iterator[Finding]:
    """Errors are often counted at the link partner, so every function on the way is read."""
    on_path = {hop.device.address for hop in path.hops} | {hop.function for hop in path.hops}
    for function, kinds in named(path.samples.after, "aer"):
        if function not in on_path:
            continue
        rises = {
            name: rise
            for kind, counters in kinds.items()
            for name in (counters if isinstance(counters, dict) else ())
            if not name.startswith("TOTAL") and (rise := _rise(path, "aer", function, kind, name))
            if rise > 0
        }
        if rises:
            sentence = sentences.BAD_SIGNAL if SIGNAL & rises.keys() else sentences.PCIE_ERRORS
            yield Finding(
                "pcie-errors",
                "warning",
                sentence(function=function, count=sum(rises.values())),
                tuple(Evidence(name, rise, None, "samples") for name, rise in sorted(rises.items())),
            )


def _throttled(path: Path) -> Iterator[Finding]:
    for member in path.members:
        rises = {
            words: rise
            for key, words in THERMAL.items()
            if (rise := _rise(path, "disks", member.disk, key)) and rise > 0
        }
        if rises:
            yield Finding(
                "thermal-throttling",
                "warning",
                sentences.THROTTLED(drive=member.disk),
                tuple(Evidence(words, rise, None, "samples") for words, rise in rises.items()),
            )


def _hot(path: Path) -> Iterator[Finding]:
    for member in path.members:
        limit = whole(member.entry, "temperature_warning_c")
        seen = [
            value
            for series in path.samples.series
            if series.subject == f"disk:{member.disk}" and series.metric == "temperature_c"
            for value in series.known
        ]
        if limit is not None and seen and max(seen) >= limit:
            yield Finding(
                "hot-drive",
                "warning",
                sentences.HOT_DRIVE(drive=member.disk, highest=f"{max(seen):g}", limit=limit),
                (Evidence("highest", max(seen), "°C", "samples"), Evidence("warning from", limit, "°C")),
            )


def _resync(path: Path) -> Iterator[Finding]:
    sides = (path.samples.before, path.samples.after)
    if any(flag(side, "mdstat_resync") for side in sides):
        yield Finding(
            "array-resync",
            "warning",
            sentences.RESYNC(),
            tuple(
                Evidence(when, flag(side, "mdstat_resync"), None, "samples")
                for when, side in zip(("before", "after"), sides, strict=True)
            ),
        )


def _events(path: Path) -> Iterator[Finding]:
    for event in path.samples.events:
        kind, detail = text(event, "kind"), text(event, "detail")
        if kind in {"temperature_abort", "device_gone", "md_degraded"}:
            yield Finding(
                kind.replace("_", "-"),
                "warning",
                sentences.EVENT_IN_WORDS(event=kind.replace("_", " "), detail=detail[:200])
                if detail
                else sentences.EVENT(event=kind.replace("_", " ")),
                (Evidence("at", whole(event, "t_ms"), "ms", "samples"),),
            )
