"""FreeBSD: recorded answers of its programs in, the inventory document out."""

import json

import pytest
from trees import fixture, fixtures

from fioboard_agent.capture.replay import RecordedPrograms
from fioboard_agent.collectors import (
    cam_freebsd,
    geom_freebsd,
    pci_freebsd,
    sysctl_tree,
)
from fioboard_agent.collectors.machine_freebsd import SYSCTL
from fioboard_agent.collectors.nvme import freebsd as nvme_freebsd
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory.document import collect_inventory

R730 = "freebsd/pciconf/dell-r730xd-freebsd-11.4-intel-p3x00.txt"  # chip=, before FreeBSD 13
R7515 = "freebsd/pciconf/dell-r7515-hardenedbsd-13.txt"  # vendor= device=
NVME = "0000:81:00.0"

# The texts of nvmecontrol(8) and camcontrol(8) are written by hand after their sources; no host of ours prints them.
CONTROLLER = """Controller Capabilities/Features
================================
Vendor ID:                   8086
Subsystem Vendor ID:         8086
Serial Number:               CVFT5033004H400BGN
Model Number:                INTEL SSDPE2MD400G4
Firmware Version:            8DV10171
Recommended Arb Burst:       0
Max Data Transfer Size:      131072 bytes
Controller ID:               0x0000
"""
NAMESPACE = """Size:                        781422768 blocks
Thin Provisioning:           Not Supported
Number of LBA Formats:       3
Current LBA Format:          LBA Format #01
LBA Format #00: Data Size:   512  Metadata Size:     0  Performance: Good
LBA Format #01: Data Size:  4096  Metadata Size:     0  Performance: Best
LBA Format #02: Data Size:  4096  Metadata Size:     8
"""
DEVLIST = """scbus0 on ahcich0 bus 0:
<Samsung SSD 850 PRO 512GB EXM02B6Q>  at scbus0 target 0 lun 0 (ada0,pass0)
<>                                 at scbus0 target -1 lun ffffffff ()
scbus6 on mps0 bus 0:
<ATA INTEL SSDSC2BB48 0370>        at scbus6 target 3 lun 0 (pass2,da1)
scbus-1 on xpt0 bus 0:
<>                                 at scbus-1 target -1 lun ffffffff (xpt0)
"""
CONFXML = """<mesh><class id="0x1"><name>DISK</name><geom id="0x2"><class ref="0x1"/><name>nvd0</name><provider id="0x3">
<geom ref="0x2"/><mode>r0w0e0</mode><name>nvd0</name><mediasize>400088457216</mediasize><sectorsize>4096</sectorsize>
<stripesize>0</stripesize><config><rotationrate>0</rotationrate><ident>CVFT5033004H400BGN</ident>
<descr>INTEL SSDPE2MD400G4</descr></config></provider></geom></class></mesh>\0"""
BRIDGE = "dev.pcib.2.secbus: 129\ndev.pcib.2.domain: 0\ndev.pcib.2.%location: slot=3 function=0 dbsf=pci0:128:3:0\n"


def said(text, code=0, stderr=""):
    return Answer(code, text if isinstance(text, bytes) else text.encode(), stderr)


def collect(answers):
    programs = RecordedPrograms({tuple(argv.split()): answer for argv, answer in answers.items()})
    return collect_inventory(Roots(), None, "FreeBSD", lambda roots: Reader(roots, programs))


def smart(temperature_k):
    log = bytearray(512)
    log[1:3] = temperature_k.to_bytes(2, "little")
    log[5] = 3
    log[32] = 1
    return bytes(log)


@pytest.fixture
def document():
    sysctl = fixture("freebsd/sysctl-a-freebsd12.txt").read_text(errors="replace")
    return collect(
        {
            " ".join(["sysctl", *SYSCTL]): said(f"{sysctl}{BRIDGE}dev.nvme.0.%domain: 1\n"),
            "pciconf -lvbc": said(fixture(R730).read_bytes()),
            "sysctl -b kern.geom.confxml": said(CONFXML),
            "nvmecontrol identify nvme0": said(CONTROLLER),
            "nvmecontrol identify nvme0ns1": said(NAMESPACE),
            "nvmecontrol logpage -p 2 -b nvme0": said(smart(312)),
            "kenv": said(
                'smbios.system.maker="Dell Inc."\nsmbios.system.product="PowerEdge R730xd"\nsmbios.bios.version="2.12.1"\n'
            ),
        }
    )


