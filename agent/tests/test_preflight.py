"""preflight/: each check with a case that warns, one that just does not, one that must not guess; then real fio."""

import json
import subprocess
import sys

import pytest
from machine import Machine

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.errors import EXIT_NOT_READY
from fioboard_agent.preflight import host, target
from fioboard_agent.preflight.activity import Activity, Counters, compare_counters, read_counters
from fioboard_agent.preflight.catalogue import CHECKS, run_checks
from fioboard_agent.preflight.check import OK, UNKNOWN, WARNING, Situation

PORT, DRIVE = "0000:40:03.1", "0000:41:00.0"
IDLE = Activity(0.0, 0, {"nvme0n1": 0.0})


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path)
    folder = machine.disk("nvme0n1", parent=f"pci0000:40/{PORT}/{DRIVE}/nvme/nvme0")
    machine.link("/sys/class/nvme/nvme0", f"{folder}/../..".replace("/block/nvme0n1/../..", ""))
    for function, place in ((PORT, f"pci0000:40/{PORT}"), (DRIVE, f"pci0000:40/{PORT}/{DRIVE}")):
        machine.link(f"/sys/bus/pci/devices/{function}", f"/sys/devices/{place}")
    return machine


def situation(machine, activity=IDLE, disk=None, cpu=None, **target_facts):
    nvme = {"pci": DRIVE, "controllers": [{"name": "nvme0", "pci": DRIVE}], **(disk or {})}
    resolved = {"kind": "disk", "members": ["nvme0n1"], "filesystem": None, "network": None, "reason": None}
    inventory = {"disks": {"nvme0n1": nvme}, "cpu": cpu or {}, "volumes": {}}
    return Situation(machine.roots, inventory, ({**resolved, **target_facts},), activity)


def filesystem(kind="ext4", *options, used_pct=10, **given):
    size = {"size_bytes": 1000, "free_bytes": 1000 - 10 * used_pct}
    return {"type": kind, "mount_point": "/mnt", "source": "pool/data", "options": list(options), **size, **given}


@pytest.mark.parametrize(
    ("frequency", "status"),
    [
        ({"driver": "acpi-cpufreq", "governors": {"powersave": 4}}, WARNING),
        ({"driver": "acpi-cpufreq", "governors": {"performance": 3, "conservative": 1}}, WARNING),
        ({"driver": "acpi-cpufreq", "governors": {"schedutil": 4}}, OK),
        ({"driver": "intel_pstate", "governors": {"powersave": 4}, "epp": {"balance_performance": 4}}, OK),
        ({"driver": "intel_pstate", "governors": {"powersave": 4}, "epp": {"balance_power": 4}}, WARNING),
        ({"driver": "intel_cpufreq", "governors": {"powersave": 4}}, WARNING),
        ({"driver": None, "governors": {}}, UNKNOWN),
    ],
)
def test_governor(machine, frequency, status):
    assert host.check_governor(situation(machine, cpu={"frequency": frequency})).status == status


@pytest.mark.parametrize(("share", "status"), [(10.0, WARNING), (9.9, OK), (None, UNKNOWN)])
def test_other_load(machine, share, status):
    assert host.check_other_load(situation(machine, Activity(share, 0, {}))).status == status


@pytest.mark.parametrize(("pages", "status"), [(1, WARNING), (0, OK), (None, UNKNOWN)])
def test_swap(machine, pages, status):
    assert host.check_swap(situation(machine, Activity(0.0, pages, {}))).status == status


@pytest.mark.parametrize(("rate", "status"), [(1e6, WARNING), (999_999.0, OK), (None, UNKNOWN)])
def test_other_io(machine, rate, status):
    assert target.check_other_io(situation(machine, Activity(0.0, 0, {"nvme0n1": rate}))).status == status


@pytest.mark.parametrize(
    ("volume", "status"),
    [
        ({"level": "raid1", "is_degraded": True, "options": {"failed": ["sdb"]}}, WARNING),
        ({"level": "raid1", "is_degraded": True}, WARNING),
        ({"level": "raid1", "is_degraded": False}, OK),
        ({"level": "raid5", "is_degraded": None}, UNKNOWN),
        ({"level": "linear", "is_degraded": None}, None),
        (None, None),
    ],
)
def test_degraded_array(machine, volume, status):
    graph = {"root": "md0", "nodes": {"md0": {"kind": "volume", "name": "md0", "children": ["nvme0n1"]}}}
    asked = situation(machine, graph=graph)
    if volume is not None:
        asked.inventory["volumes"]["md0"] = volume
    answer = target.check_degraded_array(asked)
    assert (answer and answer.status) == status
    if status == WARNING:
        assert ("sdb failed" in answer.text) == ("options" in volume)


