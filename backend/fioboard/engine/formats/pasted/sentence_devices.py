"""Which device the facts of one sentence are about, and when they are about none that a run of the text measured."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.facts import NO_RUN, Fact

# What the servers of a cluster hold, its clients do not measure alone.
_NODES = compile_later(
    r"\b(?:per|each|every) (?:\w+ ){0,2}(?:node|server|host)s?\b|\b(?:\d{1,3}|two|three|four|five"
    r"|six) (?:\w+ )?(?:nodes|servers)\b"
    r"|\bOSDs?\b|\bbricks?\b",
    re.IGNORECASE,
)
# A figure in a sentence is a result of its own, of whatever machine the sentence speaks of.
_OWN_RESULT = compile_later(
    r"\d\s?[kM]?\s?(?:[KMG]i?B(?:/s|/sec|ps)|[Ii][Oo][Pp][Ss])\b|\d\s?[KMG]bytes/s", re.ASCII
)
# Drives with such a task are not those that the data lies on.
_OTHER_TASK = compile_later(
    r"\b(?:SLOG|L2ARC|ZIL|b-?cache|(?:log|cache|caching|journal|WAL|DB|metadata|special|swap|boot)[ -](?:drive"
    r"|disk|device|SSD|vdev|pool)s?|(?:LVM|dm|write|read|SSD|NVMe)[ -]?cache|as (?:a |the )?(?:\w+ )?cache)\b",
    re.IGNORECASE,
)
_DEVICE = compile_later(
    r"(?<![\w-])(?:/dev/)?(nvme\d+n\d+|[sv]d[a-z]|ada\d+|nda\d+|nvd\d+|md\d+)(?:p?\d+)?(?![\w-])"
)
_OF_DEVICES = ("drive.", "raid.", "pcie.", "fs.")
_OF_MACHINES = ("memory.", "cpu.", "board.", "system.", "os.", "kernel")
_OFFERED_TOGETHER = frozenset(
    {
        *("drive.model", "drive.capacity", "drive.transport", "os.name", "os.version", "kernel", "cpu.model"),
        *("system.product", "network.speed", "zfs.recordsize", "zfs.volblocksize"),
    }
)
"""Of these a sentence may name several, of which each is one of the machines'."""
RATED = compile_later(
    r"\b(?:rated|claims?|rating|datasheet|data sheet|specified|specifications?(?: is| says)?|specs? says?"
    r"|advertised|promis(?:e[sd]|ing))\b",
    re.IGNORECASE,
)


def set_devices(sentence: str, facts: Iterable[Fact]) -> Iterator[Fact]:
    """Give each fact the device that its sentence names, or none of the runs where it speaks of something else."""
    is_of_nodes = _NODES.search(sentence) is not None
    is_apart = _OWN_RESULT.search(sentence) is not None and RATED.search(sentence) is None
    has_other_task = _OTHER_TASK.search(sentence) is not None
    devices = set(_DEVICE.findall(sentence))
    for fact in facts:
        is_of_device = fact.key.startswith(_OF_DEVICES)
        if is_apart or (is_of_device and (is_of_nodes or has_other_task or len(devices) > 1)):
            yield replace(fact, device=NO_RUN, is_listed=True)
        elif is_of_device and devices and fact.device is None:
            yield replace(fact, device=min(devices), is_listed=True)
        else:
            yield fact


def drop_ambiguous(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Of one key only a single value describes a run: "slot 2 and slot 3" says of none where it was."""
    by_key: dict[str, set[str]] = {}
    for fact in facts:
        by_key.setdefault(f"{fact.key} {fact.direction}", set()).add(fact.value)
    # Of two machines or drives, what else is said is of one of them.
    are_machines = any(len(by_key.get(f"{key} None", ())) > 1 for key in ("cpu.model", "system.product"))
    are_drives = len(by_key.get("drive.model None", ())) > 1
    for fact in facts:
        if len(by_key[f"{fact.key} {fact.direction}"]) == 1:
            is_of_one = (are_machines and fact.key.startswith(_OF_MACHINES)) or (
                are_drives and fact.key.startswith("drive.")
            )
            yield replace(fact, device=NO_RUN, is_listed=True) if is_of_one else fact
        elif fact.key in _OFFERED_TOGETHER:
            yield replace(fact, device=NO_RUN, is_listed=True)
