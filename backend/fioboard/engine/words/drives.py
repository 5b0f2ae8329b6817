"""The columns of a drive of the fleet, as `engine/hardware/inventory/drives.py` reads them."""

from typing_extensions import TypedDict

from fioboard.engine.words.columns import Column

DRIVE: tuple[Column, ...] = (
    Column(name="has_serial", sql="bool", description="Whether it can be known again on another host"),
    Column(name="name", sql="text", description="The kernel's name of it"),
    Column(name="model", sql="text", description="Model as reported by the drive"),
    Column(name="firmware", sql="text", description="Firmware version as reported by the drive"),
    Column(name="transport", sql="text", description="pcie, sata, sas and the like"),
    Column(name="slot", sql="text", description="Slot of the board that it sits in"),
    Column(name="size_bytes", sql="bigint", unit="bytes", description="Capacity, in bytes"),
    Column(name="link_gts", sql="float8", unit="GT/s", description="Speed of its PCIe link, in GT/s"),
    Column(name="link_lanes", sql="int", description="Width of its PCIe link, in lanes"),
    Column(name="capable_gts", sql="float8", unit="GT/s", description="Speed both ends can do, in GT/s"),
    Column(name="capable_lanes", sql="int", description="Width both ends can do, in lanes"),
    Column(name="link_class", sql="text", description="What its PCIe link is beside what both ends can do"),
    Column(name="temperature_c", sql="float8", unit="°C", description="Temperature, in °C"),
    Column(name="used_pct", sql="int", unit="%", description="Rated endurance used, in %; may pass 100"),
    Column(name="spare_pct", sql="int", unit="%", description="Spare blocks left, in %"),
    Column(name="media_errors", sql="bigint", description="Media errors, ever"),
    Column(name="critical_warning", sql="int", description="Bits of what it warns of; 0 = of nothing"),
    Column(
        name="temperature_limit_c", sql="int", unit="°C", description="Its own warning temperature, in °C"
    ),
)
"""Beside its host, its unit and when it was seen."""


class DriveColumns(TypedDict):
    """One drive by the names of its columns; None is unknown. test_columns.py compares it with DRIVE."""

    has_serial: bool
    name: str
    model: str | None
    firmware: str | None
    transport: str | None
    slot: str | None
    size_bytes: int | None
    link_gts: float | None
    link_lanes: int | None
    capable_gts: float | None
    capable_lanes: int | None
    link_class: str | None
    temperature_c: float | None
    used_pct: int | None
    spare_pct: int | None
    media_errors: int | None
    critical_warning: int | None
    temperature_limit_c: int | None
