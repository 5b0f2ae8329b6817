"""The one list of what a sender can show beyond the default, or hide beyond it. docs/sharing.md is checked against it.

Everything else is decided by the marks of the inventory schema and by patterns.py, jobs.py and shown_factors.py.
"""

import difflib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from fioboard.app.sharing.redaction import sentences
from fioboard.core import sentences as common
from fioboard.engine.hardware.inventory import schema_marks
from fioboard.engine.words.factors import FACTORS


class UnknownField(ValueError):
    """A name in `hide` or `reveal` that means nothing here."""

    def __init__(self, name: str, nearest: str | None) -> None:
        hint = common.DID_YOU_MEAN(nearest=nearest) if nearest else "."
        super().__init__(sentences.NO_FIELD(name=repr(name[:80]), hint=hint))
        self.name = name
        self.nearest = nearest


@dataclass(frozen=True, slots=True)
class Field:
    """One kind of thing that is left out unless it is revealed; some cannot be."""

    name: str
    title: str
    replaced_by: str | None = None
    can_reveal: bool = True
    suggestion: str | None = None
    """Why a recipient may need it, a sentence for the sender."""


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that are kept unless they are hidden; factors name the group that hides them (engine/words/factors)."""

    name: str
    title: str


FIELDS: dict[str, Field] = {
    field.name: field
    for field in (
        Field("host.name", "Host name", "host 1"),
        Field(
            "drive.serial",
            "Drive serial number",
            "drive A",
            suggestion="Vendors need serial numbers for warranty and firmware.",
        ),
        Field("drive.wwn", "Drive WWN, EUI or NGUID"),
        Field(
            "system.serial",
            "System serial number",
            suggestion="A server's maker finds its order and its warranty by it.",
        ),
        Field("board.serial", "Board serial number"),
        Field("chassis.serial", "Chassis serial number"),
        Field("memory.serial", "Memory module serial number"),
        Field("target.path", "Path of the target", "target 1 (block device)"),
        Field("file_server", "File server", "server 1"),
        Field("job.name", "Job name", "randread 4k QD32 x4"),
        Field("run.title", "Title of a run", "run 1"),
        Field("run.note", "Note of a run"),
        Field("run.tags", "Tag of a run"),
        Field("batch.title", "Title or name of a batch"),
        Field("batch.note", "Note of a batch"),
        Field("card.words", "Title, source and wording of a person's own datasheet"),
        Field(
            "kernel.log",
            "Kernel log about storage",
            suggestion="Support asks for errors and resets first; lines without a listed form stay out.",
        ),
        Field(
            "drive.health",
            "Health pages of the drives",
            suggestion="Media errors, spare and unsafe shutdowns decide whether a drive is replaced.",
        ),
        Field("host.ids", "Machine ids, UUIDs, MAC and other addresses", can_reveal=False),
        Field("kernel_name", "Kernel name of a drive", "drive A", can_reveal=False),
        Field("volume.name", "Name of an array or volume", "array 1", can_reveal=False),
        Field("interface.name", "Name of a network interface", "network 1", can_reveal=False),
        Field("file.name", "Names of uploaded files", can_reveal=False),
        Field("job.options", "Job options that are not on the list", can_reveal=False),
        Field("command", "The command line as typed", can_reveal=False),
        Field("bios.other", "BIOS settings that are not on the list", can_reveal=False),
        Field("inventory.other", "Other inventory fields", can_reveal=False),
    )
}
LABEL = "label."
"""Each label of a run is a field of its own, `label.KEY`; those called rated_… with a plain number are kept."""

GROUPS: dict[str, Group] = {
    group.name: group
    for group in (
        Group("cpu.model", "CPU model"),
        Group("system", "System and board manufacturer and product"),
        Group("memory", "Memory modules and size"),
        Group("bios.version", "BIOS version and date"),
        Group("bios.settings", "BIOS settings"),
        Group("slots", "Slot names"),
        Group("drive.model", "Drive model"),
        Group("drive.firmware", "Drive firmware"),
        Group("os", "Operating system"),
        Group("kernel", "Kernel release, parameters, modules, mitigations"),
        Group("temperatures", "Temperatures and throttling"),
        Group("time_series", "Time series recorded during the run"),
        Group("path", "Data path and hardware diagram"),
        Group("job_options", "Job options and command line"),
        Group("rated", "Drive ratings, from a datasheet or entered by hand"),
        Group("times", "Time of measurement"),
    )
}


@cache
def list_kept_fields() -> Mapping[str, str]:
    """Return titles of the fields of an inventory that a share keeps, by path; each can be left out by its path."""
    return dict(_list_kept_fields(schema_marks.get_root(), ""))


def _list_kept_fields(mark: schema_marks.Mark, path: str) -> Iterator[tuple[str, str]]:
    if "x-share" in mark.schema:
        yield path, mark.title
    for name in mark.fields():
        yield from _list_kept_fields(mark.field(name), f"{path}.{name}" if path else name)
    if isinstance(mark.schema.get("items"), Mapping):
        yield from _list_kept_fields(mark.item(), f"{path}.*")
    if isinstance(mark.schema.get("additionalProperties"), Mapping):
        yield from _list_kept_fields(mark.field("*"), f"{path}.*")


def get_title(name: str) -> str:
    """Return what people call a field, a group, a label, or a field of the inventory."""
    if name.startswith(LABEL):
        return f"Label {name.removeprefix(LABEL)}"
    known = FIELDS.get(name) or GROUPS.get(name)
    return list_kept_fields().get(name, name) if known is None else known.title


def can_reveal(name: str) -> bool:
    """Whether a sender may show what is of this field."""
    return name.startswith(LABEL) or (name in FIELDS and FIELDS[name].can_reveal)


def check(hide: Iterable[str], reveal: Iterable[str], labels: Iterable[str], can_hide: Iterable[str]) -> None:
    """Raises UnknownField for a name that cannot be hidden or revealed here. `labels`: keys that the runs have."""
    revealable = [name for name, field in FIELDS.items() if field.can_reveal] + [
        LABEL + key for key in labels
    ]
    for names, known in ((hide, [*can_hide, *list_kept_fields()]), (reveal, revealable)):
        for name in names:
            if name not in known:
                raise UnknownField(name, next(iter(difflib.get_close_matches(name, known, 1)), None))


def group_of_factor(key: str) -> str | None:
    """The group that hides a factor; a label is hidden by none."""
    return FACTORS[key].hidden_by if key in FACTORS else None
