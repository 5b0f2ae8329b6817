"""cgroup_linux.py: limits of v1 and v2 at every level, from trees that hold the kernel's own files."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from machine import Machine

from fioboard_agent.collectors.cgroup_linux import collect_cgroup
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.reader import Reader

V2 = "/sys/fs/cgroup"
SLICE = f"{V2}/user.slice"
OWN = f"{SLICE}/bench.scope"
MOUNT_V2 = "31 23 0:28 {root} /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
NO_IO = {"read_bytes_per_s": None, "write_bytes_per_s": None, "read_iops": None, "write_iops": None}


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def v2(machine, group="/user.slice/bench.scope", root="/", is_root_visible=True):
    machine.put("/proc/self/mountinfo", MOUNT_V2.format(root=root))
    machine.put("/proc/self/cgroup", f"0::{group}\n")
    for folder in (V2, SLICE, OWN):
        machine.put(f"{folder}/cgroup.procs", "1\n")
        if folder != V2 or not is_root_visible:
            machine.put(f"{folder}/cgroup.type", "domain\n")


def collected(machine):
    return collect_cgroup(Reader(machine.roots))


def test_no_limit_is_an_empty_list_and_no_control_groups_are_unknown(machine):
    assert collected(machine) is None
    v2(machine)
    machine.put(f"{OWN}/cpu.max", "max 100000\n")
    assert collected(machine) == {"version": 2, "reaches_root": True, "cpu": [], "io": []}


def test_limits_of_the_own_group_and_of_its_parent_are_both_told(machine):
    v2(machine)
    machine.put(f"{OWN}/cpu.max", "20000 100000\n")
    machine.put(f"{OWN}/cpu.stat", "usage_usec 9\nnr_periods 50\nnr_throttled 40\nthrottled_usec 123456\n")
    machine.put(f"{SLICE}/cpu.max", "150000 100000\n")
    machine.put(
        f"{SLICE}/io.max",
        "254:0 rbps=1048576 wbps=max riops=max wiops=500\n8:0 rbps=max wbps=max riops=max wiops=max\n",
    )
    folder = machine.disk("vda")
    machine.link("/sys/dev/block/254:0", folder)
    found = collected(machine)
    assert found["cpu"] == [
        {
            "level": 0,
            "quota_us": 20_000,
            "period_us": 100_000,
            "periods": 50,
            "throttled_periods": 40,
            "throttled_us": 123_456,
        },
        {
            "level": 1,
            "quota_us": 150_000,
            "period_us": 100_000,
            "periods": None,
            "throttled_periods": None,
            "throttled_us": None,
        },
    ]
    limited = {"read_bytes_per_s": 1_048_576, "write_iops": 500}
    assert found["io"] == [{"level": 1, "device": "254:0", "disk": "vda", **NO_IO, **limited}]


def test_container_does_not_claim_to_see_what_is_set_above_it(machine):
    v2(machine, is_root_visible=False)
    assert collected(machine)["reaches_root"] is False


def test_group_is_found_below_the_part_of_the_hierarchy_that_is_mounted(machine):
    v2(machine, group="/kube/pod1/user.slice/bench.scope", root="/kube/pod1")
    machine.put(f"{OWN}/cpu.max", "50000 100000\n")
    assert [limit["quota_us"] for limit in collected(machine)["cpu"]] == [50_000]


@pytest.mark.parametrize("group", ["/../other", "/elsewhere"])
def test_group_outside_of_what_is_mounted_is_unknown(machine, group):
    v2(machine, group=group, root="/kube/pod1")
    assert collected(machine) is None


def test_v1_counts_nanoseconds_and_throttles_io_of_the_own_group_only(machine):
    cpu, blkio = "/sys/fs/cgroup/cpu,cpuacct", "/sys/fs/cgroup/blkio"
    machine.put(
        "/proc/self/mountinfo",
        f"32 31 0:29 / {cpu} rw - cgroup cgroup rw,cpu,cpuacct\n38 31 0:35 / {blkio} rw - cgroup cgroup rw,blkio\n"
        "41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw\n",
    )
    machine.put("/proc/self/cgroup", "7:blkio:/lab\n1:cpu,cpuacct:/lab\n0::/\n")
    machine.put("/sys/fs/cgroup/unified/cgroup.procs", "1\n")
    for folder in (cpu, blkio):
        machine.put(f"{folder}/release_agent", "\n")
        machine.put(f"{folder}/lab/cgroup.procs", "1\n")
    machine.put(f"{cpu}/cpu.cfs_quota_us", "-1\n")
    machine.put(f"{cpu}/lab/cpu.cfs_quota_us", "50000\n")
    machine.put(f"{cpu}/lab/cpu.cfs_period_us", "100000\n")
    machine.put(f"{cpu}/lab/cpu.stat", "nr_periods 10\nnr_throttled 4\nthrottled_time 2500999\n")
    machine.put(f"{blkio}/blkio.throttle.read_bps_device", "8:0 1\n")
    machine.put(f"{blkio}/lab/blkio.throttle.write_bps_device", "8:0 2097152\n")
    machine.put(f"{blkio}/lab/blkio.throttle.read_iops_device", "8:0 700\n")
    found = collected(machine)
    assert (found["version"], found["reaches_root"]) == (1, True)
    (limit,) = found["cpu"]
    assert (limit["level"], limit["quota_us"], limit["throttled_periods"], limit["throttled_us"]) == (
        0,
        50_000,
        4,
        2500,
    )
    limited = {"write_bytes_per_s": 2_097_152, "read_iops": 700}
    assert found["io"] == [{"level": 0, "device": "8:0", "disk": None, **NO_IO, **limited}]


def test_this_machine_is_read_without_a_failure():
    reader = Reader(Roots())
    found = collect_cgroup(reader)
    assert reader.source.status == "ok"
    assert found is None or found["version"] in {1, 2}


QUOTA = "/sys/fs/cgroup/cpu/fioboard-test-{pid}"


@pytest.fixture
def stopped_process():
    """A process that a real group of v1 stops: a twentieth of a processor for one that wants a whole one."""
    folder = Path(QUOTA.format(pid=os.getpid()))
    try:
        folder.mkdir()
        (folder / "cpu.cfs_quota_us").write_text("5000")
    except OSError as error:
        pytest.skip(f"no group of processor time can be made here: {error.strerror}")
    spinner = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        (folder / "cgroup.procs").write_text(str(spinner.pid))
        yield spinner, folder
    finally:
        spinner.kill()
        spinner.wait()
        folder.rmdir()


def test_real_kernel_stops_a_process_and_the_counters_tell_it(stopped_process, monkeypatch):
    spinner, folder = stopped_process
    reader = Reader(Roots())
    read = reader.binary
    monkeypatch.setattr(reader, "binary", lambda path, *more: read(path.replace("/self/", f"/{spinner.pid}/"), *more))

    def stopped():
        (limit,) = (one for one in collect_cgroup(reader)["cpu"] if one["level"] == 0)
        assert (limit["quota_us"], limit["period_us"]) == (5_000, 100_000)
        return limit["throttled_periods"], limit["throttled_us"]

    deadline = time.monotonic() + 60
    while stopped()[0] < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
    periods, microseconds = stopped()
    told = dict(line.split() for line in (folder / "cpu.stat").read_text().splitlines())
    # Read a moment later, by other means: it has only grown.
    assert 3 <= periods <= int(told["nr_throttled"])
    assert 0 < microseconds <= int(told["throttled_time"]) // 1000
