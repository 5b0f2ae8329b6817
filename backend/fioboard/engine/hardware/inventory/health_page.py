"""The counters of a drive's own page of health, of a closed list: from smartctl's JSON, nvme-cli's, or the kernel."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from fioboard.engine.answers.support import HealthFigureOut, PageSource
from fioboard.engine.hardware.inventory.moments import HEALTH, TEMPERATURE
from fioboard.engine.hardware.inventory.tolerant import get_in_range, mapping, objects, text, whole

MAX_COUNT = 2**53
NVME_UNIT_BYTES = 512_000
KELVIN = 273
# Beside what is read before and after runs (moments.HEALTH).
MORE: Mapping[str, tuple[str, str | None]] = {
    "power_cycles": ("Power cycles", None),
    "unsafe_shutdowns": ("Unsafe shutdowns", None),
    "error_log_entries": ("Entries of the error log", None),
    "reallocated_sectors": ("Reallocated sectors", None),
    "pending_sectors": ("Sectors waiting to be reallocated", None),
    "interface_crc_errors": ("CRC errors of the interface", None),
    "grown_defects": ("Defects grown", None),
}
FIGURES: Mapping[str, tuple[str, str | None]] = {**HEALTH, **MORE}
# nvme-cli's names to ours; smartctl's log of NVMe has most of them under the same.
_NVME: Mapping[str, tuple[str, ...]] = {
    "percentage_used": ("percentage_used", "percent_used"),
    "available_spare_pct": ("available_spare", "avail_spare"),
    "media_errors": ("media_errors",),
    "critical_warning": ("critical_warning",),
    "warning_temp_minutes": ("warning_temp_time",),
    "critical_temp_minutes": ("critical_comp_time",),
    "t1_transitions": ("thm_temp1_trans_count",),
    "t2_transitions": ("thm_temp2_trans_count",),
    "t1_seconds": ("thm_temp1_total_time",),
    "t2_seconds": ("thm_temp2_total_time",),
    "power_on_hours": ("power_on_hours",),
    "power_cycles": ("power_cycles",),
    "unsafe_shutdowns": ("unsafe_shutdowns",),
    "error_log_entries": ("num_err_log_entries",),
}
# Attributes of ATA that mean the same with every maker.
_ATA: Mapping[int, str] = {
    5: "reallocated_sectors",
    12: "power_cycles",
    197: "pending_sectors",
    199: "interface_crc_errors",
}
_STATISTICS: Mapping[str, str] = {
    "Percentage Used Endurance Indicator": "percentage_used",
    "Number of Reported Uncorrectable Errors": "media_errors",
    "Number of Interface CRC Errors": "interface_crc_errors",
    "Lifetime Power-On Resets": "power_cycles",
}

Page = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class _Reported:
    key: str
    value: int | None


def list_figures(source: PageSource | None, page: Page | None) -> list[HealthFigureOut]:
    """List what a page shows, in the order in which people ask for it; nothing of what is not on the list."""
    if source is None or page is None:
        return []
    reported: dict[str, int] = {}
    for one in _READERS[source](page):
        if one.value is not None and one.key not in reported:
            reported[one.key] = one.value
    return [
        {"key": key, "title": title, "value": reported[key], "unit": unit}
        for key, (title, unit) in FIGURES.items()
        if key in reported
    ]


def _read_smartctl(page: Page) -> Iterable[_Reported]:
    protocol = text(page, "device.protocol")
    yield _Reported(TEMPERATURE, get_in_range(page, "temperature.current", -100, 200))
    yield _Reported("power_on_hours", _count(page, "power_on_time.hours"))
    if protocol == "NVMe":
        yield from _read_nvme(mapping(page, "nvme_smart_health_information_log"))
    elif protocol == "ATA":
        yield from _read_ata(page)
    else:
        yield from _read_scsi(page)
    yield _Reported("power_cycles", _count(page, "power_cycle_count"))


def _read_nvme_cli(page: Page) -> Iterable[_Reported]:
    log = mapping(page, "smart_log")
    kelvin = get_in_range(log, "temperature", 1, 500)
    yield _Reported(TEMPERATURE, None if kelvin is None else kelvin - KELVIN)
    yield from _read_nvme(log)


def _read_nvme(log: Page) -> Iterable[_Reported]:
    for key, names in _NVME.items():
        yield from (_Reported(key, _count(log, name)) for name in names)
    for key, name in (("data_written_bytes", "data_units_written"), ("data_read_bytes", "data_units_read")):
        units = _count(log, name)
        yield _Reported(key, None if units is None else units * NVME_UNIT_BYTES)


def _read_ata(page: Page) -> Iterable[_Reported]:
    sector = get_in_range(page, "logical_block_size", 1, 1 << 20) or 512
    for row in (row for one in objects(page, "ata_device_statistics.pages") for row in objects(one, "table")):
        name = text(row, "name") or ""
        if name in _STATISTICS:
            yield _Reported(_STATISTICS[name], _count(row, "value"))
        elif name in {"Logical Sectors Written", "Logical Sectors Read"}:
            key = "data_written_bytes" if name.endswith("Written") else "data_read_bytes"
            sectors = _count(row, "value")
            yield _Reported(key, None if sectors is None else sectors * sector)
    for row in objects(page, "ata_smart_attributes.table"):
        attribute = _ATA.get(whole(row, "id") or 0)
        if attribute is not None:
            yield _Reported(attribute, _count(row, "raw.value"))


def _read_scsi(page: Page) -> Iterable[_Reported]:
    counters = mapping(page, "scsi_error_counter_log")
    ways = [_count(counters, f"{way}.total_uncorrected_errors") for way in ("read", "write")]
    known = [count for count in ways if count is not None]
    yield _Reported("media_errors", sum(known) if known else None)
    yield _Reported("percentage_used", _count(page, "scsi_percentage_used_endurance_indicator"))
    yield _Reported("grown_defects", _count(page, "scsi_grown_defect_list"))


def _read_kernel(page: Page) -> Iterable[_Reported]:
    yield _Reported(TEMPERATURE, get_in_range(page, "temperature_c", -100, 200))


def _count(value: object, path: str) -> int | None:
    """A whole number that is not negative; some versions of nvme-cli write it as text."""
    spoken = text(value, path)
    if spoken is not None and spoken.isdecimal() and len(spoken) <= len(str(MAX_COUNT)):
        return int(spoken)
    return get_in_range(value, path, 0, MAX_COUNT)


_READERS: Mapping[PageSource, Callable[[Page], Iterable[_Reported]]] = {
    "smartctl": _read_smartctl,
    "nvme": _read_nvme_cli,
    "sysfs": _read_kernel,
}
