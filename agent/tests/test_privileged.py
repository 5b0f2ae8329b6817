"""privileged.py: the helper through sudo completes the document, never overrules it, and never asks for a password."""

from __future__ import annotations

import json
import subprocess

import pytest
from recorded_programs import RecordedPrograms

from fioboard_agent.cli import main
from fioboard_agent.host.programs import Answer
from fioboard_agent.inventory import privileged

ASKED = " ".join(["sudo", "-n", *privileged.build_helper_command()])


def unprivileged():
    return {
        "collector": {"privileged": False},
        "sources": {
            "smbios": {"status": "denied", "detail": "mode 0400"},
            "disks": {"status": "ok", "detail": None},
            "smartctl": {"status": "absent", "detail": "smartctl is not installed"},
        },
        "host": {"name": "bench-1"},
        "system": {"vendor": "Supermicro", "serial": None, "slots": []},
        "pci": {"0000:41:00.0": {"config": None, "numa_node": 1}},
        "disks": {"nvme0n1": {"model": "X", "lba_formats": None, "partitions": []}},
        "memory": {"dimms": [{"locator": "A1", "serial": None}]},
        "fio": {"version": "fio-3.33"},
        "moment": {"disks": {"nvme0n1": {"source": "hwmon", "temperature_c": 39}}, "aer": {}, "links": {}},
    }


def as_root():
    return {
        "collector": {"privileged": True},
        "sources": {
            "smbios": {"status": "ok", "detail": None},
            "disks": {"status": "ok", "detail": None},
            "smartctl": {"status": "timeout", "detail": "took longer"},
        },
        "host": {"name": "another name"},
        "system": {"vendor": "Other", "serial": "S1", "slots": [{"designation": "PCIE_1"}]},
        "pci": {"0000:41:00.0": {"config": {"mps_bytes": 256}, "numa_node": 0}},
        "disks": {"nvme0n1": {"model": "Y", "lba_formats": [{"index": 0}], "partitions": []}},
        "memory": {"dimms": [{"locator": "A1", "serial": "D1"}]},
        "fio": None,
        "moment": {"disks": {"nvme0n1": {"source": "ioctl", "temperature_c": 40}}},
    }


def complete(answer):
    document = unprivileged()
    programs = RecordedPrograms({ASKED: answer} if answer is not None else {})
    privileged.complete(document, programs)
    return document, programs


def test_nulls_are_filled_and_known_values_stay():
    document, programs = complete(json.dumps(as_root()))
    assert programs.asked == [ASKED]
    assert document["system"] == {
        "vendor": "Supermicro",
        "serial": "S1",
        "slots": [{"designation": "PCIE_1"}],
    }
    assert document["pci"]["0000:41:00.0"] == {"config": {"mps_bytes": 256}, "numa_node": 1}
    assert document["disks"]["nvme0n1"]["lba_formats"] == [{"index": 0}]
    assert document["disks"]["nvme0n1"]["model"] == "X"
    assert document["memory"]["dimms"] == [{"locator": "A1", "serial": "D1"}]
    assert (document["host"], document["fio"]) == ({"name": "bench-1"}, {"version": "fio-3.33"})
    assert document["moment"]["disks"]["nvme0n1"] == {"source": "ioctl", "temperature_c": 40}


def modules(source, *pairs, **more):
    """`memory` with one module per (locator, speed); `more` is said of all of them."""
    dimms = [{"locator": locator, "part": None, "speed_mts": speed} for locator, speed in pairs]
    return {"dimms": dimms, "dimms_source": source, "slot_count": None, "error_correction": None, **more}


def completed(own, told):
    document = {**unprivileged(), **own}
    privileged.complete(document, RecordedPrograms({ASKED: json.dumps({**as_root(), **told})}))
    return document


def test_modules_of_two_sources_are_never_mixed():
    edac = modules("edac", ("CPU_SrcID#0_MC#0_Chan#0_DIMM#0", None), ("CPU_SrcID#0_MC#1_Chan#0_DIMM#0", None))
    smbios = modules("smbios", ("DIMM_B1", 3200), ("DIMM_A1", 2933), slot_count=8, error_correction="multi-bit ECC")
    assert completed({"memory": edac}, {"memory": smbios})["memory"] == smbios


@pytest.mark.parametrize("told", [modules(None), None, {**modules("smbios"), "slot_count": 0}])
def test_modules_stay_when_root_knows_none(told):
    edac = modules("edac", ("A", None))
    memory = completed({"memory": edac}, {"memory": told})["memory"]
    assert (memory["dimms"], memory["dimms_source"]) == (edac["dimms"], "edac")


