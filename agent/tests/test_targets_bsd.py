"""targets/resolution_bsd.py: from fio's path to the disks on FreeBSD and macOS, by recorded answers of their programs.

The tables of df and mount are written by hand after their manuals; the GEOM tree is a recorded one where it says so.
"""

from __future__ import annotations

import json

import pytest
from trees import fixture

from fioboard_agent.capture.replay import RecordedPrograms
from fioboard_agent.collectors import geom_freebsd
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.sampler import before_after
from fioboard_agent.sampler.session import start_sampling
from fioboard_agent.targets.resolution import resolve_path

DF = "Filesystem   512-blocks      Used     Avail Capacity  Mounted on\n"
FREEBSD_MOUNTS = """/dev/ada0p2		/			ufs	rw		1 1
tank/bench		/tank/bench		zfs	rw,noatime	0 0
tmpfs			/tmp			tmpfs	rw		0 0
/dev/gpt/fast		/fast			ufs	rw		2 2
nas:/export/bench	/mnt/nas		nfs	rw,nfsv4	0 0
"""
MACOS_MOUNTS = """/dev/disk3s1s1 on / (apfs, sealed, local, read-only, journaled)
/dev/disk5s1 on /Volumes/Bench (apfs, local, nodev, nosuid, journaled, noowners)
//mara@nas._smb._tcp.local/share on /Volumes/share (smbfs, nodev, nosuid, mounted by mara)
"""
FREEBSD = {
    "disks": {
        "ada0": {"partitions": [{"name": "ada0p1"}, {"name": "ada0p2"}]},
        "nvd0": {"partitions": [{"name": "nvd0p1"}]},
        "nvd1": {"partitions": []},
    },
    "volumes": {
        "tank": {"kind": "zfs", "members": ["nvd0p1", "nvd1"]},
        "stripe/st0": {"kind": "md", "members": ["nvd1", "nvd0p1"]},
        "loop": {"kind": "md", "members": ["loop"]},
    },
}
MACOS = {
    "disks": {"disk2": {"partitions": [{"name": "disk2s2"}]}, "disk0": {"partitions": []}},
    "volumes": {
        "disk5": {"kind": "apfs", "members": ["disk2s2"]},
        "disk3": {"kind": "apfs", "members": ["disk0s2"]},
    },
}
GEOM = """<mesh><class id="1"><name>PART</name><geom id="2"><name>nvd0</name><provider id="3"><name>nvd0p1</name></provider>
</geom></class><class id="4"><name>LABEL</name><geom id="5"><name>nvd0p1</name><consumer><provider ref="3"/></consumer>
<provider id="6"><name>gpt/fast</name></provider></geom></class></mesh>\0"""


def said(text, code=0):
    return Answer(code, text.encode(), "")


@pytest.fixture
def resolve(tmp_path):
    """Follows a path with a df that names `source` on `point`."""

    def follow(system, path, source=None, point="/", inventory=None, **answers):
        line = f"{source}   1000000   2000   998000     1%    {point}\n"
        programs = {
            ("mount", "-p"): said(FREEBSD_MOUNTS),
            ("mount",): said(MACOS_MOUNTS),
            ("sysctl", "-b", "kern.geom.confxml"): said(GEOM),
            ("route", "-n", "get", "nas"): said("   route to: 10.0.0.9\n  interface: mlxen0\n      flags: <UP>\n"),
        }
        # The nearest folder that is there is asked for: of a tree without that path, its root.
        programs.update({("df", "-P", "/"): said(DF + line)} if source else {})
        known = inventory or (FREEBSD if system == "FreeBSD" else MACOS)
        target = resolve_path(Roots(tmp_path), path, known, system, RecordedPrograms(programs))
        nodes = target["graph"]["nodes"]
        assert target["graph"]["root"] in nodes
        assert {child for node in nodes.values() for child in node["children"]} <= set(nodes)
        json.dumps(target, allow_nan=False)
        return target

    return follow


@pytest.mark.parametrize(
    ("path", "kind", "members"),
    [
        ("/dev/nvd1", "disk", ["nvd1"]),
        ("/dev/ada0p2", "partition", ["ada0"]),
        ("/dev/stripe/st0", "md", ["nvd1", "nvd0"]),
        ("/dev/zvol/tank/vol1", "zvol", ["nvd0", "nvd1"]),
        ("/dev/gpt/fast", "partition", ["nvd0"]),
    ],
)
def test_freebsd_devices_lead_to_their_disks_in_order(resolve, path, kind, members):
    target = resolve("FreeBSD", path)
    assert (target["kind"], target["members"], target["reason"]) == (kind, members, None)


@pytest.mark.parametrize(
    ("source", "point", "kind", "members"),
    [
        ("/dev/ada0p2", "/", "file", ["ada0"]),
        ("tank/bench", "/tank/bench", "file", ["nvd0", "nvd1"]),
        ("/dev/gpt/fast", "/fast", "file", ["nvd0"]),
        ("tmpfs", "/tmp", "tmpfs", []),
    ],
)
def test_freebsd_files_are_followed_through_their_mount(resolve, source, point, kind, members):
    target = resolve("FreeBSD", f"{point.rstrip('/')}/job.0.0", source, point)
    assert (target["kind"], target["members"], target["reason"]) == (kind, members, None)
    assert target["filesystem"]["mount_point"] == point


