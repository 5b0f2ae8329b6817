"""collectors/smartctl.py on the output of real drives."""

from __future__ import annotations

import json

import pytest
from golden import assert_golden
from recorded_programs import RecordedPrograms
from trees import OWN, fixture, fixtures

from fioboard_agent.collectors import smartctl
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import DiskHealth

DRIVES = [path for path in fixtures("smartctl/*.json") if "scan" not in path.name]


def read(name):
    return smartctl.parse_drive(fixture(f"smartctl/{name}.json").read_text())


@pytest.mark.parametrize("path", DRIVES, ids=lambda path: path.stem)
def test_every_drive_is_read(path):
    document = json.loads(path.read_text())
    health = smartctl.parse_drive(path.read_text())
    assert set(health) == set(DiskHealth.__annotations__)
    if document["temperature"]["current"]:
        assert health["temperature_c"] == document["temperature"]["current"]
    assert health["power_on_hours"] == document.get("power_on_time", {}).get("hours")


@pytest.mark.parametrize("path", [path for path in DRIVES if OWN in path.parents], ids=lambda path: path.stem)
def test_golden_document_of_a_drive(path):
    assert_golden(f"smartctl/{path.stem}", smartctl.parse_drive(path.read_text()))


def test_nvme_drive():
    health = read("nvme-null-SAMSUNG_MZPLJ6T4HALA-00007-nvme0")
    log = json.loads(fixture("smartctl/nvme-null-SAMSUNG_MZPLJ6T4HALA-00007-nvme0.json").read_text())[
        "nvme_smart_health_information_log"
    ]
    assert health["temperature_c"] == 33
    assert health["data_written_bytes"] == log["data_units_written"] * 512_000
    assert health["percentage_used"] == log["percentage_used"]


def test_sas_drive_counts_what_it_moved():
    health = read("HITACHI_H109060SESUN600G_10")
    log = json.loads(fixture("smartctl/HITACHI_H109060SESUN600G_10.json").read_text())["scsi_error_counter_log"]
    assert health["data_read_bytes"] == round(float(log["read"]["gigabytes_processed"]) * 1000) * 1_000_000
    assert health["media_errors"] == sum(log[way]["total_uncorrected_errors"] for way in ("read", "write"))


@pytest.mark.parametrize(
    ("name", "fastest"),
    [
        # This one had negotiated 1.5 Gb/s: what it could have is another fact.
        ("scrutiny-smart-fail2", "6.0 Gb/s"),
        ("sat-Micron_5100_Pro___52x0___5300_SSDs-Micron_5300_MTFDDAK3T8TDS-sdc", "6.0 Gb/s"),
        ("HITACHI_H109060SESUN600G_10", None),
    ],
)
def test_fastest_link_of_the_drive_itself_goes_to_the_disk(name, fastest):
    scan = '{"devices": [{"name": "/dev/sda", "type": "sat"}]}'
    drive = fixture(f"smartctl/{name}.json").read_text()
    programs = RecordedPrograms({"smartctl --scan-open -j": scan, "smartctl -j -x -n standby -d sat /dev/sda": drive})
    disks = {"sda": {"capable_link": None}}
    assert set(smartctl.collect_smartctl(Reader(Roots(), programs), set(), disks)) == {"sda"}
    assert disks == {"sda": {"capable_link": fastest}}


def test_sata_attributes_are_kept_but_not_taken_for_bytes():
    health = read("sat-Micron_5100_Pro___52x0___5300_SSDs-Micron_5300_MTFDDAK3T8TDS-sdc")
    assert health["attributes"]["Power_On_Hours"] is not None
    assert health["data_written_bytes"] is None


def test_failing_drive_is_read_although_the_exit_code_is_not_zero():
    assert json.loads(fixture("smartctl/scrutiny-smart-fail2.json").read_text())["smartctl"]["exit_status"] == 216
    assert read("scrutiny-smart-fail2")["temperature_c"] == 25


def test_logical_drive_of_a_controller_has_no_temperature():
    assert read("scrutiny-smart-raid")["temperature_c"] is None


@pytest.mark.parametrize("status", [1, 2, 3, 6])
def test_bits_that_mean_nothing_was_read(status):
    assert (
        smartctl.parse_drive(json.dumps({"smartctl": {"exit_status": status}, "temperature": {"current": 30}})) is None
    )


@pytest.mark.parametrize(
    "text", ["", "[]", "null", "garbage", "{}", '{"smartctl": 5}', '{"smartctl": {"exit_status": "0"}}']
)
def test_other_answers(text):
    assert smartctl.parse_drive(text) is None
    assert smartctl.parse_scan(text) == []


def test_listing_behind_a_controller():
    found = smartctl.parse_scan(fixture("smartctl/scrutiny-scan-megaraid.json").read_text())
    assert ("/dev/bus/0", "megaraid,0") in found or any("megaraid" in kind for _, kind in found)


def ask(answers, known=()):
    reader = Reader(Roots(), RecordedPrograms(answers))
    return smartctl.collect_smartctl(reader, set(known)), reader


def scan(*devices):
    return json.dumps({"devices": [{"name": name, "type": kind} for name, kind in devices]})


def test_disks_under_their_names_and_hidden_ones_with_their_number():
    drive = fixture("smartctl/scrutiny-smart-megaraid0.json").read_text()
    found, reader = ask(
        {
            "smartctl --scan-open -j": scan(
                ("/dev/sda", "sat"), ("/dev/bus/0", "sat+megaraid,3"), ("/dev/nvme0", "nvme")
            ),
            "smartctl -j -x -n standby": drive,
        },
        known={"nvme0n1"},
    )
    assert list(found) == ["sda", "0 megaraid,3"]
    assert found["sda"]["source"] == "smartctl"
    assert "smartctl -j -x -n standby -d sat /dev/sda" in reader.programs.asked
    assert not any("nvme0" in line for line in reader.programs.asked)


def test_sleeping_disk_is_left_asleep_and_is_no_error():
    asleep = {"smartctl": {"exit_status": 2, "messages": [{"string": "Device is in STANDBY mode, exit(2)"}]}}
    found, reader = ask(
        {
            "smartctl --scan-open -j": scan(("/dev/sda", "sat")),
            "smartctl -j -x -n standby": Answer(2, json.dumps(asleep).encode(), ""),
        }
    )
    assert found == {}
    assert reader.source.status == "ok"


def test_refused_drive_is_denied():
    refused = {"smartctl": {"exit_status": 2, "messages": [{"string": "/dev/sda: Permission denied"}]}}
    _, reader = ask(
        {
            "smartctl --scan-open -j": scan(("/dev/sda", "sat")),
            "smartctl -j -x -n standby": Answer(2, json.dumps(refused).encode(), ""),
        }
    )
    assert reader.source.status == "denied"


def test_host_without_smartctl():
    found, reader = ask({})
    assert (found, reader.source.status) == ({}, "absent")
