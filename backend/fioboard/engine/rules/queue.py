"""How full the queues were: of fio's I/Os, and of the commands that a drive takes at a time."""

from collections.abc import Iterator

from fioboard.core.quantity import format_figures
from fioboard.engine.hardware.inventory.path import Member
from fioboard.engine.hardware.inventory.tolerant import text, whole
from fioboard.engine.rules.depth import SYNCHRONOUS, compute_in_flight, compute_queued_at_drives, is_synced
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_quantity
from fioboard.engine.rules.load import Stage, list_stages
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.jobs import (
    AT_LEAST,
    FORMER_AT_LEAST,
    FORMER_IN_FLIGHT,
    IN_FLIGHT,
    QUEUE_FULL,
    SYNCING,
)
from fioboard.engine.rules.series import compute_mean, select_run_values

# Native command queuing has so many tags (ATA; SCSI devices on SATA links alike).
NCQ_TAGS = 32


def judge_in_flight(facts: RunFacts) -> Iterator[Judgement]:
    """Compare I/Os in flight with how many there may be, by Little's law on fio's own figures; of several groups, the
    one that may have most.
    """
    if not facts.is_fio or not facts.results:
        return
    if facts.lacks_results:
        yield Unknown("all results")
        return
    known = list_stages(facts)
    stage = max(known, key=lambda one: one.depth, default=None)
    if stage is None:
        yield Unknown("engine")
        return
    total, completing = compute_in_flight(stage.results), _compute_completing(stage)
    reached = completing if total is None else total
    if reached is None:
        yield Unknown("latency")
        return
    syncing = _compute_syncing(stage)
    if syncing is None:
        yield Unknown("latency")
        return
    reached += syncing
    # More than there can be is a contradiction in the figures, and no mean.
    if reached > RULES["in-flight"].thresholds["most"] * stage.depth:
        return
    queued = compute_queued_at_drives(facts) if len(known) == 1 else None
    words = {"reached": format_figures(reached), "possible": format_quantity(stage.depth)}
    is_whole = total is not None or _is_synchronous(stage)
    yield Finding(
        "in-flight",
        "info",
        SYNCING(**words, syncs=format_figures(syncing))
        if syncing
        else (IN_FLIGHT if is_whole or words["reached"] == words["possible"] else AT_LEAST)(**words),
        (
            Evidence("in flight", round(reached, 3), None, "computed"),
            Evidence("possible", stage.depth, None, "result"),
            Evidence("at the drives", None if queued is None else round(queued, 2), None, "counters"),
        ),
    )


def _compute_syncing(stage: Stage) -> float | None:
    """Return the mean syncs that jobs waited for, beside their I/Os; 0 without syncs, None where their time is unknown:
    the I/Os alone would then look like an empty queue.
    """
    total = 0.0
    for result in stage.results:
        sync = result.sync_lat
        if result.direction != "write" or (sync is None and not is_synced(result)):
            continue
        if sync is None or not sync.n or sync.mean_ns is None or not result.runtime_ms:
            return None
        total += sync.n * sync.mean_ns / (result.runtime_ms * 1e6)
    return total


def _is_synchronous(stage: Stage) -> bool:
    """Whether submission and completion are one call, so that nothing comes before completion."""
    return all(result.ioengine in SYNCHRONOUS for result in stage.results)


def _compute_completing(stage: Stage) -> float | None:
    """Return the mean I/Os in flight by the time from submission on, where the whole latency is not known."""
    parts = [
        result.iops * result.clat.mean_ns / 1e9
        for result in stage.results
        if result.iops is not None and result.clat is not None and result.clat.mean_ns is not None
    ]
    return sum(parts) if parts and len(parts) == len(stage.results) else None


def judge_device_queue_full(facts: RunFacts) -> Iterator[Judgement]:
    """Judge the fullest drive of the run, by the agent's samples. A virtual disk does not show what lies behind it."""
    if facts.path is None or not facts.path.members or facts.is_virtual:
        return
    share, drive, held, slots = max(
        ((held / slots, member.disk, held, slots) for member, held, slots in _list_queues(facts)),
        default=(0.0, "", 0.0, 0),
    )
    if not slots:
        yield Unknown("samples" if facts.samples is None else "queues")
        return
    if share < RULES["device-queue-full"].thresholds["full"]:
        yield FINE
        return
    yield Finding(
        "device-queue-full",
        "info",
        QUEUE_FULL(drive=drive, held=format_figures(held), slots=format_quantity(slots)),
        (
            Evidence("commands held", round(held, 2), None, "samples"),
            Evidence("commands at a time", slots, None, "inventory"),
        ),
        "likely",
        share=share,
    )


def _list_queues(facts: RunFacts) -> Iterator[tuple[Member, float, int]]:
    """List each drive with its mean queue and its slots, where both are known."""
    depths = {
        one.subject: compute_mean(select_run_values(facts, one))
        for one in (facts.samples.series if facts.samples else ())
        if one.metric == "queue_depth"
    }
    for member in facts.path.members if facts.path else ():
        held, slots = depths.get(f"disk:{member.disk}"), _count_slots(member)
        if held is not None and slots:
            yield member, held, slots


def _count_slots(member: Member) -> int | None:
    """Count the commands that a drive takes at a time; None when unknown."""
    if text(member.entry, "transport") == "sata":
        return NCQ_TAGS
    queues, entries = whole(member.entry, "io_queues"), whole(member.entry, "queue_entries")
    return queues * entries if queues and entries else None


DECLARED = (
    Rule(
        "in-flight",
        "I/Os in flight",
        "note",
        "Always where latency and depth are known: IOPS times mean latency, of iodepth times jobs.",
        "Little's law on fio's own latencies",
        ("in flight", "possible", "at the drives"),
        thresholds={"most": 1.1},
        wrong_when="What fio holds in flight may wait above the drive: see how many were at the drives.",
        hidden_by="job_options",
        judge=judge_in_flight,
        templates=(IN_FLIGHT, AT_LEAST, SYNCING, FORMER_IN_FLIGHT, FORMER_AT_LEAST),
    ),
    Rule(
        "device-queue-full",
        "full drive queues",
        "limit",
        "A drive held on average at least 90 % of the commands that it takes at a time: 32 on SATA, queues times "
        "entries on NVMe.",
        "ATA native command queuing; NVM Express Base Specification: CAP.MQES",
        ("commands held", "commands at a time"),
        Experiment(
            "Run the same job at half the depth",
            "The rate does not change and the latency halves: more depth gains nothing.",
            "If the rate falls, the depth is needed.",
        ),
        {"full": 0.9},
        judge=judge_device_queue_full,
        templates=(QUEUE_FULL,),
    ),
)