ACTIVE = "md7 : active raid1 {member}[1] sdz1[0]\n      104320 blocks [2/2] [UU]\n"
WORKING = ACTIVE + "      [=>...]  resync =  7.2% (1/9) finish=2.8min\n"


@pytest.mark.parametrize(
    ("table", "status"),
    [
        (WORKING.format(member="nvme0n1p2"), WARNING),
        (WORKING.format(member="nvme0n10"), OK),
        (ACTIVE.format(member="nvme0n1"), OK),
        (ACTIVE.format(member="nvme0n1") + WORKING.format(member="sdy").replace("md7", "md8"), OK),
        (None, OK),
    ],
)
def test_resync_counts_where_it_shares_a_drive(machine, table, status):
    if table is not None:
        machine.put("/proc/mdstat", "Personalities : [raid1]\n" + table + "unused devices: <none>\n")
    assert target.check_resync(situation(machine)).status == status


@pytest.mark.parametrize(
    ("degrees", "limits", "status"),
    [
        (61, {"temperature_warning_c": 70, "temperature_critical_c": 85}, WARNING),
        (60, {"temperature_warning_c": 70, "temperature_critical_c": 85}, OK),
        (76, {"temperature_critical_c": 85}, WARNING),
        (40, {}, UNKNOWN),
        (None, {"temperature_warning_c": 70}, UNKNOWN),
    ],
)
def test_hot_drive(machine, degrees, limits, status):
    if degrees is not None:
        machine.put("/sys/class/nvme/nvme0/hwmon4/temp1_input", f"{degrees}000\n")
    assert target.check_hot_drive(situation(machine, disk=limits)).status == status


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (filesystem(used_pct=90), WARNING),
        (filesystem(used_pct=89), OK),
        (filesystem(size_bytes=None, free_bytes=None), UNKNOWN),
        (None, None),
    ],
)
def test_free_space(machine, given, status):
    answer = target.check_free_space(situation(machine, filesystem=given))
    assert (answer and answer.status) == status


@pytest.mark.parametrize(
    ("now", "port", "drive", "status"),
    [
        (2, 4, 4, WARNING),
        (2, 2, 4, OK),
        (4, 16, 4, OK),
        (255, 4, 4, UNKNOWN),
        (4, None, 4, UNKNOWN),
    ],
)
def test_degraded_link(machine, now, port, drive, status):
    for function, most in ((PORT, port), (DRIVE, drive)):
        if most is not None:
            machine.put(f"/sys/bus/pci/devices/{function}/max_link_width", f"{most}\n")
    machine.put(f"/sys/bus/pci/devices/{DRIVE}/current_link_width", f"{now}\n")
    assert target.check_degraded_link(situation(machine)).status == status


def test_what_joins_the_ports_inside_of_a_switch_is_no_link(tmp_path):
    """A x16 switch in a x4 slot (narrow, its upper link) with a x4 drive in a downstream port that could have 16."""
    machine, above = Machine(tmp_path), "/sys/devices/pci0000:40"
    chain = {"0000:40:03.1": (4, 4), "0000:41:00.0": (16, 4), "0000:42:00.0": (16, 4), "0000:43:00.0": (4, 4)}
    for function, (most, now) in chain.items():
        above = f"{above}/{function}"
        machine.put(f"{above}/max_link_width", f"{most}\n")
        machine.put(f"{above}/current_link_width", f"{now}\n")
        machine.link(f"/sys/bus/pci/devices/{function}", above)
    answer = target.check_degraded_link(situation(machine, disk={"pci": "0000:43:00.0"}))
    assert (answer.status, answer.text) == (OK, "All PCIe links run at full width.")


STATES = [{"index": 0, "max_power_w": 25.0}, {"index": 2, "max_power_w": 8.0}]


@pytest.mark.parametrize(
    ("features", "status", "words"),
    [
        ({"power_state": 2, "unknown": {}}, WARNING, "power state 2 (8 of 25 W)"),
        ({"power_state": 0, "unknown": {}}, OK, ""),
        ({"power_state": None, "unknown": {"power_state": "it slept"}}, UNKNOWN, "it slept"),
        (None, UNKNOWN, "only root can read it"),
    ],
)
def test_power_state(machine, features, status, words):
    answer = target.check_power_state(situation(machine, disk={"nvme_features": features, "power_states": STATES}))
    assert answer.status == status
    assert words in answer.line


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({"filesystem": filesystem("btrfs", "compress=zstd:3")}, WARNING),
        ({"filesystem": filesystem("btrfs", "compress-force")}, WARNING),
        ({"filesystem": filesystem("btrfs", "compress=no")}, OK),
        ({"filesystem": filesystem("ext4")}, OK),
        ({"filesystem": filesystem("zfs")}, UNKNOWN),
        ({"filesystem": filesystem("nfs4"), "network": {"server": "a"}}, UNKNOWN),
        ({}, None),
    ],
)
def test_compression(machine, given, status):
    answer = target.check_compression(situation(machine, **given))
    assert (answer and answer.status) == status


