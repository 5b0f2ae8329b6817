"""Rules about how a machine is fitted and set: memory, LBA formats, queues, arrays, firmware."""

from collections.abc import Iterable, Iterator

from fioboard.core.block_size import spoken_size
from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import firmware
from fioboard.engine.hardware.inventory.firmware import Setting
from fioboard.engine.hardware.inventory.memory_channels import count_channels
from fioboard.engine.hardware.inventory.tolerant import flag, mapping, named, objects, text, whole
from fioboard.engine.rules.finding import Evidence, Finding
from fioboard.engine.rules.rule import Rule
from fioboard.engine.rules.sentences.jobs import (
    CHANNELS,
    CONFLICT,
    DEGRADED,
    FEW_QUEUES,
    LBA_FORMAT,
    MEMORY,
    PENDING,
)


def judge_machine_settings(document: Document) -> Iterator[Finding]:
    """Judge everything about a machine's settings that can be said without a run."""
    yield from _judge_memory(document)
    yield from _judge_channels(document)
    for name, disk in named(document, "disks"):
        yield from _judge_lba_format(name, disk)
        yield from _judge_queues(name, disk, whole(document, "cpu.threads"))
    yield from _judge_arrays(document)
    yield from judge_firmware_settings(
        firmware.list_settings(document), mapping(document, "firmware_settings")
    )


def _judge_memory(document: Document) -> Iterator[Finding]:
    """Judge memory that is clocked below its rating."""
    slow = [
        (text(d, "locator") or "DIMM", rated, configured)
        for d in objects(document, "memory.dimms")
        if (rated := whole(d, "speed_mts")) and (configured := whole(d, "configured_speed_mts"))
        if rated != configured
    ]
    if slow:
        _, rated, configured = slow[0]
        yield Finding(
            "memory-below-speed",
            "info",
            MEMORY(count=len(slow), configured=configured, rated=rated),
            tuple(Evidence(name, have, "MT/s") for name, _, have in slow),
        )


def _judge_channels(document: Document) -> Iterator[Finding]:
    """Judge memory channels that are left empty."""
    seen = count_channels(document)
    if seen is not None and seen.populated < seen.there:
        yield Finding(
            "memory-channels",
            "info",
            CHANNELS(populated=seen.populated, there=seen.there),
            (
                Evidence("channels with a module", seen.populated),
                Evidence("channels of the CPUs", seen.there, None, "computed"),
            ),
            "likely",
        )


def _judge_lba_format(name: str, disk: Document) -> Iterator[Finding]:
    """Judge a namespace's LBA format by its relative performance: 0 is best, 3 degraded (NVMe, Identify Namespace)."""
    formats = {whole(f, "index"): f for f in objects(disk, "lba_formats")}
    used = formats.get(whole(disk, "lba_format_in_use"))
    rank = whole(used, "relative_performance")
    # A format with metadata changes what the host must send: no plain alternative.
    rivals = [
        (better, f)
        for f in formats.values()
        if (better := whole(f, "relative_performance")) is not None and not whole(f, "metadata_bytes")
    ]
    best = min(rivals, key=lambda r: r[0], default=None)
    if used is None or rank is None or best is None or best[0] >= rank:
        return
    in_use, faster = whole(used, "data_bytes"), whole(best[1], "data_bytes")
    if in_use is None or faster is None:
        return
    yield Finding(
        "better-lba-format",
        "info",
        LBA_FORMAT(
            drive=name,
            used=spoken_size(in_use),
            better=spoken_size(faster),
        ),
        (
            Evidence("in use", in_use, "bytes"),
            Evidence("rated faster", faster, "bytes"),
        ),
    )


def _judge_queues(name: str, disk: Document, threads: int | None) -> Iterator[Finding]:
    """Judge a drive that has fewer queues than the machine has threads."""
    queues = whole(disk, "io_queues")
    if queues and threads and queues < threads:
        yield Finding(
            "few-queues",
            "info",
            FEW_QUEUES(drive=name, queues=queues, cpus=threads),
            (Evidence("I/O queues", queues), Evidence("CPUs", threads)),
        )


def _judge_arrays(document: Document) -> Iterator[Finding]:
    """Judge arrays that lack a member."""
    for name, volume in named(document, "volumes"):
        if flag(volume, "is_degraded"):
            yield Finding(
                "degraded-array",
                "warning",
                DEGRADED(array=name),
                (Evidence("state", text(volume, "state")),),
            )


def judge_firmware_settings(settings: Iterable[Setting], read: Document) -> list[Finding]:
    """Judge what is odd about firmware settings. `read`: the document's `firmware_settings`, how they were read."""
    findings = [
        Finding(
            "setting-conflict",
            "warning",
            CONFLICT(setting=setting.title, set=setting.value, shown=setting.inferred),
            (
                Evidence("set", setting.value, None, setting.source),
                Evidence("in force", setting.inferred, None, "inferred"),
            ),
        )
        for setting in settings
        if setting.is_conflict
    ]
    if flag(read, "is_pending"):
        findings.append(
            Finding(
                "settings-pending",
                "info",
                PENDING(),
                (Evidence("source", text(read, "source")),),
            )
        )
    return findings


DECLARED = (
    Rule(
        "memory-below-speed",
        "memory speed",
        "cause",
        "Modules run slower than they are rated.",
        "SMBIOS type 17",
        scope="machine",
        may_name_devices=True,
    ),
    Rule(
        "memory-channels",
        "populated memory channels",
        "cause",
        "Fewer channels carry a module than the CPUs have, on boards that name their places after channels and CPUs "
        "whose maker's documents tell the channels.",
        "SMBIOS type 17; engine/hardware/inventory/memory_channels.py",
        ("channels with a module", "channels of the CPUs"),
        scope="machine",
        wrong_when="The board has fewer places than the CPU has channels.",
    ),
    Rule(
        "better-lba-format",
        "LBA formats",
        "cause",
        "Another LBA format is rated faster by the drive.",
        "NVM Express: LBAF.RP",
        ("in use", "rated faster"),
        scope="machine",
    ),
    Rule(
        "degraded-array",
        "array members",
        "cause",
        "An array is degraded.",
        "md(4)",
        ("state",),
        scope="machine",
    ),
    Rule(
        "setting-conflict",
        "conflicting settings",
        "note",
        "The firmware says one thing, the system shows another.",
        "Redfish Bios",
        ("set", "in force"),
        scope="machine",
    ),
    Rule(
        "settings-pending",
        "settings pending a reboot",
        "note",
        "Changed settings wait for a reboot.",
        "Redfish Bios/Settings",
        ("source",),
        scope="machine",
    ),
)
