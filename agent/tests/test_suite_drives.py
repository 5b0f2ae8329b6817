"""The suite of a pool: which drives and levels it has, and that it writes only what was confirmed."""

import hashlib
import json
import subprocess
from argparse import Namespace
from contextlib import ExitStack
from pathlib import Path

import pytest
from interrupter import INTERRUPTED, interrupt_when_step_is_done
from loop_device import attach, detach, keep_numbers, limit_reads

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.errors import SetupError, UsageError
from fioboard_agent.host.paths import Roots
from fioboard_agent.suites.driver import read_figures
from fioboard_agent.suites.drives import (
    Drive,
    build_drive_suite,
    choose_drives,
    list_idle_drives,
    list_levels,
    locate_drives,
)
from fioboard_agent.suites.store import BatchStore

MACHINES = Path(__file__).parent / "data" / "machines"
MIB = 1 << 20
QUICKLY = ["--runtime", "1", "--no-upload", "--no-samples"]


def port(parent, port_type, node=None):
    return {"parent": parent, "port_type": port_type, "numa_node": node}


def plant(chains, node_of=lambda root: int(root[1])):
    """A machine of drives by their chain from the root port, such as `{"nvme0n1": ("r0", "s0", "d0")}`."""
    functions, disks = {}, {}
    for name, chain in chains.items():
        parent = None
        for address in (*chain, f"{name}-function"):
            kind = {"r": "root", "s": "upstream", "d": "downstream"}.get(address[0], "endpoint")
            functions[address] = port(parent, kind, node_of(chain[0]))
            parent = address
        disks[name] = {"pci": parent}
    return {"pci": functions, "disks": disks}


def describe(levels):
    return [(level.kind, level.name, level.drives) for level in levels]


def test_levels_are_the_ports_switches_and_sockets_that_drives_share():
    switch = {f"nvme{i}n1": ("r0", "s0", f"d{i}") for i in range(3)}
    document = plant({**switch, "nvme3n1": ("r0b",), "nvme4n1": ("r1",), "nvme5n1": ("r1b",)})
    names = [f"nvme{i}n1" for i in range(6)]
    assert describe(list_levels(document, names)) == [
        ("socket", "NUMA node 1", ("nvme4n1", "nvme5n1")),
        ("switch", "s0", ("nvme0n1", "nvme1n1", "nvme2n1")),
        ("socket", "NUMA node 0", ("nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1")),
        ("all", "all drives", tuple(names)),
    ]
    # Of drives that share one switch alone, that is all of them.
    assert describe(list_levels(document, names[:3])) == [("all", "all drives", tuple(names[:3]))]


def test_levels_of_known_machines_name_each_set_once():
    for path in sorted(MACHINES.glob("*.json")):
        document = json.loads(path.read_text())["inventory"]
        names = sorted(document["disks"])
        levels = list_levels(document, names)
        sets = [level.drives for level in levels]
        assert len(set(sets)) == len(sets), path
        assert all(len(drives) > 1 for drives in sets)
        assert len(names) < 2 or levels[-1].drives == tuple(names)


def test_an_adapter_above_hard_disks_is_a_level():
    document = plant({"sda": ("r0", "hba"), "sdb": ("r0", "hba"), "nvme0n1": ("r0b",)})
    for name in ("sda", "sdb"):
        document["disks"][name]["pci"] = "hba"
    [first, *_] = list_levels(document, ["sda", "sdb", "nvme0n1"])
    assert (first.kind, first.name) == ("adapter", "hba")


def test_volumes_on_one_disk_are_a_level_of_that_disk():
    document = plant({"nvme0n1": ("r0",), "nvme1n1": ("r1",)})
    below = {"dm-0": "nvme0n1", "dm-1": "nvme0n1", "dm-2": "nvme1n1"}
    assert describe(list_levels(document, [*below], below)) == [
        ("disk", "nvme0n1", ("dm-0", "dm-1")),
        ("all", "all drives", tuple(below)),
    ]


def test_hard_disks_are_read_at_three_places_and_writes_need_every_confirmation():
    drives = [
        Drive("sda", Path("/dev/sda"), {"serial": "A"}, is_rotational=True, confirmed=("A",)),
        Drive("nvme0n1", Path("/dev/nvme0n1"), {"serial": "B"}),
    ]
    suite = build_drive_suite(drives, list_levels({}, ["sda", "nvme0n1"]))
    assert [(one.name, one.offset_pct) for one in suite.workloads] == [
        ("alone-sda-first-read", 0),
        ("alone-sda-middle-read", 49),
        ("alone-sda-last-read", 98),
        ("alone-nvme0n1-read", 0),
        ("all-read", 0),
    ]


