"""Power meters: which are found, what a reading is worth, and what a meter that fails costs (nothing but its figures)."""

import math
import time

import pytest
from machine import Machine
from test_sampler import plan, sample

from fioboard_agent.errors import SetupError
from fioboard_agent.sampler.power import Meter, build_power_series, parse_watts
from fioboard_agent.sampler.power_plan import POWER_FILE, plan_power, read_commands

IPMI = """
    Instantaneous power reading:                   212 Watts
    Minimum during sampling period:                 98 Watts
    Average power reading over sample period:      187 Watts
"""


@pytest.fixture
def lab(tmp_path):
    machine = Machine(tmp_path / "root")
    for zone, name in (
        ("intel-rapl:0", "package-0"),
        ("intel-rapl:0:0", "core"),
        ("intel-rapl:0:1", "dram"),
        ("intel-rapl:1", "psys"),
        ("intel-rapl-mmio:0", "package-0"),
    ):
        machine.put(f"/sys/class/powercap/{zone}/name", f"{name}\n")
        machine.put(f"/sys/class/powercap/{zone}/energy_uj", "1000000\n")
        machine.put(f"/sys/class/powercap/{zone}/max_energy_range_uj", "262143328850\n")
    machine.put("/sys/class/hwmon/hwmon3/name", "power_meter\n")
    machine.put("/sys/class/hwmon/hwmon3/power1_average", "213000000\n")
    machine.put("/sys/class/hwmon/hwmon4/name", "psu\n")
    for file, text in (("power1_input", "1\n"), ("power1_average", "2\n"), ("power1_label", "pin\n")):
        machine.put(f"/sys/class/hwmon/hwmon4/{file}", text)
    return machine


@pytest.mark.parametrize(
    ("printed", "watts"),
    [
        (IPMI, 212.0),
        ("PSU1 Power In | 110 Watts | ok\n", 110.0),
        ("41.7\n", 41.7),
        ("41.7 W", 41.7),
        ("0 W", None),
        ("-5", None),
        ("3 4", None),
        ("12 WH of battery", None),
        ("9999999 W", None),
        ("on", None),
        ("", None),
    ],
)
def test_the_first_figure_in_watts_counts_and_nothing_else(printed, watts):
    assert parse_watts(printed) == watts


def test_meters_are_packages_memory_platform_and_sensors_but_no_part_twice(lab):
    notes = []
    found = plan_power(lab.roots, notes)
    assert [(one["subject"], one["kind"]) for one in found] == [
        ("power:package-0", "energy"),
        ("power:package-0 dram", "energy"),
        ("power:psys", "energy"),
        ("power:power_meter power1", "power"),
        ("power:psu pin", "power"),
    ]
    assert found[4]["path"].endswith("power1_input")
    assert notes == []


def test_the_owner_lists_commands(lab):
    lab.put(POWER_FILE, "# a plug\nplug = /usr/local/bin/plug --watts 'rack 7'\n\nbmc = ipmitool dcmi power reading\n")
    commands = [one for one in plan_power(lab.roots, []) if one["kind"] == "command"]
    assert [(one["subject"], one["command"]) for one in commands] == [
        ("power:command plug", ["/usr/local/bin/plug", "--watts", "rack 7"]),
        ("power:command bmc", ["ipmitool", "dcmi", "power", "reading"]),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "plug\n",
        "plug =\n",
        "= true\n",
        "a b = true\n",
        "plug = 'open\n",
        "a = x\na = y\n",
        "\0\n",
        "".join(f"m{n} = x\n" for n in range(5)),
    ],
)
def test_a_list_that_is_not_understood_is_left_out_whole_and_named(lab, content):
    lab.put(POWER_FILE, f"good = true\n{content}")
    notes = []
    assert all(one["kind"] != "command" for one in plan_power(lab.roots, notes))
    assert len(notes) == 1
    assert str(lab.roots.locate(POWER_FILE)) in notes[0]


def test_a_list_that_others_may_write_is_not_read(lab):
    file = lab.put(POWER_FILE, "plug = true\n")
    file.chmod(0o666)
    with pytest.raises(SetupError, match="can be changed by other users"):
        read_commands(file)
    notes = []
    assert all(one["kind"] != "command" for one in plan_power(lab.roots, notes))
    assert len(notes) == 1


def test_energy_counters_give_the_power_between_readings_and_wrap(tmp_path, monkeypatch):
    file = tmp_path / "energy_uj"
    clock = iter([1_000_000_000, 3_000_000_000, 4_000_000_000, 5_000_000_000])
    monkeypatch.setattr("time.monotonic_ns", lambda: next(clock))
    file.write_text("900000000")
    meter = Meter({"subject": "power:package-0", "kind": "energy", "path": str(file), "most": 1_000_000_000}, [])
    meter.read()
    for energy in ("990000000", "30000000"):  # 90 J in 2 s; 40 J in 1 s over the end of the counter
        file.write_text(energy.ljust(9))
        meter.read()
    file.write_text("none     ")
    meter.read()
    assert math.isnan(meter.watts[0])
    assert meter.watts[1:3] == [45.0, 40.0]
    assert math.isnan(meter.watts[3])
    [line] = build_power_series(meter.subject, meter.watts)
    assert (line["metric"], line["values"]) == ("power_w", [45.0, 40.0, None])


def test_a_meter_that_cannot_be_read_is_named_and_has_no_series(tmp_path):
    notes = []
    meter = Meter({"subject": "power:psys", "kind": "energy", "path": str(tmp_path / "none"), "most": None}, notes)
    meter.read()
    meter.read()
    assert notes == ["power:psys: No such file or directory"]
    assert list(build_power_series(meter.subject, meter.watts)) == []


def read_until(meter, is_reached):
    deadline = time.monotonic() + 30
    while not is_reached():
        assert time.monotonic() < deadline
        meter.read()
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("command", "note"),
    [
        (["sh", "-c", "exit 3"], "power:command plug: exit status 3"),
        (["echo", "on"], "power:command plug: printed no watts"),
        (["/nowhere/plug"], "power:command plug: No such file or directory"),
    ],
)
def test_a_command_that_fails_is_named_once(command, note, monkeypatch):
    monkeypatch.setattr("fioboard_agent.sampler.power.COMMAND_EVERY_NS", 0)
    notes = []
    meter = Meter({"subject": "power:command plug", "kind": "command", "command": command}, notes)
    read_until(meter, lambda: notes)
    for _ in range(5):
        meter.read()
    meter.close()
    assert notes == [note]
    assert all(map(math.isnan, meter.watts))


def test_a_command_that_hangs_never_delays_a_reading_and_is_ended(monkeypatch):
    monkeypatch.setattr("fioboard_agent.sampler.power.COMMAND_TIMEOUT_NS", 0)
    notes = []
    meter = Meter({"subject": "power:command plug", "kind": "command", "command": ["sleep", "600"]}, notes)
    read_until(meter, lambda: notes)
    meter.close()
    assert notes == ["power:command plug: does not answer within 4 s"]


def test_samples_hold_what_a_command_printed(tmp_path):
    power = [{"subject": "power:command plug", "kind": "command", "command": ["echo", "41.5 W"]}]
    found = sample(plan(tmp_path / "samples.json", power=power), 1.5)
    [line] = [one for one in found["series"] if one["metric"] == "power_w"]
    assert {value for value in line["values"] if value is not None} == {41.5}
    assert len(line["values"]) == len(found["t_ms"])
