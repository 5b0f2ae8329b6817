"""engine/hardware/inventory/health_page.py: listed counters of each kind of page, and nothing else of it."""

from typing import Any

import orjson
import pytest

from fioboard.engine.answers.support import PageSource
from fioboard.engine.hardware.inventory.health_page import FIGURES, list_figures
from tests.factories.support import smart_page


def told(source: PageSource, page: dict[str, Any]) -> dict[str, float]:
    return {one["key"]: one["value"] for one in list_figures(source, page)}


def test_smartctl_of_nvme() -> None:
    assert told("smartctl", smart_page()["page"]) == {
        "temperature_c": 41,
        "percentage_used": 7,
        "available_spare_pct": 98,
        "media_errors": 2,
        "power_cycles": 31,
        "unsafe_shutdowns": 5,
    }


def test_nvme_cli_speaks_kelvin_and_other_names_also_as_text() -> None:
    log = {
        "temperature": 314,
        "avail_spare": 100,
        "percent_used": "3",
        "media_errors": "0",
        "data_units_read": 2,
    }
    assert told("nvme", {"smart_log": log, "error_log": {"errors": [{"lba": 5}]}}) == {
        "temperature_c": 41,
        "percentage_used": 3,
        "available_spare_pct": 100,
        "media_errors": 0,
        "data_read_bytes": 1_024_000,
    }


def test_smartctl_of_ata_takes_standard_statistics_and_attributes_that_mean_one_thing() -> None:
    page = {
        "device": {"protocol": "ATA"},
        "power_on_time": {"hours": 99},
        "ata_smart_attributes": {
            "table": [
                {"id": 5, "name": "Reallocated_Sector_Ct", "raw": {"value": 4}},
                {"id": 199, "name": "UDMA_CRC_Error_Count", "raw": {"value": 6}},
                {"id": 233, "name": "Vendor", "raw": {"value": 123456}},
            ]
        },
        "ata_device_statistics": {
            "pages": [{"table": [{"name": "Number of Reported Uncorrectable Errors", "value": 1}]}]
        },
    }
    assert told("smartctl", page) == {
        "power_on_hours": 99,
        "media_errors": 1,
        "reallocated_sectors": 4,
        "interface_crc_errors": 6,
    }


def test_smartctl_of_sas() -> None:
    page = {
        "device": {"protocol": "SCSI"},
        "scsi_error_counter_log": {
            "read": {"total_uncorrected_errors": 2},
            "write": {"total_uncorrected_errors": 1},
        },
        "scsi_grown_defect_list": 3,
    }
    assert told("smartctl", page) == {"media_errors": 3, "grown_defects": 3}


def test_kernel_tells_the_temperature_alone() -> None:
    assert told("sysfs", {"model": "Example", "state": "live", "temperature_c": 38}) == {"temperature_c": 38}


@pytest.mark.parametrize(
    "page",
    [
        {},
        {"device": 5, "temperature": [], "nvme_smart_health_information_log": "x"},
        {
            "device": {"protocol": "NVMe"},
            "nvme_smart_health_information_log": {"media_errors": -1, "power_cycles": 2**70},
        },
        {
            "device": {"protocol": "NVMe"},
            "nvme_smart_health_information_log": {"media_errors": True, "power_cycles": "9" * 40},
        },
        {"device": {"protocol": "ATA"}, "ata_smart_attributes": {"table": [7, {"id": "5"}]}},
        {"smart_log": {"temperature": 4_000}},
    ],
)
def test_odd_pages_tell_nothing(page: dict[str, Any]) -> None:
    for source in ("smartctl", "nvme", "sysfs"):
        assert list_figures(source, page) == []


def test_no_text_of_a_page_is_taken() -> None:
    shown = orjson.dumps(list_figures("smartctl", smart_page()["page"])).decode()
    assert "S64GNX0R999999" not in shown
    assert all(
        one["title"] == FIGURES[one["key"]][0] for one in list_figures("smartctl", smart_page()["page"])
    )
