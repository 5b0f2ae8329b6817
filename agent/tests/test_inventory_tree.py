"""inventory/tree.py: what the terminal shows of the five cases, a laptop and a virtual machine."""

from __future__ import annotations

import json
import re

import pytest
from machine_documents import FOLDER
from machine_parts import function, link

from fioboard_agent.inventory.tree import describe_link, paint_for_terminal, render_tree

MACHINES = sorted(path.stem for path in FOLDER.glob("*.json"))


def document(name):
    return json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))["inventory"]


@pytest.mark.parametrize("name", MACHINES)
def test_eighty_columns_and_every_drive_once(name):
    lines = render_tree(document(name))
    assert max(map(len, lines)) <= 80
    text = "\n".join(lines)
    for disk in document(name)["disks"]:
        assert len(re.findall(rf"(?<!\w){disk}(?!\w)(?![^\n]* on )", text.split("\nVolumes")[0])) == 1, disk


def test_drives_behind_a_switch_in_a_slot():
    lines = render_tree(document("epyc-nps4"))
    assert lines[1] == "CPU 0  unknown CPU model (nodes 0, 1, 2, 3)"
    assert lines[2] == "└─ 20:03.1  root port  slot PCIE_1_A  node 1"
    assert lines[3] == "   └─ 21:00.0  switch  Gen4 x16"
    assert lines[5] == "      │  └─ 23:00.0  nvme0n1  15.4 TB  Gen4 x4"
    assert lines[-1] == "└─ md0  md raid0  4 wide  on nvme0n1, nvme1n1, nvme2n1, nvme3n1"


def test_temperature_and_limiting_port():
    lines = render_tree(document("laptop"))
    assert lines[-1].strip() == "Gen3 x4 of Gen4 x4 (the port ends at Gen3 x4)  43 °C"


def test_colour_is_only_added_to_the_text():
    plain = render_tree(document("epyc-nps4"))
    coloured = render_tree(document("epyc-nps4"), paint_for_terminal)
    assert any("\033[" in line for line in coloured)
    assert [re.sub(r"\033\[\d+m", "", line) for line in coloured] == plain


@pytest.mark.parametrize(
    ("child", "port", "text", "is_odd"),
    [
        (link(16.0, 4), link(16.0, 4), "Gen4 x4", False),
        (link(8.0, 4, 16.0, 4), link(8.0, 4), "Gen3 x4 of Gen4 x4 (the port ends at Gen3 x4)", False),
        (
            link(16.0, 2, 16.0, 4),
            link(16.0, 2, 16.0, 4),
            "Gen4 x2 of Gen4 x4 (narrower than both ends allow)",
            True,
        ),
        (
            link(2.5, 16, 8.0, 16),
            link(2.5, 16, 8.0, 16),
            "Gen1 x16 of Gen3 x16 (slower than both ends allow, or idle)",
            False,
        ),
        (link(16.0, 4), link(32.0, 4), "Gen4 x4", False),
        (link(24.0, 4), None, "24 GT/s x4", False),
        (dict.fromkeys(link(8.0, 4)), link(8.0, 4), "", False),
    ],
)
def test_words_about_a_link(child, port, text, is_odd):
    parent = function("0x060400", link=port) if port else None
    assert describe_link(function("0x010802", link=child), parent) == (text, is_odd)


def test_what_root_could_read_is_named():
    told = document("vm")
    told["sources"]["smbios"] = {"status": "denied", "detail": "x"}
    told["sources"]["lvm"] = {"status": "timeout", "detail": "lvs took longer than 5 s"}
    lines = render_tree(told)
    assert "Not readable without root: smbios." in lines
    assert "Try: fioboard-agent inventory --privileged --tree" in lines
    assert "lvm: timeout: lvs took longer than 5 s" in lines


def test_privileged_is_not_advised_to_whom_it_does_not_help():
    told = document("vm")
    told["sources"]["smbios"] = {"status": "denied", "detail": "/sys/x: Permission denied"}
    told["collector"]["privileged"] = True
    lines = render_tree(told)
    assert "Not readable by root either: smbios: /sys/x: Permission denied." in lines
    told["collector"]["privileged"] = False
    told["sources"]["privileged"] = {"status": "denied", "detail": "sudo: a password is required"}
    lines += render_tree(told)
    assert "--privileged read nothing: sudo: a password is required" in lines
    assert "Set it up: fioboard-agent inventory --show-sudoers" in lines
    assert "Try: fioboard-agent inventory --privileged --tree" not in lines


def test_document_of_nothing_is_no_crash():
    assert render_tree({"sources": {}}) == []


def test_empty_slot_with_a_name_is_shown_and_one_without_is_not():
    slot = {"name": "PCIE_2", "source": "acpi", "is_verified": True}
    pci = {
        "0000:40:01.1": function("0x060400", port_type="root", slot=slot),
        "0000:40:01.2": function("0x060400", port_type="root"),
    }
    assert render_tree({"pci": pci, "sources": {}}) == ["PCI", "└─ 40:01.1  root port  slot PCIE_2  empty"]
