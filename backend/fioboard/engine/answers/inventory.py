"""Inventories: one host's hardware and settings at one moment."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.engine.answers.base import In, answer
from fioboard.engine.answers.finding import FindingOut
from fioboard.engine.answers.share_mark import COMPOSED, Flag, share_word

MAX_DOCUMENT = 256 * 1024


class HardwareIn(In):
    """What `fioboard-agent inventory --json` printed on a host, and for which runs."""

    document: str = Field(
        max_length=MAX_DOCUMENT,
        description="The text as it was pasted, JSON with `schema` 1: kept byte for byte. What is of the moment alone "
        "(temperatures) is left out of its reading",
    )
    since: Annotated[AwareDatetime, Field(strict=False)] = Field(
        description="It goes to no run older than that: what the machine is today may not be what was measured"
    )


@answer
class BareRuns(TypedDict):
    """Runs that came without hardware."""

    runs: Annotated[int, Field(description="A count, deleted ones left out")]
    first_at: Annotated[
        AwareDatetime | None, Field(description="Of the oldest, its start or else when it was received")
    ]
    last_at: Annotated[AwareDatetime | None, Field(description="Of the newest")]
    undated: Annotated[int, Field(description="Of them, those whose start is not known, a count")]


@answer
class HardwareChoice(TypedDict):
    """To which runs of a host stated hardware would go."""

    since: Annotated[AwareDatetime, Field(description="As asked for, else max_age_days ago")]
    max_age_days: Annotated[int, Field(description="How old a run may be unless said otherwise, days")]
    every: Annotated[BareRuns, Field(description="All of the host")]
    chosen: Annotated[
        BareRuns,
        Field(
            description="Those it would go to: of uploads without a run older than `since`, which are read again whole"
        ),
    ]


@answer
class StatedHardwareOut(TypedDict):
    """Hardware that a person stated for runs that came without."""

    id: str
    inventory_id: str
    since: Annotated[AwareDatetime, Field(description="It went to no run older than that")]
    stated_at: AwareDatetime
    stated_by: str
    runs: Annotated[int, Field(description="Runs that have it, deleted ones left out, a count")]


@answer
class HardwareAttached(TypedDict):
    """To what the hardware of a host was attached."""

    id: str
    inventory_id: str
    runs: Annotated[int, Field(description="Runs that came without it and have it now, a count")]
    uploads: Annotated[
        int,
        Field(
            description="What is read again in the background, so that all that follows is made anew; a count"
        ),
    ]


@answer
class SettingOut(TypedDict):
    """One firmware setting under its vendor-neutral name."""

    key: Annotated[str, Field(description='e.g. "numa.nodes_per_socket"; settings of one slot end in [slot]')]
    title: str
    value: Annotated[
        str | int | bool | None,
        Field(
            description="As set, a count or words; as inferred when `source` says so; null: not understood"
        ),
    ]
    source: Literal["manual", "firmware_attributes", "redfish", "bios_file", "inferred"]
    attribute: Annotated[str | None, Field(description="The vendor's own name; null when stated or inferred")]
    inferred: Annotated[
        str | int | bool | None,
        Field(description="What the running system shows, a count or words; null when it shows nothing"),
    ]
    is_conflict: Annotated[
        bool, Field(description="The setting says one thing and the running system another")
    ]


@answer
class SectionLeftOut(TypedDict):
    """A section of an inventory that is too long to be part of an answer."""

    section: str
    bytes: Annotated[int, Field(description="Length of its JSON, a count")]


@answer
class InventoryOut(TypedDict):
    """One inventory, with what follows from all of it."""

    id: UUID
    created_at: AwareDatetime
    hw_fingerprint: Annotated[str | None, Field(description="Facet hardware; null when not computed")]
    fw_fingerprint: Annotated[
        str | None, Field(description="Facet firmware settings; null when not computed")
    ]
    os_fingerprint: Annotated[str | None, Field(description="Facet operating system; null when not computed")]
    document: Annotated[
        dict[str, object], Field(description="The agent's document; `moment` is that of its newest upload")
    ]
    left_out: Annotated[
        list[SectionLeftOut],
        Field(description="Sections without which the document fits into an answer; `whole=true` has them"),
    ]
    firmware: list[SettingOut]
    findings: Annotated[
        list[FindingOut], Field(description="What holds for the machine whatever is run on it")
    ]
    run_count: Annotated[int, Field(description="Number of runs with this inventory, deleted ones left out")]


@answer
class SlotOut(TypedDict):
    """The name of a slot and where it comes from."""

    name: Annotated[str, COMPOSED]
    source: Annotated[
        str,
        share_word("unknown", ("acpi", "smbios", "label", "port", "redfish")),
        Field(description="acpi, smbios, label, port or redfish"),
    ]
    is_verified: Annotated[
        Flag, Field(description="False when firmware named it but nothing confirms the place")
    ]
