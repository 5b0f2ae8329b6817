"""What the data lies on: turning disks, virtual disks, encryption, how full it is and how much of it was used."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth, format_bytes, format_iops
from fioboard.engine.formats.fio.model.options import find_kb_base, parse_size
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.hardware.inventory.surroundings import get_space
from fioboard.engine.hardware.inventory.tolerant import flag, text, whole
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule, repeat_job
from fioboard.engine.rules.sentences.drives import ENCRYPTED, FULL, LITTLE, NARROW, SEEK_LIMIT, SEEKS, VIRTUAL


def _disks_turn(facts: RunFacts) -> bool:
    members = facts.path.members if facts.path else []
    return bool(members) and not facts.is_virtual and all(flag(m.entry, "rotational") for m in members)


def judge_hdd_seek_bound(facts: RunFacts) -> Iterator[Judgement]:
    """Judge each direction that was all random and small, on turning disks."""
    if not _disks_turn(facts) or not facts.is_fio:
        return
    thresholds = RULES["hdd-seek-bound"].thresholds
    disks = facts.width or 1
    findings: list[Judgement] = []
    is_any = False
    for direction in facts.directions():
        moved = facts.moved(direction)
        if moved is None or moved.iops is None or not moved.is_direct:
            continue
        sizes = [result.bs_bytes or thresholds["largest block"] + 1 for result in moved.results]
        if any("rand" not in (r.rw or "") for r in moved.results) or max(sizes) > thresholds["largest block"]:
            continue
        is_any = True
        each = moved.iops / disks
        if not thresholds["fewest"] <= each <= thresholds["most"]:
            continue
        words = {"direction": direction, "disks": disks, "each": format_iops(each)}
        findings.append(
            Finding(
                "hdd-seek-bound",
                "info",
                SEEKS(total=format_iops(moved.iops), **words),
                (Evidence("I/Os per second", moved.iops, "IOPS", "result"), Evidence("disks", disks)),
                "likely",
                direction=direction,
                headline=SEEK_LIMIT(**words),
            )
        )
    if findings or is_any:
        yield from findings or [FINE]


def judge_virtual_device(facts: RunFacts) -> Iterator[Judgement]:
    """Note that a drive is virtual, so that nobody looks for links."""
    if facts.path is None or not facts.path.members:
        return
    if not facts.is_virtual:
        yield FINE
        return
    drives = [member.disk for member in facts.path.members]
    transports = sorted({text(member.entry, "transport") or "unknown" for member in facts.path.members})
    yield Finding(
        "virtual-device",
        "info",
        VIRTUAL(drives=drives),
        (Evidence("transport", ", ".join(transports)),),
    )


def judge_crypt_layer(facts: RunFacts) -> Iterator[Judgement]:
    """Judge an encrypted layer, only where the figure leaves much of the path unused."""
    layers = [layer for target in facts.path.targets for layer in target.layers] if facts.path else []
    if not any(text(layer.entry, "kind") == "crypt" for layer in layers):
        return
    findings: list[Judgement] = []
    for direction in facts.directions():
        moved, ceiling = facts.moved(direction), facts.ceiling(direction)
        if moved is None or ceiling is None:
            yield Unknown("virtual" if facts.is_virtual else "links")
            return
        if moved.bw_bytes_per_s >= RULES["crypt-layer"].thresholds["below"] * ceiling.low:
            continue
        findings.append(
            Finding(
                "crypt-layer",
                "info",
                ENCRYPTED(
                    measured=format_bandwidth(moved.bw_bytes_per_s),
                    direction=direction,
                    share=format_share(moved.bw_bytes_per_s / ceiling.high),
                ),
                (
                    Evidence("measured", moved.bw_bytes_per_s, "bytes/s", "result"),
                    Evidence("link limit, at most", ceiling.high, "bytes/s", "computed"),
                ),
                "possible",
                direction=direction,
            )
        )
    yield from findings or [FINE]


def judge_filesystem_full(facts: RunFacts) -> Iterator[Judgement]:
    """Judge how full the fullest file system was, for writes."""
    on_files = [target for target in facts.path.targets if target.filesystem] if facts.path else []
    if not on_files or not any(result.direction == "write" for result in facts.results):
        return
    spaces = [one for target in on_files if (one := get_space(target)) is not None]
    if len(spaces) < len(on_files):
        yield Unknown("space")
        return
    fullest = max(spaces, key=lambda one: one.fill)
    if fullest.fill < RULES["filesystem-full"].thresholds["full"]:
        yield FINE
        return
    yield Finding(
        "filesystem-full",
        "info",
        FULL(used=format_share(fullest.fill), free=format_bytes(fullest.free_bytes)),
        (
            Evidence("used", round(100 * fullest.fill, 1), "%", "targets"),
            Evidence("free", fullest.free_bytes, "bytes", "targets"),
        ),
        "likely",
    )


def judge_too_little_data(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether SSDs were written so little that a cache may have taken it. A turning disk has no such cache, and
    nobody knows what a virtual disk has.
    """
    members = facts.path.members if facts.path else []
    writes = [result for result in facts.results if result.direction == "write"]
    if not members or not writes or facts.is_virtual or any(flag(m.entry, "rotational") for m in members):
        return
    sizes = [whole(member.entry, "size_bytes") for member in members]
    amounts = [result.io_bytes for result in writes]
    if None in sizes or None in amounts:
        yield Unknown("capacity")
        return
    thresholds = RULES["too-little-data"].thresholds
    each, size = sum(one or 0 for one in amounts) / len(members), min(one or 0 for one in sizes)
    if each >= thresholds["bytes"] or each >= thresholds["share"] * size:
        yield FINE
        return
    yield Finding(
        "too-little-data",
        "info",
        LITTLE(written=format_bytes(each), size=format_bytes(size)),
        (
            Evidence("written to each drive", round(each), "bytes", "result"),
            Evidence("size of a drive", size, "bytes"),
        ),
        "possible",
    )


