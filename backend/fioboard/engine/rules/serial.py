"""SATA and SAS drives: a link trained below what the drive can, a write cache that is off."""

from collections.abc import Iterator

from fioboard.engine.hardware.inventory.limits import parse_serial_rate
from fioboard.engine.hardware.inventory.tolerant import flag, text
from fioboard.engine.rules.check import Check
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
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


CHECKS = (
    Check("serial-link-low", judge_serial_link_low, (SLOW_LINK,)),
    Check("write-cache-off", judge_disabled_write_cache, (CACHE_OFF,)),
)
