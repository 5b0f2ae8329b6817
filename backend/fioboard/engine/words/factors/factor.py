"""What a factor is, and the ways to declare one."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from fioboard.engine.words.factors.subject import Scalar, Subject, list_job_values, read_path

ValueType = Literal["text", "number", "bytes", "flag"]
Detected = Scalar | list[Scalar] | None
Facet = Literal["hw", "fw", "os", "path"]
OF_FIRMWARE = "firmware settings, or the running system"
Share = Literal["figure", "fact", "setting", "form", "name"]
"""What a share shows of its values: numbers and flags as they are; a text that an inventory of the share says too; a
word of firmware settings; a text of a form that redaction knows; a label in the place of a name."""


@dataclass(frozen=True, slots=True)
class Factor:
    """One factor: its key in addresses and API, its title, what kind of value in which unit, and where it is read."""

    key: str
    title: str
    type: ValueType
    description: str
    group: str
    source: str
    read: Callable[[Subject], Detected]
    unit: str | None = None
    """None for text, flags and plain counts; bytes for every factor of type bytes."""
    facet: Facet | None = None
    """The fingerprint it counts in; None for what a fingerprint leaves out."""
    path: str | None = None
    """Place in the inventory document, with dots, of a factor that stands there as it is."""
    facet_name: str | None = None
    """What the fingerprint's projection calls it; None when facets.py of the inventory makes the projection by hand."""
    share: Share = "figure"
    hidden_by: str | None = None
    """The group of facts that a sender can leave out with it (app/sharing/redaction/fields.py)."""
    follows_from: tuple[str, ...] = ()
    """Factors whose change can bring a change of this one, so that one real change does not look like several.

    Only what must or normally does follow; a BIOS update may reset any setting, but that is a second change.
    """
    none_when_known: str | None = None
    """Absent although that factor is known, it does not apply: a single drive is known to have no RAID level."""
    options: tuple[str, ...] = ()
    """Options of fio that its value tells whole: who compares options one by one leaves these to the factor."""
    short: str | None = None
    """What a heading and a sentence call it, where people have a shorter word than the title."""
    formerly: str | None = None
    """What addresses called it that were saved or are in scripts: still understood, never answered."""

    @property
    def word(self) -> str:
        """What a heading and a sentence call it."""
        return self.short or self.title

    @property
    def is_of_machine(self) -> bool:
        """Whether the inventory tells it, alone or with other things: what a person stated of the machine stated it."""
        return "inventory" in self.source or self.source == OF_FIRMWARE

    @property
    def is_stateable(self) -> bool:
        """Whether a label of the same key overrides it. What the tool or the upload itself said is no detection."""
        return self.source not in {"upload", "output", "job options"}


def option(
    key: str,
    title: str,
    kind: ValueType,
    description: str,
    *spellings: str,
    share: Share = "figure",
) -> Factor:
    """A job option, and what else fio calls it; several values when the jobs of a run differ."""
    unit = "bytes" if kind == "bytes" else None
    return Factor(
        key,
        title,
        kind,
        description,
        "Job",
        "job options",
        lambda s: list(list_job_values(s, key)),
        unit,
        share=share,
        options=(key, *spellings),
    )


def field(  # noqa: PLR0917 -- declarations read as the rows of a table
    key: str,
    title: str,
    kind: ValueType,
    group: str,
    path: str,
    description: str,
    *,
    unit: str | None = None,
    facet: tuple[Facet, str] | Facet | None = None,
    share: Share = "figure",
    hidden_by: str | None = None,
    follows_from: tuple[str, ...] = (),
    none_when_known: str | None = None,
) -> Factor:
    """A field of the inventory document, at a path with dots. A `facet` with a name takes it from here."""
    keys = path.split(".")
    counted, name = facet if isinstance(facet, tuple) else (facet, None)
    return Factor(
        *(key, title, kind, description, group, "inventory"),
        read=lambda s: read_path(s.inventory, *keys),
        unit="bytes" if kind == "bytes" else unit,
        facet=counted,
        path=path,
        facet_name=name,
        share=share,
        hidden_by=hidden_by,
        follows_from=follows_from,
        none_when_known=none_when_known,
    )


def fact(
    key: str,
    title: str,
    kind: ValueType,
    group: str,
    description: str,
    *,
    unit: str | None = None,
    source: str = "inventory and targets",
    facet: Facet | None = None,
    share: Share = "figure",
    hidden_by: str | None = None,
    follows_from: tuple[str, ...] = (),
    none_when_known: str | None = None,
    options: tuple[str, ...] = (),
    short: str | None = None,
) -> Factor:
    """Something concluded from several facts: it stands in the subject's facts under the factor's key."""
    return Factor(
        *(key, title, kind, description, group, source),
        read=lambda s: s.facts.get(key),
        unit="bytes" if kind == "bytes" else unit,
        facet=facet,
        share=share,
        hidden_by=hidden_by,
        follows_from=follows_from,
        none_when_known=none_when_known,
        options=options,
        short=short,
    )
