"""moment.py: what is read before and after a run, from the files of a machine that was built for it."""

import pytest
from machine import Machine

from fioboard_agent.benchmark.bench import list_asked_processors
from fioboard_agent.jobs.arguments import parse_arguments
from fioboard_agent.sampler.moment import collect_moment

PORT = "0000:40:03.1"


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def test_errors_on_the_way_are_counted_by_name(machine):
    machine.put(
        f"/sys/bus/pci/devices/{PORT}/aer_dev_correctable",
        "RxErr 3\nBadTLP 0\nReceiver Error 2\nTOTAL_ERR_COR 5\n",
    )
    found = collect_moment(machine.roots, {}, [PORT, "0000:00:00.0"])
    counted = {"RxErr": 3, "BadTLP": 0, "Receiver Error": 2, "TOTAL_ERR_COR": 5}
    assert found["aer"] == {PORT: {"correctable": counted, "nonfatal": {}, "fatal": {}}}


@pytest.mark.parametrize(
    ("text", "resync"),
    [
        ("md0 : active raid1 sdb1[1] sda1[0]\n      104320 blocks [2/2] [UU]\n", False),
        ("      [=>...]  recovery = 7.2% (1/9) finish=2.8min\n", True),
        ("      [=>...]  check =  7.2% (1/9) finish=2.8min\n", True),
        ("      \tresync=DELAYED\n", True),
        ("unused devices: <none>\n", False),
    ],
)
def test_array_at_work_is_seen(machine, text, resync):
    machine.put("/proc/mdstat", text)
    assert collect_moment(machine.roots, {}, [])["mdstat_resync"] is resync


def test_machine_that_says_nothing_gives_unknown_not_zero(machine):
    assert collect_moment(machine.roots, {}, [PORT]) == {
        "disks": {},
        "aer": {},
        "interrupts": {},
        "cgroup": None,
        "mdstat_resync": None,
        "dirty_bytes": None,
        "pressure": {},
        "cpu_khz": {},
    }


def test_dirty_memory_and_pressure_in_base_units(machine):
    machine.put("/proc/meminfo", "MemTotal: 9 kB\nDirty:              12 kB\nWriteback:           4 kB\n")
    machine.put("/proc/pressure/io", "some avg10=1.50 avg60=0.00 avg300=0.12 total=123456\n")
    machine.put("/sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "2400000\n")
    found = collect_moment(machine.roots, {}, [])
    assert found["dirty_bytes"] == 16 * 1024
    assert found["pressure"]["io"]["some"] == {
        "avg10_pct": 1.5,
        "avg60_pct": 0.0,
        "avg300_pct": 0.12,
        "total_us": 123456,
    }
    assert found["cpu_khz"] == {"cpu0": 2_400_000}


def test_processors_asked_of_fio():
    jobs = parse_arguments(["--cpus_allowed=0-3", "--name=a", "--name=b", "--cpus_allowed=8"])
    assert list_asked_processors(jobs) == {"cpus_allowed": "0-3,8", "numa_cpu_nodes": None}