@pytest.mark.parametrize("path", fixtures("freebsd/pciconf/*.txt"), ids=lambda path: path.stem)
def test_every_recorded_pciconf_is_read(path):
    text = path.read_text(errors="replace")
    functions, errors, names = pci_freebsd.parse_pciconf(text)
    assert len(functions) == len(names) == text.count("@pci0:")
    assert sum(function["link"]["current_lanes"] is not None for function in functions.values()) > 0
    assert sum(len(kinds) for kinds in errors.values()) == 3 * text.count("= AER ")
    assert all(function["ids"]["vendor"] for function in functions.values())
    json.dumps(functions, allow_nan=False)


def test_link_is_trained_and_in_brackets_the_most():
    functions, _, names = pci_freebsd.parse_pciconf(fixture(R730).read_text(errors="replace"))
    assert names["nvme0"] == NVME
    nvme = functions[NVME]
    assert nvme["link"] == {"current_lanes": 4, "max_lanes": 4, "current_gts": 8.0, "max_gts": 8.0}
    assert nvme["ids"] == {
        "class": "0x010802",
        "vendor": "0x8086",
        "device": "0x0953",
        "subsystem_vendor": "0x8086",
        "subsystem_device": "0x370d",
        "revision": "0x01",
    }
    assert (nvme["driver"], nvme["port_type"], nvme["config"]["mps_bytes"]) == ("nvme", "endpoint", 256)
    assert nvme["name"] == "Intel Corporation PCIe Data Center SSD"


def test_new_header_says_the_same_facts():
    functions, errors, _ = pci_freebsd.parse_pciconf(fixture(R7515).read_text(errors="replace"))
    assert functions[NVME]["ids"]["device"] == "0x2700"
    assert functions[NVME]["ids"]["subsystem_device"] == "0x3901"
    assert functions[NVME]["config"]["mrrs_bytes"] == 512
    assert errors[NVME] == {"fatal": {"total": 0}, "nonfatal": {"total": 0}, "correctable": {"total": 1}}


def test_link_below_its_most_is_told_apart():
    text = "pcib1@pci0:0:1:0:\tclass=0x060400 card=0x0 chip=0x0c018086 rev=0x06 hdr=0x01\n    cap 10[a0] = PCI-Express 2 root port max data 256(256)\n                 link x8(x16) speed 5.0(8.0) ASPM disabled(L0s/L1)\n"
    (function,) = pci_freebsd.parse_pciconf(text)[0].values()
    assert function["link"] == {"current_lanes": 8, "max_lanes": 16, "current_gts": 5.0, "max_gts": 8.0}
    assert function["port_type"] == "root"


def test_nvme_drive_has_its_controller_link_node_format_and_health(document):
    disk = document["disks"]["nvd0"]
    assert (disk["model"], disk["firmware"], disk["pci"]) == ("INTEL SSDPE2MD400G4", "8DV10171", NVME)
    assert (disk["max_transfer_bytes"], disk["lba_format_in_use"], disk["logical_block_bytes"]) == (
        131072,
        1,
        4096,
    )
    assert disk["lba_formats"][1] == {
        "index": 1,
        "data_bytes": 4096,
        "metadata_bytes": 0,
        "relative_performance": 0,
    }
    assert disk["lba_formats"][2]["relative_performance"] is None
    assert disk["controllers"][0]["numa_node"] == document["pci"][NVME]["numa_node"] == 1
    assert document["moment"]["disks"]["nvd0"]["temperature_c"] == 39
    assert document["moment"]["disks"]["nvd0"]["source"] == "nvmecontrol"
    assert document["pci"][NVME]["parent"] == "0000:80:03.0"
    assert document["pci"][NVME]["stable_path"] == "pci0000:80/03.0/00.0"


