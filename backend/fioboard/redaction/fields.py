"""The one list of what a sender can show beyond the default, or hide beyond it. docs/sharing.md is checked against it.

Everything else is decided by the marks of the inventory schema and the forms in forms.py, jobs.py and shown_factors.py.
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from fioboard.vocabulary.factors import FACTORS


class UnknownField(ValueError):
    """A name in `hide` or `reveal` that means nothing here."""

    def __init__(self, name: str, nearest: str | None) -> None:
        hint = f"; did you mean {nearest}?" if nearest else "."
        super().__init__(f"{name[:80]!r} is no field that can be hidden or revealed{hint}")
        self.name = name
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Field:
    """One kind of thing that is left out unless it is revealed; some cannot be."""

    name: str
    title: str
    replaced_by: str | None = None
    can_reveal: bool = True


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that are kept unless they are hidden; factors name the group that hides them (vocabulary/factors)."""

    name: str
    title: str


FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field("host.name", "Host name", "host 1"),
        Field("drive.serial", "Drive serial number", "drive A"),
        Field("drive.wwn", "Drive WWN, EUI or NGUID"),
        Field("system.serial", "System serial number"),
        Field("board.serial", "Board serial number"),
        Field("chassis.serial", "Chassis serial number"),
        Field("memory.serial", "Memory module serial number"),
        Field("target.path", "Path of the target", "target 1 (block device)"),
        Field("file_server", "File server", "server 1"),
        Field("job.name", "Job name", "randread 4k QD32 x4"),
        Field("run.title", "Title of a run", "run 1"),
        Field("run.note", "Note of a run"),
        Field("run.tags", "Tag of a run"),
        Field("host.ids", "Machine ids, UUIDs, MAC and other addresses", can_reveal=False),
        Field("kernel_name", "Kernel's name of a drive", "drive A", can_reveal=False),
        Field("volume.name", "Name of an array or volume", "array 1", can_reveal=False),
        Field("interface.name", "Name of a network interface", "network 1", can_reveal=False),
        Field("file.name", "Names of uploaded files", can_reveal=False),
        Field("job.options", "Job options that are not on the list", can_reveal=False),
        Field("command", "The command line as typed", can_reveal=False),
        Field("bios.other", "BIOS settings that are not on the list", can_reveal=False),
        Field(
            "inventory.other", "Everything else in the inventory that is not on the list", can_reveal=False
        ),
    )
}
LABEL = "label."
"""Each label of a run is a field of its own, `label.KEY`; those called rated_… with a plain number are kept."""

GROUPS: dict[str, Group] = {
    group.name: group
    for group in (
        Group("cpu.model", "CPU model"),
        Group("system", "Maker and product of system and board"),
        Group("memory", "Memory modules and size"),
        Group("bios.version", "BIOS version and date"),
        Group("bios.settings", "BIOS settings"),
        Group("slots", "Slot names"),
        Group("drive.model", "Drive model"),
        Group("drive.firmware", "Drive firmware"),
        Group("os", "Operating system"),
        Group("kernel", "Kernel release, parameters, modules, mitigations"),
        Group("temperatures", "Temperatures and throttling"),
        Group("time_series", "What was recorded over time"),
        Group("path", "Path of the data and picture of the machine"),
        Group("job_options", "Job options and command line"),
        Group("rated", "Rated values"),
        Group("times", "When it was measured"),
    )
}


def check(hide: Iterable[str], reveal: Iterable[str], labels: Iterable[str]) -> None:
    """Raises UnknownField for a name that cannot be hidden or revealed. `labels`: keys that the runs have."""
    revealable = [name for name, field in FIELDS.items() if field.can_reveal] + [
        LABEL + key for key in labels
    ]
    for names, known in ((hide, list(GROUPS)), (reveal, revealable)):
        for name in names:
            if name not in known:
                raise UnknownField(name, next(iter(difflib.get_close_matches(name, known, 1)), None))


def group_of_factor(key: str) -> str | None:
    """The group that hides a factor; a label is hidden by none."""
    return FACTORS[key].hidden_by if key in FACTORS else None
