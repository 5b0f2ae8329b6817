"""SATA and SAS drives: a link trained below what the drive can, a write cache that is off."""

from collections.abc import Iterator

from fioboard.engine.hardware.inventory.limits import parse_serial_rate
from fioboard.engine.hardware.inventory.tolerant import flag, text
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import Experiment, Rule
from fioboard.engine.rules.sentences.machine import CACHE_OFF, SLOW_LINK

WRITE_THROUGH = "write through"
"""As the kernel calls a cache that is off."""


def judge_serial_link_low(facts: RunFacts) -> Iterator[Judgement]:
    """Judge a SATA link by the drive's own two figures; nobody reports what its port can do, so the port is named
    among the suspects.
    """
    drives = [m for m in facts.path.members if text(m.entry, "transport") == "sata"] if facts.path else []
    is_unknown = is_low = False
    for member in drives:
        trained = parse_serial_rate(text(member.entry, "negotiated_link"))
        capable = parse_serial_rate(text(member.entry, "capable_link"))
        if trained is None or capable is None:
            is_unknown = True
        elif trained < capable:
            is_low = True
            yield Finding(
                "serial-link-low",
                "warning",
                SLOW_LINK(drive=member.disk, trained=f"{trained / 1e8:.1f}", capable=f"{capable / 1e8:.1f}"),
                (
                    Evidence("link carries", round(trained), "bytes/s"),
                    Evidence("drive could", round(capable), "bytes/s"),
                ),
            )
    if drives and not is_low:
        yield Unknown("drive link") if is_unknown else FINE


def judge_disabled_write_cache(facts: RunFacts) -> Iterator[Judgement]:
    """Judge a write cache that is off, of spindles only: an SSD that keeps its cache through a power cut says "write
    through" by design.
    """
    if not any(result.direction == "write" for result in facts.results) or facts.path is None:
        return
    spindles = [
        member
        for member in facts.path.members
        if text(member.entry, "transport") in {"sata", "sas"} and flag(member.entry, "rotational")
    ]
    caches = {member.disk: text(member.entry, "write_cache") for member in spindles}
    off = [disk for disk, cache in caches.items() if cache == WRITE_THROUGH]
    for disk in off:
        yield Finding(
            "write-cache-off",
            "info",
            CACHE_OFF(drive=disk),
            (Evidence("write cache", WRITE_THROUGH),),
            "likely",
        )
    if caches and not off:
        yield Unknown("write cache") if None in caches.values() else FINE


DECLARED = (
    Rule(
        "serial-link-low",
        "SATA link speed",
        "cause",
        "A SATA drive negotiated a slower link than it can.",
        "Serial ATA: the drive's capabilities (smartctl interface_speed.max) against the link's speed",
        ("link carries", "drive could"),
        Experiment(
            "Run the same job with the drive on another cable, bay or port",
            "The link trains at full speed.",
            "If it does not change, check the kernel log for a limited link speed.",
        ),
        wrong_when="libata.force on the kernel's command line holds it there on purpose.",
        judge=judge_serial_link_low,
        templates=(SLOW_LINK,),
    ),
    Rule(
        "write-cache-off",
        "HDD write cache",
        "cause",
        "A spinning SATA or SAS drive was written to with its write cache off.",
        "Linux ABI sysfs-block: queue/write_cache",
        ("write cache",),
        Experiment(
            "Run the same job with the drive's write cache on (hdparm -W1; what it holds is lost without power)",
            "Write IOPS rise.",
            "If they do not change, a layer above the drive requests each flush.",
            expects="rate_rises",
        ),
        wrong_when="The kernel's view was set by hand: the file does not change the drive.",
        judge=judge_disabled_write_cache,
        templates=(CACHE_OFF,),
    ),
)
