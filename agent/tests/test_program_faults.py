"""FreeBSD and macOS: their collectors read answers of programs. Each answer in turn is missing, refused, cut off or garbage,
and the rest of the document stays what it was; the whole document is golden."""

from __future__ import annotations

import json
import random
import re

import pytest
from golden import assert_golden
from test_freebsd import BRIDGE, CONFXML, CONTROLLER, DEVLIST, NAMESPACE, R730, said, smart
from test_macos import CONTAINERS, NVME, SYSCTLS, carrier
from test_macos import said as plist_said
from trees import fixture

from fioboard_agent.capture.replay import RecordedPrograms
from fioboard_agent.collectors import diskutil_macos, ioreg_macos, machine_freebsd, machine_macos, profiler_macos
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory.document import collect_inventory

STATUSES = {"ok", "absent", "denied", "error", "timeout", "unparsed"}


def freebsd():
    sysctl = fixture("freebsd/sysctl-a-freebsd12.txt").read_text(errors="replace")
    return {
        ("sysctl", *machine_freebsd.SYSCTL): said(f"{sysctl}{BRIDGE}dev.nvme.0.%domain: 1\n"),
        ("pciconf", "-lvbc"): said(fixture(R730).read_bytes()),
        ("sysctl", "-b", "kern.geom.confxml"): said(CONFXML),
        ("nvmecontrol", "identify", "nvme0"): said(CONTROLLER),
        ("nvmecontrol", "identify", "nvme0ns1"): said(NAMESPACE),
        ("nvmecontrol", "logpage", "-p", "2", "-b", "nvme0"): said(smart(312)),
        ("camcontrol", "devlist", "-v"): said(DEVLIST),
        ("kenv",): said('smbios.system.maker="Dell Inc."\nsmbios.system.product="PowerEdge R730xd"\n'),
    }


def macos():
    scan = json.dumps({"devices": [{"name": "/dev/disk2", "type": "nvme"}]}).encode()
    drive = fixture("smartctl/nvme-null-Samsung_SSD_970_EVO_Plus_250GB-nvme0.json").read_bytes()
    return {
        ("sysctl", *machine_macos.SYSCTL): plist_said(SYSCTLS.encode()),
        tuple(profiler_macos.PROFILER): plist_said(NVME),
        tuple(ioreg_macos.IOREG): plist_said(carrier(b"Slot-2")),
        tuple(diskutil_macos.DISKUTIL): plist_said(CONTAINERS),
        ("smartctl", "--scan-open", "-j"): plist_said(scan),
        ("smartctl", "-j", "-x", "-n", "standby", "-d", "nvme", "/dev/disk2"): plist_said(drive),
    }


SYSTEMS = {"FreeBSD": freebsd, "Darwin": macos}
FAULTS = {
    "empty": lambda answer: Answer(0, b"", ""),
    "refused": lambda answer: Answer(1, b"", "Operation not permitted"),
    "cut": lambda answer: Answer(0, answer.stdout[: len(answer.stdout) // 2], ""),
    "garbage": lambda answer: Answer(0, random.Random(len(answer.stdout)).randbytes(4000), ""),
    "zeros": lambda answer: Answer(0, b"\0" * 2000, ""),
}


def collect(system, answers):
    document = collect_inventory(Roots(), None, system, lambda roots: Reader(roots, RecordedPrograms(answers)))
    for name in ("collected_at", "collector"):
        del document[name]
    return document


@pytest.mark.parametrize("system", SYSTEMS)
def test_whole_document_is_golden(system):
    assert_golden(f"{system.lower()}/document", collect(system, SYSTEMS[system]()))


@pytest.mark.quick(3)
@pytest.mark.parametrize("fault", ["missing", *FAULTS])
@pytest.mark.parametrize("system", SYSTEMS)
def test_no_single_answer_can_break_the_document(system, fault):
    answers = SYSTEMS[system]()
    sound = collect(system, answers)
    for argv, answer in answers.items():
        if fault == "missing":
            changed = {one: said for one, said in answers.items() if one[0] != argv[0]}
        else:
            changed = {**answers, argv: FAULTS[fault](answer)}
        document = collect(system, changed)
        json.dumps(document, allow_nan=False).encode("utf-8")
        assert set(document) == set(sound)
        for name, source in document["sources"].items():
            assert source["status"] in STATUSES
            assert not re.match(r"\w+(Error|Exception)\b", source["detail"] or ""), (argv, name, source)
        if fault in {"missing", "refused"}:
            # Nothing is lost in silence.
            assert document["sources"] != sound["sources"] or document == sound, argv
        # What was read before stays what it was: only subjects of the same tree may have lost something.
        if argv[0] in {"kenv", "camcontrol", "smartctl", "nvmecontrol"}:
            assert (document["cpu"], document["os"], document["pci"].keys()) == (
                sound["cpu"],
                sound["os"],
                sound["pci"].keys(),
            )
