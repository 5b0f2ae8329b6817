"""Inventories: one host's hardware and settings at one moment."""

from typing import Any, Literal

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out
from fioboard.schemas.finding import FindingOut


class SettingOut(Out):
    """One firmware setting under its vendor-neutral name."""

    key: str = Field(description='e.g. "numa.nodes_per_socket"; settings of one slot end in [slot]')
    title: str
    value: str | int | bool | None = Field(
        description="As set, a count or words; as inferred when `source` says so; null: not understood"
    )
    source: Literal["manual", "firmware_attributes", "redfish", "bios_file", "inferred"]
    attribute: str | None = Field(description="The vendor's own name; null when stated or inferred")
    inferred: str | int | bool | None = Field(
        description="What the running system shows, a count or words; null when it shows nothing"
    )
    is_conflict: bool = Field(description="The setting says one thing and the running system another")


class InventoryOut(Out):
    """One inventory whole, with what follows from it."""

    id: str
    created_at: AwareDatetime
    hw_fingerprint: str | None = Field(description="Facet hardware; null when not computed")
    fw_fingerprint: str | None = Field(description="Facet firmware settings; null when not computed")
    os_fingerprint: str | None = Field(description="Facet operating system; null when not computed")
    document: dict[str, Any] = Field(
        description="The agent's document; `moment` is that of its newest upload"
    )
    firmware: list[SettingOut]
    findings: list[FindingOut] = Field(description="What holds for the machine whatever is run on it")
    run_count: int = Field(description="Number of runs with this inventory, deleted ones left out")


class SlotOut(Out):
    """The name of a slot and where it comes from."""

    name: str
    source: str = Field(description="acpi, smbios, label, port or redfish")
    is_verified: bool = Field(description="False when firmware named it but nothing confirms the place")
