"""A capture gives the same inventory as the machine it was taken from, and none of what identifies it."""

import io
import json
import re
import struct
import tarfile
from pathlib import Path

import pytest
from epyc_lab import build_epyc_lab
from trees import captured, fixture, unpack_capture

from fioboard_agent.capture.archive import TOP, build_tree, write_archive
from fioboard_agent.capture.firmware import scrub_config, scrub_smbios
from fioboard_agent.capture.mounts import scrub_names
from fioboard_agent.capture.pseudonyms import Pseudonyms, list_identifying_values
from fioboard_agent.capture.recording import Recording
from fioboard_agent.capture.replay import open_reader
from fioboard_agent.cli import main
from fioboard_agent.collectors.smbios.records import parse_table
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer, Programs
from fioboard_agent.inventory.document import collect_inventory

KEY = b"k" * 32
SERIAL, MAC, UUID = "S4EVNX0R123456", "b4:2e:99:aa:bb:cc", "4c4c4544-0042-3010-8035-b4c04f573732"
WWN, HOST, PERSON = "eui.0025385b71b00f4a", "epyc-lab-1", "alice"


def take(root, folder, people=()):
    """Capture the machine below `root`, unpack it below `folder`; both documents and the archive's bytes."""
    recording, pseudonyms, file = Recording(), Pseudonyms(KEY), io.BytesIO()
    pseudonyms.learn(people)
    document = collect_inventory(Roots(root), None, "Linux", recording.reader)
    write_archive(build_tree(Roots(root), recording, document, pseudonyms), recording, pseudonyms, file)
    with tarfile.open(fileobj=io.BytesIO(file.getvalue())) as archive:
        unpack_capture(archive, folder)
    replayed = collect_inventory(Roots(folder / TOP), None, "Linux", open_reader)
    return document, replayed, file.getvalue()


def differences(before, after, path=""):
    """Every leaf that is not equal, as (path, before, after)."""
    if isinstance(before, dict) and isinstance(after, dict) and list(before) == list(after):
        return [found for key in before for found in differences(before[key], after[key], f"{path}/{key}")]
    if isinstance(before, dict) and isinstance(after, dict):
        return [(f"{path}/{key}", before.get(key), after.get(key)) for key in {*before} ^ {*after}]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [found for one, other in zip(before, after) for found in differences(one, other, path)]
    return [] if before == after else [(path, before, after)]


def assert_same_but_for_names(document, replayed):
    names = {*list_identifying_values(document), document["host"]["name"], document["host"]["machine_id_hash"]}
    pseudonyms = {}
    for path, before, after in differences(document, replayed):
        if path.split("/")[1] in {"collected_at", "collector"}:
            continue
        assert isinstance(before, str), f"{path}: {before} became {after}"
        assert before in names, f"{path}: {before!r} became {after!r}"
        assert pseudonyms.setdefault(before, after) == after
    assert len(set(pseudonyms.values())) == len(pseudonyms)


@pytest.fixture
def lab(tmp_path):
    machine = build_epyc_lab(tmp_path / "lab")
    machine.put("/etc/machine-id", "0123456789abcdef0123456789abcdef\n")
    machine.put("/sys/class/dmi/id/product_uuid", UUID + "\n")
    mounts = f"/dev/nvme0n1p1 /mnt/{PERSON}/secret-project ext4 rw,relatime 0 0\nfiler.corp.example:/vol/{PERSON} /home/{PERSON} nfs4 rw,vers=4.2,addr=10.20.30.40,clientaddr=10.20.30.41 0 0\n"
    machine.put("/proc/mounts", mounts)
    machine.put("/proc/self/mountinfo", f"30 1 259:1 / /mnt/{PERSON} rw,relatime shared:1 - ext4 /dev/nvme0n1p1 rw\n")
    return machine


@pytest.mark.nightly
def test_capture_of_the_lab_gives_the_same_document(lab, tmp_path):
    document, replayed, _ = take(lab.root, tmp_path / "unpacked")
    assert document["disks"]
    assert_same_but_for_names(document, replayed)
    assert document["host"]["name"] != replayed["host"]["name"]


