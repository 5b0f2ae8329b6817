"""What state the drives were in before, and whether blocks were met again."""

import math
from collections.abc import Iterator

from fioboard.core.figures import format_bytes
from fioboard.core.quantity import format_figures
from fioboard.engine.formats.fio.model.options import ENGINES_WITHOUT_DATA, find_kb_base, parse_size
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, whole
from fioboard.engine.rules.cpu import count_jobs
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.media import compute_touched_bytes
from fioboard.engine.rules.rule import RULES, Experiment, Rule, repeat_job
from fioboard.engine.rules.sentences.drives import FRESH, REPEATED, UNWRITTEN


def _get_written_bytes(facts: RunFacts, member: Member) -> int | None:
    """Return the bytes that hosts had ever written to the drive before the run."""
    before = mapping(facts.samples.before, "disks") if facts.samples else {}
    return whole(before.get(member.disk), "data_written_bytes")


def _is_flash(facts: RunFacts) -> bool:
    members = facts.path.members if facts.path else []
    return bool(members) and not facts.is_virtual and not any(flag(m.entry, "rotational") for m in members)


def judge_fresh_drive(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the drive that was written least, for writes."""
    if facts.path is None or not _is_flash(facts) or not any(r.direction == "write" for r in facts.results):
        return
    known = []
    for member in facts.path.members:
        written, size = _get_written_bytes(facts, member), whole(member.entry, "size_bytes")
        if written is None or not size:
            yield Unknown("health" if size else "capacity")
            return
        known.append((written / size, member.disk, written, size))
    times, disk, written, size = min(known)
    if times >= RULES["fresh-drive"].thresholds["times"]:
        yield FINE
        return
    yield Finding(
        "fresh-drive",
        "info",
        FRESH(drive=disk, times=f"{times:.2g}"),
        (
            Evidence("written before", written, "bytes", "moment"),
            Evidence("size of the drive", size, "bytes"),
        ),
        "likely",
    )


def judge_unwritten_read(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether a whole drive that was only read had been written before: a file was written when it was made."""
    if (
        facts.path is None
        or not _is_flash(facts)
        or len(facts.path.targets) != 1
        or len(facts.path.members) != 1
    ):
        return
    if (
        facts.path.targets[0].kind != "disk"
        or any(r.direction != "read" for r in facts.results)
        or not facts.results
    ):
        return
    [member] = facts.path.members
    written, size = _get_written_bytes(facts, member), whole(member.entry, "size_bytes")
    spans = [compute_touched_bytes(result, size) for result in facts.results] if size else []
    moved = [result.io_bytes for result in facts.results]
    if written is None or not size or None in spans or None in moved:
        yield Unknown("health" if written is None else "capacity" if not size else "options")
        return
    over = min(max(span or 0 for span in spans), sum(one or 0 for one in moved))
    if written >= over:
        yield FINE
        return
    yield Finding(
        "unwritten-read",
        "warning",
        UNWRITTEN(drive=member.disk, written=format_bytes(written), over=format_bytes(over)),
        (
            Evidence("written before", written, "bytes", "moment"),
            Evidence("read over", round(over), "bytes", "result"),
        ),
        "likely",
    )


def _is_on_local_drives(facts: RunFacts) -> bool:
    """Whether no other machine's memory lies below the target, as far as is known."""
    return not facts.is_virtual and not (facts.path and any(target.network for target in facts.path.targets))


def judge_random_repeats(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the result that went over its range most often; a range in percent needs the target's size and is not
    judged. Direct I/O on a range that no cache below it can hold meets no cached block, however often it goes over
    the range.

    Direct I/O on a range that no cache below it can hold meets no cached block, however often it goes over the range.
    """
    if not facts.is_fio:
        return
    thresholds = RULES["random-repeats"].thresholds
    cache_bytes = thresholds["cache bytes"] * (facts.width or 1) if _is_on_local_drives(facts) else math.inf
    passes = []
    random = [
        result
        for result in facts.results
        if "rand" in (result.rw or "") and result.ioengine not in ENGINES_WITHOUT_DATA
    ]
    for result in random:
        stated = result.job_options.get("filesize") or result.job_options.get("size")
        region = parse_size(stated, find_kb_base(result.job_options)) if stated else None
        if region and result.direct and region >= cache_bytes:
            passes.append((0.0, result.io_bytes or 0, region))
        elif region and result.io_bytes is not None:
            passes.append((result.io_bytes / (region * count_jobs(result)), result.io_bytes, region))
    if not random:
        return
    if len(passes) < len(random):
        yield Unknown("options")
        return
    most, moved, region = max(passes)
    if most < thresholds["passes"]:
        yield FINE
        return
    yield Finding(
        "random-repeats",
        "info",
        REPEATED(passes=f"{most:,.0f}" if most >= 100 else format_figures(most)),
        (Evidence("moved", moved, "bytes", "result"), Evidence("range", region, "bytes", "result")),
        "possible",
    )


DECLARED = (
    Rule(
        "fresh-drive",
        "fresh drive",
        "trust",
        "Writes to an SSD that had been written less than twice over in its life.",
        "SNIA Solid State Storage Performance Test Specification: twice the capacity before measuring",
        ("written before", "size of the drive"),
        Experiment(
            "Write the whole drive twice, then run the same job",
            "The result falls to the drive's sustained rate.",
            "If it does not change, the drive was not faster when fresh.",
            is_destructive=True,
        ),
        {"times": 2},
        "A drive that was sanitized keeps its counters: that cannot be seen.",
        may_name_devices=True,
        judge=judge_fresh_drive,
        templates=(FRESH,),
    ),
    Rule(
        "unwritten-read",
        "reads of unwritten blocks",
        "trust",
        "Reads of a whole drive went over more bytes than were ever written to it.",
        "NVM Express NVM Command Set Specification: deallocated blocks are answered without the medium",
        ("written before", "read over"),
        Experiment(
            "Write the range once, then run the same job",
            "The result falls to that of written blocks.",
            "If it does not change, unwritten blocks cost the same here.",
            is_destructive=True,
        ),
        hidden_by="job_options",
        may_name_devices=True,
        depends_on_speed=True,
        judge=judge_unwritten_read,
        templates=(UNWRITTEN,),
    ),
    Rule(
        "random-repeats",
        "re-reads of the same blocks",
        "trust",
        "Random I/O went over its range at least twice: later passes can come from caches. Direct I/O on drives of "
        "this machine counts only below 8 GiB for each drive: no drive or controller has a larger cache.",
        "fio HOWTO: norandommap, size, time_based",
        ("moved", "range"),
        repeat_job(
            "over a range that it does not finish",
            "If the result does not change, no cache helped.",
            "If it falls, later passes came from a cache.",
        ),
        {"passes": 2, "cache bytes": 8 * 2**30},
        hidden_by="job_options",
        depends_on_speed=True,
        judge=judge_random_repeats,
        templates=(REPEATED,),
    ),
)
