"""Mounts of a file server: how requests reach it."""

from collections.abc import Iterator

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_bandwidth
from fioboard.engine.hardware.inventory.surroundings import read_ahead_bytes
from fioboard.engine.hardware.inventory.targets import Target, list_mount_options
from fioboard.engine.hardware.inventory.tolerant import objects, text, whole
from fioboard.engine.rules.cpu import compute_cpu_share, count_jobs
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.drives import ONE_CONNECTION, READ_AHEAD, SPLIT


def _list_nfs_targets(facts: RunFacts) -> list[Target]:
    """List the run's targets on NFS."""
    targets = facts.path.targets if facts.path else []
    return [t for t in targets if t.network and (text(t.filesystem, "type") or t.kind).startswith("nfs")]


def _read_size_option(target: Target, option: str) -> int | None:
    """Read a mount option that is a whole number; None when it is not given as one."""
    value = list_mount_options(target).get(option)
    return int(value) if isinstance(value, str) and value.isdecimal() else None


def judge_nfs_io_size(facts: RunFacts) -> Iterator[Judgement]:
    """Compare each direction's block size with the smallest transfer size of the mounts."""
    mounts = _list_nfs_targets(facts)
    if not mounts:
        return
    findings: list[Judgement] = []
    for direction, option in (("read", "rsize"), ("write", "wsize")):
        sizes = [r.bs_bytes for r in facts.results if r.direction == direction]
        if not sizes:
            continue
        carried = [_read_size_option(target, option) for target in mounts]
        known, blocks = [one for one in carried if one], [one for one in sizes if one]
        if len(known) < len(carried) or len(blocks) < len(sizes):
            yield Unknown("mount options" if len(known) < len(carried) else "block size")
            return
        most, block = min(known), max(blocks)
        if block > most:
            count = -(-block // most)
            findings.append(
                Finding(
                    "nfs-io-size",
                    "info",
                    SPLIT(direction=direction, size=spoken_size(block), count=count, most=spoken_size(most)),
                    (
                        Evidence("block size", block, "bytes", "result"),
                        Evidence("request size", most, "bytes"),
                    ),
                    direction=direction,
                )
            )
    yield from findings or [FINE]


def judge_nfs_one_connection(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether one TCP connection held an NFS mount back, where the interface is fast and neither it nor the CPU
    was used up.
    """
    thresholds = RULES["nfs-one-connection"].thresholds
    mounts = _list_nfs_targets(facts)
    if not mounts or facts.path is None:
        return
    speeds = {text(n, "name"): whole(n, "speed_mbps") for n in objects(facts.path.document, "network")}
    own = [speeds.get(text(target.network, "interface")) for target in mounts]
    if None in own or facts.path.read is None:
        yield Unknown("network")
        return
    if min(speed or 0 for speed in own) < thresholds["least Mb/s"]:
        return
    options = [list_mount_options(target) for target in mounts]
    if any(o.get("proto", "tcp") != "tcp" or o.get("nconnect", "1") != "1" for o in options):
        yield FINE
        return
    shares = [compute_cpu_share(result) for result in facts.results]
    if None in shares:
        yield Unknown("cpu")
        return
    candidates = [moved for direction in facts.directions() if (moved := facts.moved(direction))]
    fastest = max(candidates, default=None, key=lambda moved: moved.bw_bytes_per_s)
    busy = any(100 * (share or 0) >= thresholds["CPU below"] for share in shares)
    if fastest is None or busy or fastest.bw_bytes_per_s >= thresholds["below"] * facts.path.read.low:
        yield FINE
        return
    measured = fastest.bw_bytes_per_s
    yield Finding(
        "nfs-one-connection",
        "info",
        ONE_CONNECTION(
            measured=format_bandwidth(measured), share=format_share(measured / facts.path.read.high)
        ),
        (
            Evidence("speed", min(speed or 0 for speed in own), "Mb/s"),
            Evidence("measured", measured, "bytes/s", "result"),
            Evidence("network carries", facts.path.read.high, "bytes/s", "computed"),
        ),
        "possible",
    )


def judge_nfs_readahead(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the mount's read-ahead by its own value; it matters to one buffered sequential reader."""
    mounts = _list_nfs_targets(facts)
    alone = len(facts.results) == 1 and count_jobs(facts.results[0]) == 1
    if not mounts or not alone or facts.results[0].rw != "read" or facts.results[0].direct is not False:
        return
    ahead = [read_ahead_bytes(target) for target in mounts]
    known = [one for one in ahead if one is not None]
    if len(known) < len(ahead):
        yield Unknown("read-ahead")
        return
    if min(known) > RULES["nfs-readahead"].thresholds["most bytes"]:
        yield FINE
        return
    yield Finding(
        "nfs-readahead",
        "info",
        READ_AHEAD(ahead=spoken_size(min(known))),
        (Evidence("read-ahead", min(known), "bytes"),),
        "likely",
    )


DECLARED = (
    Rule(
        "nfs-io-size",
        "NFS request size",
        "cause",
        "Blocks are larger than what one request of the mount carries: rsize for reads, wsize for writes.",
        "nfs(5): rsize, wsize",
        ("block size", "request size"),
        Experiment(
            "Mount with a larger rsize and wsize (the server may set a lower one: read it back), then run the same job",
            "The result should rise.",
            "If it does not change, splitting costs little here.",
            expects="rate_rises",
        ),
        judge=judge_nfs_io_size,
        templates=(SPLIT,),
    ),
    Rule(
        "nfs-one-connection",
        "NFS connections",
        "cause",
        "The interface runs at 25 Gb/s or more, one TCP connection carries the mount, and the figure is under 70 % of "
        "what the network carries.",
        "nfs(5): nconnect; learn.microsoft.com azure-netapp-files performance-linux-mount-options",
        ("speed", "measured", "network carries"),
        Experiment(
            "Mount with nconnect=8 (the first mount of a server decides for all), then run the same job",
            "The result should rise.",
            "If it does not change, the server or its drives are the limit.",
            expects="rate_rises",
        ),
        {"least Mb/s": 25_000, "below": 0.7, "CPU below": 85},
        judge=judge_nfs_one_connection,
        templates=(ONE_CONNECTION,),
    ),
    Rule(
        "nfs-readahead",
        "NFS read-ahead",
        "cause",
        "One job reads in order through the page cache, and the mount reads at most 128 KiB ahead.",
        "learn.microsoft.com azure storage files nfs-performance; /sys/class/bdi/*/read_ahead_kb",
        ("read-ahead",),
        Experiment(
            "Set read_ahead_kb of the mount to 15360, then run the same job",
            "The result should rise.",
            "If it does not change, the server answers no faster.",
            expects="rate_rises",
        ),
        {"most bytes": 131072},
        judge=judge_nfs_readahead,
        templates=(READ_AHEAD,),
    ),
)
