"""What was read once before and once after a run, side by side: health of the drives, links and errors on their way,
interrupts, limits and memory of the host.

Where there is no sampler (FreeBSD, macOS), this is all that is known of a run's time. Judges nothing.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from fioboard.core.sanitize import Document
from fioboard.engine.answers.moments import ReadingOut
from fioboard.engine.hardware.inventory import sentences, surroundings
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.hardware.inventory.tolerant import mapping, named, number, text

# Field of the schema's `moment.disks` to its title and unit, in the order in which people ask for them. Temperature is
# said of every drive, also as unknown; the others where either side told them.
TEMPERATURE = "temperature_c"
HEALTH: Mapping[str, tuple[str, str | None]] = {
    TEMPERATURE: ("Temperature", "°C"),
    "percentage_used": ("Endurance used", "%"),
    "available_spare_pct": ("Spare blocks left", "%"),
    "media_errors": ("Media errors", None),
    "critical_warning": ("Critical warning bits", None),
    "data_written_bytes": ("Written by hosts, ever", "bytes"),
    "data_read_bytes": ("Read by hosts, ever", "bytes"),
    "warning_temp_minutes": ("Above the warning temperature", "min"),
    "critical_temp_minutes": ("Above the critical temperature", "min"),
    "t1_transitions": ("Light throttling, times", None),
    "t2_transitions": ("Heavy throttling, times", None),
    "t1_seconds": ("Light throttling", "s"),
    "t2_seconds": ("Heavy throttling", "s"),
    "power_on_hours": ("Powered on", "h"),
}
LINK = {"current_gts": ("Link speed", "GT/s"), "current_lanes": ("Link width", "lanes")}
ERRORS = {
    "correctable": "Correctable PCIe errors",
    "nonfatal": "Non-fatal PCIe errors",
    "fatal": "Fatal PCIe errors",
}
NO_AFTER = "the agent ended before it could ask again"


@dataclass(frozen=True, slots=True)
class Reading:
    """One figure of one thing. A side is None where it was not told; `reason` says why."""

    subject: str
    title: str
    unit: str | None
    before: float | None
    after: float | None
    source: str | None
    reason: str | None

    def serialize(self) -> ReadingOut:
        """Return the reading as answers have it."""
        return ReadingOut(
            subject=self.subject,
            title=self.title,
            unit=self.unit,
            before=self.before,
            after=self.after,
            source=self.source,
            reason=self.reason,
        )


def list_readings(samples: Samples) -> list[Reading]:
    """List drives, then links, errors, interrupts, then the host. Empty when neither moment was recorded."""
    if not samples.before and not samples.after:
        return []
    sides = (samples.before, samples.after)
    return [
        *_read_disks(sides, samples.notes),
        *_read_links(sides),
        *_read_errors(sides),
        *_read_interrupts(samples),
        *_read_host(samples),
    ]


def _read_disks(sides: tuple[Document, Document], notes: list[str]) -> Iterator[Reading]:
    without = [note.removeprefix("disk:").partition(": ") for note in notes if note.startswith("disk:")]
    reasons = {name: reason for name, _, reason in without if reason}
    for name in dict.fromkeys((*_list_names(sides, "disks"), *reasons)):
        entries = [mapping(side, "disks").get(name) for side in sides]
        source = next((stated for entry in entries if (stated := text(entry, "source"))), None)
        for field, (title, unit) in HEALTH.items():
            before, after = (number(entry, field) for entry in entries)
            if field == TEMPERATURE or before is not None or after is not None:
                reason = _explain_missing(before, after, sides, reasons.get(name))
                yield Reading(f"disk:{name}", title, unit, before, after, source, reason)


def _read_links(sides: tuple[Document, Document]) -> Iterator[Reading]:
    for function in _list_names(sides, "links"):
        for field, (title, unit) in LINK.items():
            before, after = (number(mapping(side, "links").get(function), field) for side in sides)
            if before is not None or after is not None:
                reason = _explain_missing(before, after, sides, None)
                yield Reading(f"function:{function}", title, unit, before, after, None, reason)


def _read_errors(sides: tuple[Document, Document]) -> Iterator[Reading]:
    for function in _list_names(sides, "aer"):
        for kind, title in ERRORS.items():
            before, after = (sum_errors(mapping(side, "aer").get(function), kind) for side in sides)
            if before is not None or after is not None:
                reason = _explain_missing(before, after, sides, None)
                yield Reading(f"function:{function}", title, None, before, after, None, reason)


def _read_interrupts(samples: Samples) -> Iterator[Reading]:
    for function, nodes in surroundings.count_interrupts(samples).items():
        for node, counted in nodes.items():
            yield _build_counter(
                samples, f"function:{function}", sentences.INTERRUPTS(node=node), None, counted
            )


def _read_host(samples: Samples) -> Iterator[Reading]:
    """Read the whole host or fio's control group; a side that no agent reported is left out with its row."""
    dirty = surroundings.get_dirty_bytes(samples)
    if dirty != surroundings.Rise(None, None):
        yield _build_counter(samples, "host", "Memory not written yet", "bytes", dirty)
    for limit in surroundings.list_cpu_limits(samples) or ():
        subject = f"cgroup:level {limit.level}"
        yield _build_counter(
            samples,
            subject,
            sentences.STOPPED_BY_LIMIT(cpus=f"{limit.cpus:g}"),
            None,
            limit.throttled_periods,
        )
        yield _build_counter(samples, subject, "Time it was stopped", "µs", limit.throttled_us)


def _build_counter(
    samples: Samples, subject: str, title: str, unit: str | None, counted: surroundings.Rise
) -> Reading:
    reason = _explain_missing(
        counted.before, counted.after, (samples.before, samples.after), "the kernel did not tell it"
    )
    return Reading(subject, title, unit, counted.before, counted.after, None, reason)


def sum_errors(entry: object, kind: str) -> float | None:
    """Sum all counters of one kind; the kernel's own TOTAL counts them a second time. None where nothing was
    counted.
    """
    counters = mapping(entry, kind)
    counted = [number(counters, name) for name in counters if not name.startswith("TOTAL")]
    known = [value for value in counted if value is not None]
    return sum(known) if known else None


def _list_names(sides: tuple[Document, Document], part: str) -> list[str]:
    return list(dict.fromkeys(name for side in sides for name, _ in named(side, part)))


def _explain_missing(
    before: float | None, after: float | None, sides: tuple[Document, Document], stated: str | None
) -> str | None:
    if before is not None and after is not None:
        return None
    if before is not None and not sides[1]:
        return NO_AFTER
    return stated or "not reported"