@pytest.mark.nightly
@pytest.mark.parametrize(
    "name",
    [
        "sysfs/node_exporter-sys.ttar",
        pytest.param("sysfs/hwloc/32em64t-2n8c+dax+nvme+mic+dimms.tar.bz2", marks=pytest.mark.nightly),
    ],
)
def test_capture_of_a_real_machine_gives_the_same_document(name, tmp_path):
    document, replayed, _ = take(captured(fixture(name)), tmp_path / "unpacked")
    assert document["disks"] or document["cpu"]
    assert_same_but_for_names(document, replayed)


def test_no_secret_is_in_the_archive(lab, tmp_path):
    """Canaries in every kind of place the collectors read."""
    real = Path((lab.root / "sys/block/nvme0n1").resolve())
    canaries = {
        SERIAL,
        MAC,
        UUID,
        WWN.split(".")[1],
        HOST,
        PERSON,
        "hunter2",
        "s3cret",
        "10.20.30.40",
        "filer.corp",
    }
    canaries |= {
        "S411795X",
        "secret-project",
        "0123456789abcdef0123456789abcdef",
        "BACKUP-OF-ALICE",
        "5000c500a1b2c3d4",
    }
    (real / "wwid").write_text(WWN + "\n")
    (real / "device" / "serial").write_text(SERIAL + "\n")
    number = (real / "dev").read_text().strip()
    udev = f"E:ID_SERIAL=SAMSUNG_{SERIAL}\nE:ID_SERIAL_SHORT={SERIAL}\nE:ID_FS_UUID={UUID}\nE:ID_FS_LABEL=BACKUP-OF-ALICE\n"
    lab.put(
        f"/run/udev/data/b{number}",
        f"{udev}E:ID_WWN=0x5000c500a1b2c3d4\nS:disk/by-id/nvme-SAMSUNG_{SERIAL}\n",
    )
    lab.put("/sys/class/net/eth0/address", MAC + "\n")
    lab.put("/sys/class/net/eth0/mtu", "1500\n")
    lab.put("/sys/class/net/eth0/device/uevent", f"NAME={SERIAL}\n")
    document, replayed, archive = take(lab.root, tmp_path / "unpacked", [PERSON])
    assert SERIAL in json.dumps(document)
    everything = b"".join(path.read_bytes() for path in (tmp_path / "unpacked").rglob("*") if path.is_file())
    with tarfile.open(fileobj=io.BytesIO(archive)) as opened:
        names = "\n".join(opened.getnames()).encode()
    targets = "\n".join(
        str(path.readlink()) for path in (tmp_path / "unpacked").rglob("*") if path.is_symlink()
    ).encode()
    for canary in canaries:
        assert canary.lower().encode() not in (everything + names + targets).lower(), canary
    assert_same_but_for_names(document, replayed)


def test_answers_of_programs_are_kept_without_serial_numbers(tmp_path, lab):
    class Host(Programs):
        def run(self, argv, timeout_s=5.0):
            return Answer(0, b'{"serial_number": "ZC1ABCDE", "model_name": "X", "wwn": "0x5000c500a1b2c3d4"}\n', "")

    recording, pseudonyms, file = Recording(), Pseudonyms(KEY), io.BytesIO()
    reader = recording.reader(Roots(lab.root))
    recording.could_ask = True
    recording.answers.append((["smartctl", "-j", "/dev/sda"], Host().run(["smartctl"])))
    assert reader.text("/proc/sys/kernel/hostname") == HOST
    write_archive(build_tree(Roots(lab.root), recording, {}, pseudonyms), recording, pseudonyms, file)
    with tarfile.open(fileobj=io.BytesIO(file.getvalue())) as archive:
        unpack_capture(archive, tmp_path / "unpacked")
    replay = open_reader(Roots(tmp_path / "unpacked" / TOP))
    answer = json.loads(replay.ask(["smartctl", "-j", "/dev/sda"]).text)
    assert answer["model_name"] == "X"
    assert answer["serial_number"] != "ZC1ABCDE"
    assert answer["wwn"] != "0x5000c500a1b2c3d4"
    assert replay.ask(["lvs"]) is None