def narrow_span(facts: RunFacts) -> Iterator[Judgement]:
    """Of a whole drive; a file is small on purpose."""
    targets = facts.path.targets if facts.path else []
    random = [result for result in facts.results if "rand" in (result.rw or "")]
    if len(targets) != 1 or targets[0].kind != "disk" or not random or facts.path is None:
        return
    size = whole(facts.path.members[0].entry, "size_bytes") if len(facts.path.members) == 1 else None
    spans = [compute_touched_bytes(result, size) for result in random] if size else [None]
    known = [one for one in spans if one is not None]
    if not size or len(known) < len(spans):
        yield Unknown("capacity" if not size else "options")
        return
    widest = max(known)
    if widest >= RULES["narrow-span"].thresholds["share"] * size:
        yield FINE
        return
    yield Finding(
        "narrow-span",
        "info",
        NARROW(touched=format_share(widest / size, 1)),
        (Evidence("touched", round(widest), "bytes", "result"), Evidence("size of the drive", size, "bytes")),
        options=("size=100%",),
    )


def compute_touched_bytes(result: Result, size: int) -> float | None:
    """Return the bytes of the drive that random I/O may fall on; None when the options do not say."""
    if result.job_options.get("offset_increment"):
        return None
    stated = result.job_options.get("filesize") or result.job_options.get("size")
    if stated is None:
        return float(size) if result.has_all_options else None
    if stated.endswith("%") and stated[:-1].isdecimal():
        return size * min(100, int(stated[:-1])) / 100
    parsed = parse_size(stated, find_kb_base(result.job_options))
    return None if parsed is None else float(min(parsed, size))


DECLARED = (
    Rule(
        "hdd-seek-bound",
        "HDD seek limit",
        "limit",
        "Random direct I/O of at most 64 KiB on HDDs, 40 to 400 a second on each.",
        "rotational latency of 4.17 ms at 7,200/min, and the seek",
        ("I/Os per second", "disks"),
        Experiment(
            "Run a sequential job on the same target",
            "If it moves far more bytes, seeking was the limit.",
            "If it does not, check the layers above the disks.",
        ),
        {"largest block": 65536, "fewest": 40, "most": 400},
        "Caches and layers that gather writes go beyond it; virtual disks claim to turn: silent there.",
        judge=judge_hdd_seek_bound,
        templates=(SEEKS,),
    ),
    Rule(
        "virtual-device",
        "virtual disk",
        "note",
        "The target lies on a disk that a hypervisor shows: links and drives behind it are not visible.",
        "transport and virtualization as the kernel names them",
        ("transport",),
        may_name_devices=True,
        judge=judge_virtual_device,
        templates=(VIRTUAL,),
    ),
    Rule(
        "crypt-layer",
        "encryption layer",
        "limit",
        "dm-crypt lies between, and the figure is under 70 % of the path's ceiling.",
        "Linux Documentation/admin-guide/device-mapper/dm-crypt.rst",
        ("measured", "link limit, at most"),
        Experiment(
            "Run cryptsetup benchmark, and the same job below the encryption",
            "The result below the encryption is higher.",
            "If it does not change, encryption is not the limit.",
        ),
        {"below": 0.7},
        judge=judge_crypt_layer,
        templates=(ENCRYPTED,),
    ),
    Rule(
        "filesystem-full",
        "free space on the file system",
        "cause",
        "A file system that was written to was at least 90 % full before.",
        "statvfs(3) just before fio made its files",
        ("used", "free"),
        Experiment(
            "Run the same job with a quarter of the file system free",
            "The result should rise.",
            "If it does not change, the lack of space costs nothing here.",
            expects="rate_rises",
        ),
        {"full": 0.90},
        judge=judge_filesystem_full,
        templates=(FULL,),
    ),
    Rule(
        "too-little-data",
        "too little data written",
        "trust",
        "An SSD was written with less than 5 % of its size and less than 100 GB: a fast cache inside it can hold that.",
        "SNIA Solid State Storage Performance Test Specification: fresh against steady state",
        ("written to each drive", "size of a drive"),
        Experiment(
            "Write the whole range once, then run the same job for ten minutes",
            "The result falls to the drive's sustained rate.",
            "If it does not change, the drive has no such cache, or a larger one.",
        ),
        {"share": 0.05, "bytes": 100e9},
        "Drives of data centres have no such cache: only a datasheet tells, so this is never more than possible.",
        depends_on_speed=True,
        judge=judge_too_little_data,
        templates=(LITTLE,),
    ),
    Rule(
        "narrow-span",
        "small test range",
        "trust",
        "Random I/O on a whole drive touched less than 10 % of it: its mapping tables stay in its cache, where "
        "datasheets use all of it.",
        "SNIA Solid State Storage Performance Test Specification: ActiveRange",
        ("touched", "size of the drive"),
        repeat_job(
            "over the whole drive (size=100%)",
            "The result should fall.",
            "If it does not change, the drive's mapping tables are not the limit.",
            expects="rate_falls",
        ),
        {"share": 0.10},
        hidden_by="job_options",
        depends_on_speed=True,
        judge=narrow_span,
        templates=(NARROW,),
    ),
)
HEADLINES = (SEEK_LIMIT,)