@pytest.fixture
def pool(tmp_path):
    """Three loop devices of random bytes, with their images."""
    with ExitStack() as stack:
        made = {}
        for position in range(3):
            image = tmp_path / f"image{position}"
            image.write_bytes(hashlib.shake_256(bytes([position])).digest(32 * MIB))
            device = attach(image)
            stack.callback(detach, device)
            made[device] = image
        yield made


def choose(targets=None, confirmed=(), all_idle=False):
    return Namespace(targets=targets, all_idle=all_idle, confirm_destroy=list(confirmed))


@pytest.mark.nightly
def test_only_whole_drives_are_a_pool(pool, tmp_path):
    first, second, _ = pool
    file = tmp_path / "file"
    file.write_bytes(b"x")
    for targets, reason in [
        (f"{first},{first}", "twice"),
        (first, "compares 2"),
        (f"{first},{file}", "no block device"),
        (f"{first},/dev/nothing", "No such file"),
        (None, "needs --targets"),
    ]:
        with pytest.raises(UsageError, match=reason):
            choose_drives(choose(targets), {}, Roots())
    with pytest.raises(UsageError, match="not confirmed"):
        choose_drives(choose(f"{first},{second}", [str(pool[first])]), {}, Roots())
    with pytest.raises(UsageError, match="no drive of this suite"):
        words = [*map(str, pool.values())]
        choose_drives(choose(f"{first},{second}", words), {}, Roots())