def test_host_is_described(document):
    assert document["host"]["name"] == "freebsd"
    assert document["virtualized"] == "vmware"
    assert document["os"]["name"] == "FreeBSD"
    assert document["os"]["version"] == "12.1-RELEASE"
    assert document["cpu"]["model"] == "Intel(R) Core(TM) i5-8279U CPU @ 2.40GHz"
    assert document["cpu"]["numa"]["nodes"] == [{"id": 0, "cpus": "0", "memory_bytes": None, "distances": None}]
    assert document["memory"]["total_bytes"] == 2107092992
    assert document["system"]["product"] == "PowerEdge R730xd"
    assert document["system"]["bios"]["version"] == "2.12.1"


def test_encrypted_disk_is_followed_to_its_partitions():
    text = fixture("freebsd/kern.geom.confxml-facter.xml").read_text()
    disks, volumes = geom_freebsd.parse_confxml(text)
    assert disks["ada0"]["size_bytes"] == 512110190592
    assert disks["ada0"]["rotational"] is False
    assert (disks["ada0"]["logical_block_bytes"], disks["ada0"]["physical_block_bytes"]) == (512, 4096)
    assert [one["name"] for one in disks["ada0"]["partitions"]] == ["ada0p1", "ada0p2", "ada0p3"]
    assert (volumes["ada0p3.eli"]["kind"], volumes["ada0p3.eli"]["members"]) == ("crypt", ["ada0p3"])


@pytest.mark.parametrize("path", fixtures("freebsd/kern.geom.confxml*"), ids=lambda path: path.stem)
def test_every_recorded_geom_tree_is_read(path):
    disks, _ = geom_freebsd.parse_confxml(path.read_text())
    assert all(disk["size_bytes"] for disk in disks.values())
    assert disks


def test_stripe_names_its_members_in_order_through_labels():
    provider = "<provider id='{0}'><name>{1}</name><mediasize>8</mediasize></provider>"
    drives = "".join(f"<geom id='g{n}'><name>da{n}</name>{provider.format(f'p{n}', f'da{n}')}</geom>" for n in (0, 1))
    label = f"<geom id='g2'><name>da0</name><consumer><provider ref='p0'/></consumer>{provider.format('p2', 'label/x')}</geom>"
    stripe = f"<geom id='g3'><name>st0</name><config><Stripesize>131072</Stripesize></config><consumer><provider ref='p2'/></consumer><consumer><provider ref='p1'/></consumer>{provider.format('p3', 'stripe/st0')}</geom>"
    classes = {"DISK": drives, "LABEL": label, "STRIPE": stripe}
    text = "".join(f"<class><name>{name}</name>{geoms}</class>" for name, geoms in classes.items())
    _, volumes = geom_freebsd.parse_confxml(f"<mesh>{text}</mesh>")
    volume = volumes["stripe/st0"]
    assert (volume["level"], volume["chunk_bytes"], volume["width"]) == ("raid0", 131072, 2)
    assert volume["members"] == ["da0", "da1"]


def test_drive_behind_a_channel_hangs_on_the_controller_above_it():
    disks = {name: {"pci": None, "transport": None, "firmware": None} for name in ("ada0", "da1")}
    programs = RecordedPrograms(
        {
            tuple(cam_freebsd.DEVLIST): said(DEVLIST),
            ("camcontrol", "identify", "ada0"): said("pass0: <Samsung>\nfirmware revision     EXM02B6Q\n"),
        }
    )
    sysctl = {"dev.ahcich.0.%parent": "ahci0"}
    cam_freebsd.add_cam(Reader(Roots(), programs), disks, {"ahci0": "0000:00:1f.2", "mps0": "0000:02:00.0"}, sysctl)
    assert disks["ada0"] == {"pci": "0000:00:1f.2", "transport": "sata", "firmware": "EXM02B6Q"}
    assert disks["da1"] == {"pci": "0000:02:00.0", "transport": "sas", "firmware": None}


