"""Inventories: one host's hardware and settings at one moment."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, Field
from typing_extensions import TypedDict

from fioboard.schemas.base import In, answer
from fioboard.schemas.finding import FindingOut


class HardwareIn(In):
    """What `fioboard-agent inventory --json` printed on a host."""

    inventory: Annotated[
        dict[str, object],
        Field(
            description="The document, its `schema` 1. What is of the moment alone (temperatures) is left out"
        ),
    ]


@answer
class HardwareAttached(TypedDict):
    """To what the hardware of a host was attached."""

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
class InventoryOut(TypedDict):
    """One inventory whole, with what follows from it."""

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
    firmware: list[SettingOut]
    findings: Annotated[
        list[FindingOut], Field(description="What holds for the machine whatever is run on it")
    ]
    run_count: Annotated[int, Field(description="Number of runs with this inventory, deleted ones left out")]


@answer
class SlotOut(TypedDict):
    """The name of a slot and where it comes from."""

    name: str
    source: Annotated[str, Field(description="acpi, smbios, label, port or redfish")]
    is_verified: Annotated[
        bool, Field(description="False when firmware named it but nothing confirms the place")
    ]