@pytest.mark.nightly
def test_idle_drives_are_those_that_nothing_uses(pool, tmp_path):
    names = [Path(device).name for device in pool]
    document = {"disks": {key: {} for key in [*names, "vda", "sda", "nothing"]}}
    assert [device.name for _, device in list_idle_drives(document, Roots())] == sorted(names)
    first = next(iter(pool))
    subprocess.run(["mkfs.ext4", "-q", first], check=True)
    folder = tmp_path / "mounted"
    folder.mkdir()
    if subprocess.run(["mount", first, str(folder)], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        assert [device.name for _, device in list_idle_drives(document, Roots())] == sorted(names[1:])
    finally:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.mark.nightly
def test_drives_that_the_kernel_numbered_anew_are_the_same_drives(pool):
    first, second, third = pool
    drives = choose_drives(choose(f"{first},{second}"), {}, Roots())
    image = pool[second]
    with keep_numbers():
        detach(third)
        detach(second)
        subprocess.run(["losetup", third, str(image)], check=True)
        subprocess.run(["losetup", second, str(pool[third])], check=True)
    moved = locate_drives(drives, Roots())
    assert [str(drive.path) for drive in moved] == [first, third]
    assert [drive.name for drive in moved] == [drive.name for drive in drives]
    with keep_numbers():
        detach(third)
        with pytest.raises(SetupError, match="not the drive that this batch started with"):
            locate_drives(drives, Roots())
        subprocess.run(["losetup", third, str(image)], check=True)


@INTERRUPTED
@pytest.mark.usefixtures("in_bench")
@INTERRUPTED
@pytest.mark.nightly
def test_a_pool_is_read_alone_and_together_and_goes_on_after_an_interrupt(pool, folders, capsys):
    before = {image: hashlib.sha256(image.read_bytes()).hexdigest() for image in pool.values()}
    targets = ",".join(pool)
    assert main(["suite", "drives", "--targets", targets, *QUICKLY, "--estimate"]) == 0
    said = capsys.readouterr().err
    assert "3 drives" in said
    assert "Writes nothing." in said
    interrupter = interrupt_when_step_is_done(folders)
    assert main(["suite", "drives", "--targets", targets, *QUICKLY]) == 130
    interrupter.join()
    [left] = BatchStore(folders).unfinished()
    assert len(left.plan.drives) == 3
    assert main(["suite", "--resume", "--no-upload", "--no-samples"]) == 0
    runs = [entry.manifest() for entry in Spool(folders).waiting()]
    whole = [run["batch"]["workload"] for run in runs if not run["interrupted"]]
    assert sorted(whole) == sorted(workload.name for workload in left.plan.workloads)
    assert {run["batch"]["name"] for run in runs} == {"drives"}
    together = next(run for run in runs if run["batch"]["workload"] == "all-read")
    assert {target["path"] for target in together["targets"]} == set(pool)
    assert "together" in capsys.readouterr().out
    assert {image: hashlib.sha256(image.read_bytes()).hexdigest() for image in pool.values()} == before


@pytest.mark.usefixtures("in_bench")
@pytest.mark.nightly
@pytest.mark.parametrize("planted", range(3))
def test_a_bay_that_the_kernel_holds_back_shows_alone_and_together(pool, folders, planted):
    """Planted in each place in turn: its figures are its limit, and no other drive's are."""
    devices = list(pool)
    limit = 16 * MIB
    with limit_reads(devices[planted], limit):
        assert main(["suite", "drives", "--targets", ",".join(devices), *QUICKLY]) == 0
    alone, together = {}, {}
    for entry in Spool(folders).waiting():
        targets = [target["path"] for target in entry.manifest()["targets"]]
        for word, figures in read_figures(entry).items():
            if len(targets) == 1:
                alone[targets[0]] = figures["bw_bytes_per_s"]
            else:
                together[word.rpartition(" ")[2]] = figures["bw_bytes_per_s"]
    assert len(alone) == len(together) == 3
    slow = alone.pop(devices[planted])
    assert slow == pytest.approx(limit, rel=0.2)
    assert min(alone.values()) > 3 * limit
    assert sorted(together.values())[0] == pytest.approx(limit, rel=0.2)
    assert sorted(together.values())[1] > 3 * limit


@pytest.mark.nightly
@pytest.mark.usefixtures("in_bench")
def test_only_confirmed_drives_are_written(pool, folders, capsys):
    first, second, third = pool
    images = list(pool.values())
    canary = images[2].read_bytes()
    named = ["suite", "drives", "--targets", f"{first},{second}", *QUICKLY]
    assert main([*named, "--confirm-destroy", str(images[0])]) == 2
    assert "not confirmed" in capsys.readouterr().err
    assert not list(Spool(folders).waiting())
    assert main([*named, "--confirm-destroy", str(images[0]), "--confirm-destroy", str(images[1])]) == 0
    runs = [entry.manifest() for entry in Spool(folders).waiting()]
    assert {run["batch"]["workload"] for run in runs} >= {"all-read", "all-write"}
    assert images[2].read_bytes() == canary
    assert third not in json.dumps(runs)
    assert "had no effect" not in capsys.readouterr().err


@pytest.mark.nightly
def test_other_suites_have_no_pool_and_a_pool_has_no_grid(capsys):
    assert main(["suite", "quick", "--targets", "/dev/a,/dev/b", "--no-upload"]) == 2
    assert "belong to `suite drives`" in capsys.readouterr().err
    for flags in (["--target", "/dev/a"], ["--bs", "4k"], ["--size", "1g"], ["--precondition"]):
        assert main(["suite", "drives", "--all-idle", "--no-upload", *flags]) == 2
        assert "has no" in capsys.readouterr().err


@pytest.mark.usefixtures("in_bench")
@INTERRUPTED
@pytest.mark.nightly
def test_hostile_targets_and_drives_that_change_leave_every_canary_whole(pool, folders, tmp_path, capsys):
    first, second, third = pool
    images = list(pool.values())
    before = [image.read_bytes() for image in images]
    canary = tmp_path / "canary"
    canary.write_bytes(b"canary" * 100)
    link = tmp_path / "link"
    link.symlink_to(third)
    odd = tmp_path / "a:b,c"
    odd.symlink_to(second)
    confirmed = ["--confirm-destroy", str(images[0]), "--confirm-destroy", str(images[1])]
    for targets in (
        f"{first}:{third},{second}",
        f"{first},{canary}",
        f"{first},{tmp_path}",
        f"{first},{odd}",
        f"{first},{link}",
        f"{first},{second},{third}",
        f"{first},-",
        ",",
        f"{first},${{HOME}}",
        f"{first},--filename={canary}",
    ):
        assert main(["suite", "drives", "--targets", targets, *QUICKLY, *confirmed]) in {2, 3, 4}, targets
    assert not list(Spool(folders).waiting())
    assert [image.read_bytes() for image in images] == before
    assert canary.read_bytes() == b"canary" * 100
    # Under the name of a drive that was confirmed another one is there when the batch goes on.
    interrupter = interrupt_when_step_is_done(folders)
    assert main(["suite", "drives", "--targets", f"{first},{second}", *QUICKLY, *confirmed]) == 130
    interrupter.join()
    after = images[1].read_bytes()
    canary_image = tmp_path / "other"
    canary_image.write_bytes(before[2])
    with keep_numbers():
        detach(second)
        subprocess.run(["losetup", second, str(canary_image)], check=True)
    capsys.readouterr()
    assert main(["suite", "--resume", "--no-upload", "--no-samples"]) == 6
    assert "not the drive that this batch started with" in capsys.readouterr().err
    assert canary_image.read_bytes() == before[2]
    assert images[1].read_bytes() == after
    assert images[2].read_bytes() == before[2]