def test_objects_of_a_list_are_found_by_their_identity_not_by_their_position():
    own = [{"name": "eth0", "mac": None, "mtu": 1500}, {"name": "eth1", "mac": None, "mtu": 9000}]
    told = [
        {"name": "eth1", "mac": "b", "mtu": 1},
        {"name": "eth2", "mac": "c", "mtu": 2},
        {"name": "eth0", "mac": "a"},
    ]
    assert completed({"network": own}, {"network": told})["network"] == [
        {"name": "eth0", "mac": "a", "mtu": 1500},
        {"name": "eth1", "mac": "b", "mtu": 9000},
        {"name": "eth2", "mac": "c", "mtu": 2},
    ]


@pytest.mark.parametrize(
    "told",
    [
        [{"designation": "LAN", "address": "1"}, {"designation": "SATA", "address": "2"}],
        [{"name": "x", "address": "1"}, {"name": "x", "address": "2"}],
        [{"id": 1, "address": "1"}, {"id": None, "address": "2"}],
    ],
)
def test_objects_that_nothing_tells_apart_are_taken_whole(told):
    own = [{**one, "address": None} for one in reversed(told)]
    document = completed({"system": {"onboard": own}}, {"system": {"onboard": told}})
    assert document["system"]["onboard"] == told


def test_what_names_its_source_is_one_statement():
    label = {"name": "Onboard 1", "source": "label", "is_verified": True, "note": None}
    smbios = {"name": "PCIE_4", "source": "smbios", "is_verified": False, "note": "n"}
    nothing = {"name": None, "source": None, "is_verified": None, "note": "n"}
    for told, expected in ((smbios, smbios), (nothing, label)):
        assert completed({"pci": {"a": {"slot": dict(label)}}}, {"pci": {"a": {"slot": told}}})["pci"]["a"] == {
            "slot": expected
        }


def test_sources_say_who_read():
    document, _ = complete(json.dumps(as_root()))
    assert document["collector"]["privileged"] is True
    assert document["sources"]["privileged"] == {"status": "ok", "detail": None}
    assert document["sources"]["smbios"] == {"status": "ok", "detail": "read as root through sudo"}
    assert document["sources"]["smartctl"] == {"status": "timeout", "detail": "took longer"}
    assert document["sources"]["disks"] == {"status": "ok", "detail": None}


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        (None, "absent"),
        (Answer(1, b"", "sudo: a password is required"), "denied"),
        (Answer(1, b"", "Sorry, user bench is not allowed to execute ..."), "denied"),
        (Answer(2, b"", "can't open file"), "error"),
        (Answer(1, b"", ""), "error"),
        ("no JSON", "unparsed"),
        ("[]", "unparsed"),
        ("{}", "unparsed"),
        (PermissionError(13, "Permission denied"), "error"),
        (subprocess.TimeoutExpired(["sudo"], 1), "timeout"),
    ],
)
def test_without_the_helper_the_document_is_as_it_was(answer, status):
    document, _ = complete(answer)
    source = document["sources"].pop("privileged")
    assert (source["status"], bool(source["detail"])) == (status, True)
    assert document == unprivileged()


def test_sudoers_line_allows_exactly_the_command(capsys):
    assert main(["inventory", "--show-sudoers"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if not line.startswith("#")]
    assert len(lines) == 1
    user, rule = lines[0].split(" ", 1)
    assert user
    assert rule == f"ALL=(root) NOPASSWD: {' '.join(privileged.build_helper_command())}"
    assert "-I" in rule.split()


def test_helper_needs_root(capsys, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert main(["inventory", "--root-part"]) == 2
    assert capsys.readouterr().out == ""


def test_helper_prints_one_document(capsys, monkeypatch):
    monkeypatch.setattr("os.geteuid", lambda: 0)
    assert main(["inventory", "--root-part"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == 1


@pytest.mark.parametrize(("user", "asked"), [(1000, 1), (0, 0)])
def test_root_needs_no_helper(monkeypatch, capsys, user, asked):
    documents = []
    monkeypatch.setattr("os.geteuid", lambda: user)
    monkeypatch.setattr(privileged, "complete", lambda document, _: documents.append(document))
    assert main(["inventory", "--json", "--privileged"]) == 0
    assert len(documents) == asked
    capsys.readouterr()


def test_runs_can_have_their_inventory_completed(monkeypatch, folders, bench, capsys):
    documents = []
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(privileged, "complete", lambda document, _: documents.append(document))
    job = ["--name=a", "--rw=read", "--size=1m", f"--directory={bench}"]
    assert main(["run", "--no-upload", "--privileged", "--", *job]) == 0
    assert [document["schema"] for document in documents] == [1]
    capsys.readouterr()