def test_freebsd_nfs_names_server_options_and_interface(resolve):
    target = resolve("FreeBSD", "/mnt/nas/f", "nas:/export/bench", "/mnt/nas")
    assert (target["kind"], target["members"], target["reason"]) == ("nfs", [], None)
    assert (target["network"]["server"], target["network"]["interface"]) == ("nas", "mlxen0")


@pytest.mark.parametrize(
    ("path", "source", "point", "kind", "members"),
    [
        ("/dev/rdisk2", None, "", "disk", ["disk2"]),
        ("/dev/disk2s2", None, "", "partition", ["disk2"]),
        ("/Volumes/Bench/f", "/dev/disk5s1", "/Volumes/Bench", "file", ["disk2"]),
        ("/Users/x/f", "/dev/disk3s1s1", "/", "file", ["disk0"]),
        ("/Volumes/share/f", "//mara@nas._smb._tcp.local/share", "/Volumes/share", "smb", []),
    ],
)
def test_macos_goes_through_container_and_store_to_the_disk(resolve, path, source, point, kind, members):
    target = resolve("Darwin", path, source, point)
    assert (target["kind"], target["members"], target["reason"]) == (kind, members, None)


@pytest.mark.parametrize(
    ("system", "path", "source", "inventory", "says"),
    [
        ("FreeBSD", "/dev/da7", None, None, "da7 is not a disk, partition or volume"),
        ("FreeBSD", "/dev/da7p1", None, None, "da7 is not a disk, partition or volume"),
        ("FreeBSD", "/x/f", "lost/pool", {"disks": {}, "volumes": {}}, "no known device on this host"),
        ("FreeBSD", "/x/f", None, None, "df names no mount"),
        ("FreeBSD", "/dev/zvol/lost/vol", None, None, "zpool did not report"),
        ("Darwin", "/dev/disk9s1", None, {}, "disk9 is not a disk"),
        ("OpenBSD", "/x/f", None, {}, "cannot trace targets on OpenBSD"),
    ],
)
def test_what_cannot_be_followed_says_why(resolve, system, path, source, inventory, says):
    target = resolve(system, path, source, "/x", inventory)
    assert target["members"] == []
    assert says in target["reason"]


def test_volume_built_on_itself_ends(resolve):
    assert resolve("FreeBSD", "/dev/loop")["members"] == []


@pytest.mark.parametrize("garbage", ["", "\0\0", "x" * 500, "Filesystem\n/dev", DF + "a b c d e f g\n", "<mesh>"])
def test_garbage_of_the_programs_is_survived(tmp_path, garbage):
    for system in ("FreeBSD", "Darwin"):
        argvs = (("df", "-P", "/"), ("mount", "-p"), ("mount",), ("sysctl", "-b", "kern.geom.confxml"))
        programs = RecordedPrograms({argv: said(garbage) for argv in argvs})
        for path in ("/x/f", "/dev/gpt/x", "/dev/", "/dev/r", "relative"):
            target = resolve_path(Roots(tmp_path), path, FREEBSD, system, programs)
            assert target["members"] == []
            assert target["reason"]


def test_labels_of_a_recorded_geom_tree_name_partitions():
    labels = geom_freebsd.parse_labels(fixture("freebsd/kern.geom.confxml-facter.xml").read_text())
    disks, _ = geom_freebsd.parse_confxml(fixture("freebsd/kern.geom.confxml-facter.xml").read_text())
    partitions = {part["name"] for disk in disks.values() for part in disk["partitions"]}
    assert labels
    assert set(labels.values()) <= partitions | set(disks)


def test_without_a_sampler_the_moment_before_and_after_is_kept_and_the_reason_said(tmp_path):
    def document(kelvin_c, errors):
        return {
            "disks": {"nvd0": {"pci": "0000:81:00.0"}, "ada0": {"pci": None}},
            "pci": {"0000:81:00.0": {"parent": "0000:80:03.0"}, "0000:80:03.0": {"parent": None}},
            "moment": {
                "disks": {"nvd0": {"temperature_c": kelvin_c}, "ada1": {"temperature_c": 1}},
                "aer": {"0000:80:03.0": {"fatal": {"total": errors}}, "0000:00:01.0": {}},
            },
        }

    output = tmp_path / "samples.json"
    sampling = before_after.start("FreeBSD", document(39, 0), ["nvd0", "ada0"], lambda: document(61, 2), output)
    assert sampling.sampler is None
    assert sampling.end()
    found = json.loads(output.read_text())
    assert (found["before"]["disks"], found["after"]["disks"]) == (
        {"nvd0": {"temperature_c": 39}},
        {"nvd0": {"temperature_c": 61}},
    )
    assert found["after"]["aer"] == {"0000:80:03.0": {"fatal": {"total": 2}}}
    assert found["sampler"]["notes"] == [
        "no samples on FreeBSD: health and errors before and after the run only",
        "disk:ada0: no program reported its temperature",
    ]
    assert (found["t_ms"], found["series"], found["events"]) == ([], [], [])


def test_a_run_elsewhere_than_on_linux_begins_with_the_moment_before(tmp_path):
    inventory = {"disks": {}, "moment": {"disks": {}, "aer": {}}}
    sampling = start_sampling(Roots(), inventory, (), None, tmp_path / "samples.json", "FreeBSD")
    assert isinstance(sampling, before_after.BeforeAndAfter)