def test_recorded_answers_of_camcontrol_are_read():
    """A drive that CAM shows through nda, as FreeBSD 14 does, is left to nvmecontrol."""
    controllers = cam_freebsd.parse_devlist(fixture("freebsd/camcontrol-devlist-nda.txt").read_text())
    assert controllers == {"ada0": ("ahcich", "0"), "nda0": ("nvme", "0")}
    disks = {name: {"pci": None, "transport": None, "firmware": None} for name in ("ada0", "nda0")}
    identify = ("camcontrol", "identify", "ada0")
    programs = RecordedPrograms(
        {
            tuple(cam_freebsd.DEVLIST): said(fixture("freebsd/camcontrol-devlist-nda.txt").read_bytes()),
            identify: said(fixture("freebsd/camcontrol-identify-ada0.txt").read_bytes()),
        }
    )
    cam_freebsd.add_cam(Reader(Roots(), programs), disks, {"ahci0": "0000:00:17.0"}, {"dev.ahcich.0.%parent": "ahci0"})
    assert disks["ada0"] == {"pci": "0000:00:17.0", "transport": "sata", "firmware": "1.3.3"}
    assert set(disks["nda0"].values()) == {None}


def test_recorded_kenv_is_read_without_what_the_maker_left_out():
    system = collect({"kenv": said(fixture("freebsd/kenv-virtualbox.txt").read_bytes())})["system"]
    assert (system["vendor"], system["product"], system["version"]) == ("innotek GmbH", "VirtualBox", "1.2")
    assert (system["bios"]["version"], system["bios"]["date"]) == ("VirtualBox", "12/01/2006")
    assert (system["board"]["vendor"], system["board"]["product"]) == ("Oracle Corporation", "VirtualBox")
    assert system["uuid"] == "aec5f525-cd19-46cc-88f7-f7ee0bcc1437"
    assert (system["serial"], system["board"]["serial"]) == (None, None)


def test_sysctl_values_of_several_lines_stay_together():
    tree = sysctl_tree.parse_sysctl("kern.a: x\nkern.sched.topology_spec: <groups>\n <group level='1'>\nhw.ncpu: 8\n")
    assert tree["kern.sched.topology_spec"] == "<groups>\n <group level='1'>"
    assert tree["hw.ncpu"] == "8"


def test_host_without_any_of_the_programs_says_so():
    document = collect({})
    assert {document["sources"][name]["status"] for name in ("sysctl", "pci", "disks", "dmi")} == {"absent"}
    assert document["disks"] == document["pci"] == {}
    json.dumps(document, allow_nan=False)


def test_unprivileged_user_learns_why_there_are_no_links():
    bare = "nvme0@pci0:1:0:0:\tclass=0x010802 card=0x370d8086 chip=0x09538086 rev=0x01 hdr=0x00\n"
    document = collect(
        {
            "pciconf -lvbc": said(bare),
            "nvmecontrol identify nvme0": said("", 1, "nvmecontrol: Permission denied"),
        }
    )
    assert document["sources"]["pci"] == {"status": "denied", "detail": "pciconf shows links to root only"}
    assert document["sources"]["nvme_smart"]["status"] == "denied"
    assert document["pci"]["0000:01:00.0"]["link"]["current_gts"] is None


@pytest.mark.parametrize(
    "garbage", [b"", b"\xff\xfe\0garbage", b"<mesh>", b"nvme0@pci0:1:0:0: class=0x", b"a: b\n" * 50]
)
def test_garbage_is_survived(garbage):
    argvs = [
        " ".join(["sysctl", *SYSCTL]),
        "pciconf -lvbc",
        "sysctl -b kern.geom.confxml",
        "kenv",
        "camcontrol devlist -v",
    ]
    document = collect({argv: said(garbage) for argv in argvs})
    assert all(source["status"] != "error" for source in document["sources"].values())
    json.dumps(document, allow_nan=False)


def test_unlimited_transfer_is_no_number():
    assert (
        nvme_freebsd.parse_identify_controller(CONTROLLER.replace("131072 bytes", "Unlimited"))["max_transfer_bytes"]
        is None
    )