def test_pseudonyms_keep_shape_and_identity():
    found = Pseudonyms(KEY)
    found.learn([SERIAL, "short", "abc", "none"])
    assert re.fullmatch(r"[A-Z]\d[A-Z]{4}\d[A-Z]\d{6}", found.word(SERIAL))
    assert found.text(f"x {SERIAL} y") == f"x {found.word(SERIAL)} y"
    assert found.text(f"pre{SERIAL}") == f"pre{SERIAL}"
    assert re.fullmatch(r"([0-9a-f]{2}:){5}[0-9a-f]{2}", found.text(MAC))
    assert re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", found.text(UUID))
    assert found.text(UUID) == found.word(UUID) != UUID
    assert found.word(WWN).startswith("eui.")
    assert found.text("/home/alice/x") != "/home/alice/x"
    assert found.text("0000:41:00.0 abc none 2.4.0.1") == "0000:41:00.0 abc none 2.4.0.1"
    assert found.word("To Be Filled By O.E.M.") == "To Be Filled By O.E.M."
    assert Pseudonyms(b"other" * 8).word(SERIAL) != found.word(SERIAL)


def test_mount_tables_keep_what_the_kernel_says_and_lose_what_people_chose():
    hide = Pseudonyms(KEY).word
    line = "36 25 0:31 / /srv/acme-db rw,relatime shared:2 - nfs4 nas.acme.example:/export/acme rw,vers=4.2,rsize=1048576,addr=10.0.0.7\n"
    found = scrub_names(line, hide)
    fields = found.split()
    assert "acme" not in found
    assert "10.0.0.7" not in found
    assert fields[:4] == ["36", "25", "0:31", "/"]
    assert fields[4].startswith("/srv/")
    assert fields[8] == "nfs4"
    assert fields[10].startswith("rw,vers=4.2,rsize=1048576,addr=")
    assert (
        scrub_names("/dev/sda1 / ext4 rw,errors=remount-ro 0 0\n", hide)
        == "/dev/sda1 / ext4 rw,errors=remount-ro 0 0\n"
    )
    assert scrub_names("nonsense\n\n", hide) == ""


def record(kind, body, *strings):
    return struct.pack("<BBH", kind, 4 + len(body), kind) + body + b"\0".join(s.encode() for s in strings) + b"\0\0"


def test_firmware_tables_lose_serial_numbers_uuid_and_foreign_records():
    identity = bytes(range(1, 17))
    table = record(1, b"\1\2\0\3" + identity, "Maker", "Box", "SN-12345678") + record(11, b"\1", "Property of ACME")
    found = parse_table(scrub_smbios(table + record(0, b"\1", "BIOS Maker"), Pseudonyms(KEY).word))
    assert [one.type for one in found] == [1, 0]
    assert found[0].strings[:2] == ("Maker", "Box")
    assert found[0].strings[2] != "SN-12345678"
    assert found[0].data[8:24] != identity
    assert found[1].strings == ("BIOS Maker",)


def test_configuration_space_loses_its_device_serial_number():
    space = bytearray(4096)
    struct.pack_into("<I", space, 0x100, 0x0001 | 0x150 << 20)
    struct.pack_into("<I", space, 0x150, 0x0003)
    space[0x154:0x15C] = b"\xb4\x2e\x99\xff\xff\xaa\xbb\xcc"
    found = scrub_config(bytes(space))
    assert found[0x154:0x15C] == bytes(8)
    assert found[:0x154] == bytes(space[:0x154])


def test_command_writes_once_says_what_and_uses_the_same_pseudonyms_again(folders, lab, tmp_path, capsys):
    first, second = tmp_path / "a.tar.gz", tmp_path / "b.tar.gz"
    assert main(["capture", "--root", str(lab.root), "-o", str(first), "--list"]) == 0
    said = capsys.readouterr().out
    assert "/proc/cpuinfo" in said
    assert "Check it before you share it" in said
    assert main(["capture", "--root", str(lab.root), "-o", str(first)]) == 3
    assert main(["capture", "--root", str(lab.root), "-o", str(second)]) == 0
    assert first.stat().st_mode & 0o077 == 0
    contents = []
    for path in (first, second):
        with tarfile.open(path) as archive:
            contents.append({one.name: archive.extractfile(one).read() for one in archive if one.isfile()})
    assert contents[0] == contents[1]