@pytest.mark.parametrize(("setting", "status"), [("lz4", WARNING), ("off", OK)])
def test_compression_of_a_pool_is_its_property(machine, setting, status):
    given = situation(machine, filesystem=filesystem("zfs"))
    given.inventory["volumes"] = {"pool": {"options": {"compression": setting}}}
    assert target.check_compression(given).status == status


def test_target_that_cannot_be_followed_is_not_taken_for_a_healthy_one(machine):
    lost = situation(machine, members=[], kind="directory", reason="overlay whose upper folder is not visible")
    machine.put("/proc/mdstat", "unused devices: <none>\n")
    for check in (target.check_other_io, target.check_resync, target.check_hot_drive, target.check_degraded_link):
        answer = check(lost)
        assert (answer.status, answer.reason) == (UNKNOWN, "overlay whose upper folder is not visible")


def test_memory_has_no_drives_to_check(machine):
    nothing = situation(machine, members=[], kind="tmpfs")
    assert target.check_other_io(nothing) is None
    assert target.check_degraded_link(nothing) is None


def test_a_check_that_fails_is_unknown_and_the_others_go_on(tmp_path):
    machine = Machine(tmp_path)
    answers = {answer.id: answer for answer in run_checks(machine.roots, {"cpu": "odd"}, ())}
    assert answers["governor"].status == UNKNOWN
    assert "AttributeError" in answers["governor"].reason
    assert answers["swap"].reason == "not in /proc/vmstat"


def test_activity_is_what_grew_between_two_readings():
    before = Counters((100, 0, 0, 900, 0, 0, 0, 0), 5, {"a": 0, "b": 10, "c": None})
    after = Counters((130, 0, 0, 950, 20, 0, 0, 0), 9, {"a": 512_000, "b": 0, "c": 7})
    found = compare_counters(before, after, 0.5)
    assert (found.cpu_busy_pct, found.swapped_pages) == (30.0, 4)
    assert found.bytes_per_s == {"a": 1_024_000.0, "b": None, "c": None}


def test_counters_of_a_disk_are_sectors_and_none_where_it_keeps_none(machine):
    machine.put("/sys/class/block/nvme0n1/stat", "100 0 8 50 0 0 2 0 0 40 50\n")
    machine.put("/proc/stat", "cpu  1 2 3 4 5 6 7 8 9 9\ncpu0 1\n")
    machine.put("/proc/vmstat", "pswpin 3\npswpout 4\npswpin_x 9\n")
    assert read_counters(machine.roots, ["nvme0n1", "gone"]) == Counters(
        (1, 2, 3, 4, 5, 6, 7, 8), 7, {"nvme0n1": 10 * 512, "gone": None}
    )
    machine.put("/sys/class/block/nvme0n1/queue/iostats", "0\n")
    assert read_counters(machine.roots, ["nvme0n1"]).moved_bytes == {"nvme0n1": None}


@pytest.fixture
def busy_processor():
    spinner = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    yield
    spinner.kill()
    spinner.wait()


@pytest.mark.nightly
@pytest.mark.usefixtures("busy_processor")
def test_strict_starts_nothing_and_without_it_the_warning_goes_with_the_run(folders, bench, monkeypatch, capsys):
    monkeypatch.chdir(bench)
    # One full processor is a tenth of the whole host only where there are few; the limit is tested above.
    monkeypatch.setattr(host, "MAX_OTHER_CPU_PCT", 0.5)
    job = ["--no-upload", "--no-samples", "--keep-free", "1m", "--", "--name=a", "--rw=read", "--size=1m"]
    assert main(["run", "--strict", *job]) == EXIT_NOT_READY
    refused = capsys.readouterr().err
    assert "--strict: fio was not started" in refused
    assert list(bench.iterdir()) == []
    assert list(Spool(folders).waiting()) == []

    assert main(["run", *job]) == 0
    (entry,) = Spool(folders).waiting()
    preflight = entry.manifest()["preflight"]
    assert {check["id"] for check in preflight} <= set(CHECKS)
    assert {check["status"] for check in preflight} <= {OK, WARNING, UNKNOWN}
    assert [check["id"] for check in preflight if check["status"] == UNKNOWN and not check["reason"]] == []
    told = next(check for check in preflight if check["id"] == "other_load")
    assert (told["status"], told["reason"]) == (WARNING, None)
    assert told["text"] in capsys.readouterr().err
    assert json.loads((entry.files / "fio.json").read_text())["jobs"][0]["read"]["io_bytes"] == 1 << 20
