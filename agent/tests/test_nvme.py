"""NVMe: binary answers of the controller, nvme-cli's three typings, controllers and paths from sysfs."""

from __future__ import annotations

import random

import pytest
from machine import Machine
from recorded_programs import RecordedPrograms
from trees import fixture, tree

from fioboard_agent.collectors import disk_linux
from fioboard_agent.collectors.nvme import cli as nvme_cli
from fioboard_agent.collectors.nvme import linux as nvme_linux
from fioboard_agent.collectors.nvme.admin_linux import NvmeAdmin
from fioboard_agent.collectors.nvme.details_linux import collect_nvme_details
from fioboard_agent.collectors.nvme.features_linux import add_features
from fioboard_agent.collectors.nvme.structures import (
    parse_identify_controller,
    parse_identify_namespace,
    parse_smart,
)
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer
from fioboard_agent.host.reader import Reader

HUGE = (1 << 64) + 5


def put(data, offset, value, length):
    data[offset : offset + length] = value.to_bytes(length, "little")


def smart_log():
    data = bytearray(512)
    data[0] = 0x04
    put(data, 1, 312, 2)
    data[3:6] = bytes([98, 10, 7])
    for offset, value in (
        (32, 1000),
        (48, HUGE),
        (64, 11),
        (80, 12),
        (96, 13),
        (112, 14),
        (128, 4974),
        (144, 15),
    ):
        put(data, offset, value, 16)
    put(data, 160, 3, 16)
    put(data, 176, 16, 16)
    for offset, value in ((192, 21), (196, 22), (216, 31), (220, 32), (224, 33), (228, 34)):
        put(data, offset, value, 4)
    put(data, 200, 320, 2)
    put(data, 204, 330, 2)
    return bytes(data)


def identify_controller(mdts=5, warning=343, critical=358, apst=1):
    """Power states: 25 W, 8 W, and asleep at 5 mW, which is given in units of 0.1 mW."""
    data = bytearray(4096)
    data[263] = 2
    for index, (power, flags) in enumerate([(2500, 0), (800, 0), (50, 3)]):
        put(data, 2048 + 32 * index, power, 2)
        data[2051 + 32 * index] = flags
    data[4:24] = b"S4EVNX0R123456      "
    data[77], data[265] = mdts, apst
    put(data, 266, warning, 2)
    put(data, 268, critical, 2)
    return bytes(data)


def identify_namespace(formats=((0, 9, 2), (8, 9, 3), (0, 12, 0)), flbas=0x00):
    data = bytearray(4096)
    put(data, 0, 7_814_037_168, 8)
    data[25], data[26] = len(formats) - 1, flbas
    for index, (metadata, exponent, performance) in enumerate(formats):
        put(data, 128 + 4 * index, metadata, 2)
        data[130 + 4 * index], data[131 + 4 * index] = exponent, performance
    return bytes(data)


class RecordedAdmin(NvmeAdmin):
    """A controller that answers from bytes, or refuses."""

    def __init__(self, error=None, smart=None, features=None):
        self.error, self.smart, self.features, self.asked = error, smart or smart_log(), features or {}, []

    def _ask(self, device, opcode, nsid, length, cdw10):
        self.asked.append((device, opcode, nsid, length, cdw10))
        if self.error:
            raise self.error
        if opcode == 0x0A:
            answer = self.features.get(cdw10, OSError(5, "the controller refused the command with status 0x2"))
            if isinstance(answer, OSError):
                raise answer
            return b"", answer
        return (self.smart if opcode == 2 else identify_controller() if cdw10 == 1 else identify_namespace()), 0


def test_every_field_of_the_smart_log():
    health = parse_smart(smart_log())
    attributes = health.pop("attributes")
    assert health == {
        "temperature_c": 39,
        "percentage_used": 7,
        "available_spare_pct": 98,
        "critical_warning": 4,
        "media_errors": 3,
        "power_on_hours": 4974,
        "data_written_bytes": HUGE * 512_000,
        "data_read_bytes": 512_000_000,
        "warning_temp_minutes": 21,
        "critical_temp_minutes": 22,
        "t1_transitions": 31,
        "t2_transitions": 32,
        "t1_seconds": 33,
        "t2_seconds": 34,
    }
    assert (attributes["sensor_1_c"], attributes["sensor_3_c"], "sensor_2_c" in attributes) == (47, 57, False)
    assert attributes["unsafe_shutdowns"] == 15


def test_no_temperature_is_null_and_not_absolute_zero():
    data = bytearray(smart_log())
    put(data, 1, 0, 2)
    assert parse_smart(bytes(data))["temperature_c"] is None


@pytest.mark.parametrize("data", [b"", bytes(511), bytes(512)])
def test_empty_answers_say_nothing(data):
    assert parse_smart(data) is None
    assert parse_identify_controller(data) is None
    assert parse_identify_namespace(data) is None


def test_limits_of_the_controller():
    assert parse_identify_controller(identify_controller()) == {
        "max_transfer_bytes": 128 * 1024,
        "has_apst": True,
        "temperature_warning_c": 70,
        "temperature_critical_c": 85,
        "power_states": [
            {"index": 0, "max_power_w": 25.0, "is_operational": True},
            {"index": 1, "max_power_w": 8.0, "is_operational": True},
            {"index": 2, "max_power_w": 0.005, "is_operational": False},
        ],
    }
    unlimited = parse_identify_controller(identify_controller(mdts=0, warning=0, critical=0, apst=0))
    del unlimited["power_states"]
    assert set(unlimited.values()) == {None, False}


def test_formats_and_the_one_in_use():
    namespace = parse_identify_namespace(identify_namespace(flbas=0x02))
    assert namespace["lba_format_in_use"] == 2
    assert namespace["lba_formats"][0] == {
        "index": 0,
        "data_bytes": 512,
        "metadata_bytes": 0,
        "relative_performance": 2,
    }
    assert [entry["data_bytes"] for entry in namespace["lba_formats"]] == [512, 512, 4096]


def test_more_than_sixteen_formats_use_the_upper_bits():
    many = parse_identify_namespace(identify_namespace(formats=((0, 12, 0),) * 20, flbas=0x22))
    assert many["lba_format_in_use"] == 18
    few = parse_identify_namespace(identify_namespace(flbas=0x22))
    assert few["lba_format_in_use"] == 2


def test_noise_is_survived():
    chance = random.Random(7)
    for length in (0, 1, 383, 384, 512, 4096):
        for _ in range(50):
            data = chance.randbytes(length)
            parse_smart(data), parse_identify_controller(data), parse_identify_namespace(data)


def test_three_typings_of_nvme_cli_are_one():
    logs = [
        nvme_cli.parse_smart_log(fixture(f"nvme/v2.3-nvme-smart-log{kind}.json").read_text())
        for kind in ("", "-float", "-string")
    ]
    assert logs[0] == logs[1] == logs[2]
    assert (logs[0]["temperature_c"], logs[0]["data_read_bytes"]) == (37, 9898518 * 512_000)


@pytest.mark.parametrize("kelvin", ["310", "310.0", '"310"', '"310.0"'])
def test_numbers_floats_and_texts(kelvin):
    log = nvme_cli.parse_smart_log(f'{{"temperature": {kelvin}, "percent_used": {kelvin}}}')
    assert (log["temperature_c"], log["percentage_used"], log["media_errors"]) == (37, 310, None)


def test_verbose_warning_is_an_object():
    log = nvme_cli.parse_smart_log(fixture("nvme/v2.11-nvme-smart-log.json").read_text())
    assert (log["critical_warning"], log["t1_seconds"], log["temperature_c"]) == (0, 1474, 51)


@pytest.mark.parametrize("text", ["", "{}", "[]", "nvme: error", '{"temperature": null}'])
def test_other_answers_of_nvme_cli(text):
    log = nvme_cli.parse_smart_log(text)
    assert log is None or log["temperature_c"] is None


def test_renamed_command_is_tried_second():
    programs = RecordedPrograms(
        {
            "nvme smart-log": Answer(1, b"", "unknown"),
            "nvme log smart": '{"temperature": 310, "avail_spare": 99}',
        }
    )
    health = nvme_cli.ask_smart_log(Reader(Roots(), programs), "/dev/nvme0")
    assert (health["temperature_c"], health["available_spare_pct"]) == (37, 99)
    assert programs.asked == ["nvme smart-log -o json /dev/nvme0", "nvme log smart -o json /dev/nvme0"]


@pytest.fixture
def lab(tmp_path):
    """One drive with everything that sysfs has of it."""
    machine = Machine(tmp_path)
    controller = "/sys/devices/pci0000:40/0000:40:03.1/0000:41:00.0/nvme/nvme3"
    files = {
        "address": "0000:41:00.0",
        "transport": "pcie",
        "model": "SAMSUNG MZQL23T8HCLS-00A07                  ",
        "serial": "S4EVNX0R123456",
        "firmware_rev": "GDC5602Q",
        "subsysnqn": "nqn.1994-11.com.samsung:nvme:PM9A3",
        "queue_count": "33",
        "sqsize": "1023",
        "numa_node": "1",
        "hwmon4/temp1_input": "38850",
        "hwmon4/temp1_crit": "84850",
    }
    for name, value in files.items():
        machine.put(f"{controller}/{name}", value + "\n")
    machine.link("/sys/class/nvme/nvme3", controller)
    folder = f"{controller}/nvme3n1"
    machine.put(f"{folder}/size", "7501476528\n")
    machine.put(f"{folder}/nsid", "1\n")
    machine.put(f"{folder}/wwid", "eui.36344730529013\n")
    machine.link(f"{folder}/device", controller)
    machine.link("/sys/block/nvme3n1", folder)
    return machine


def test_drive_with_one_controller(lab):
    disk = disk_linux.collect_disks(Reader(lab.roots))["nvme3n1"]
    assert (disk["model"], disk["serial"], disk["firmware"]) == (
        "SAMSUNG MZQL23T8HCLS-00A07",
        "S4EVNX0R123456",
        "GDC5602Q",
    )
    assert (disk["io_queues"], disk["queue_entries"], disk["transport"]) == (32, 1024, "pcie")
    assert (disk["pci"], disk["nsid"], disk["temperature_critical_c"]) == ("0000:41:00.0", 1, 84)
    assert disk["nqn"] == "nqn.1994-11.com.samsung:nvme:PM9A3"
    assert [controller["numa_node"] for controller in disk["controllers"]] == [1]


def test_controller_tells_root_more(lab):
    disks = disk_linux.collect_disks(Reader(lab.roots))
    admin = RecordedAdmin()
    health = collect_nvme_details(Reader(lab.roots), disks, admin)
    assert health["nvme3n1"]["source"] == "ioctl"
    assert health["nvme3n1"]["temperature_c"] == 39
    disk = disks["nvme3n1"]
    assert (disk["max_transfer_bytes"], disk["has_apst"], disk["temperature_warning_c"]) == (131072, True, 70)
    assert (disk["lba_format_in_use"], len(disk["lba_formats"])) == (0, 3)
    assert admin.asked == [
        ("/dev/nvme3", 6, 0, 4096, 1),
        ("/dev/nvme3", 6, 1, 4096, 0),
        ("/dev/nvme3", 2, 0xFFFFFFFF, 512, 0x007F0002),
    ]


def test_without_root_the_subject_is_denied_and_fields_stay_null(lab):
    reader = Reader(lab.roots)
    disks = disk_linux.collect_disks(Reader(lab.roots))
    assert collect_nvme_details(reader, disks, RecordedAdmin(PermissionError(13, "Permission denied"))) == {}
    assert reader.source.status == "denied"
    assert disks["nvme3n1"]["lba_formats"] is None


def test_controller_that_refuses_is_asked_through_nvme_cli(lab):
    programs = RecordedPrograms({"nvme smart-log": '{"temperature": 310}'})
    reader = Reader(lab.roots, programs)
    disks = disk_linux.collect_disks(Reader(lab.roots))
    health = collect_nvme_details(reader, disks, RecordedAdmin(OSError(25, "Inappropriate ioctl for device")))
    assert (health["nvme3n1"]["source"], health["nvme3n1"]["temperature_c"]) == ("nvme-cli", 37)
    assert reader.source.status == "error"


def features(lab, **given):
    disks = disk_linux.collect_disks(Reader(lab.roots))
    reader, admin = Reader(lab.roots), RecordedAdmin(**given)
    collect_nvme_details(Reader(lab.roots), disks, admin)
    admin.asked.clear()
    add_features(reader, disks, admin)
    return disks["nvme3n1"]["nvme_features"], reader.source.status, admin.asked


def test_features_in_force_are_asked_for_and_not_the_defaults(lab):
    found, status, asked = features(lab, features={0x02: 0x01, 0x0C: 0x1, 0x10: (348 << 16) | 353})
    assert found == {"power_state": 1, "apst_enabled": True, "t1_c": 75, "t2_c": 80, "unknown": {}}
    assert status == "ok"
    # The device, Get Features, no namespace, room for the table of APST, and nothing but the feature's number.
    assert asked == [("/dev/nvme3", 0x0A, 0, length, number) for number, length in ((0x02, 0), (0x0C, 256), (0x10, 0))]


def test_throttling_that_is_switched_off_is_null_without_a_reason(lab):
    found, _, _ = features(lab, features={0x02: 0, 0x0C: 0, 0x10: 0})
    assert found == {"power_state": 0, "apst_enabled": False, "t1_c": None, "t2_c": None, "unknown": {}}


def test_feature_that_the_drive_does_not_have_is_null_with_the_reason(lab):
    found, status, _ = features(lab, features={0x02: 0})
    refused = "the controller refused the command with status 0x2"
    assert (found["power_state"], found["apst_enabled"], found["t1_c"]) == (0, None, None)
    assert found["unknown"] == {"apst_enabled": refused, "t1_c": refused, "t2_c": refused}
    assert status == "ok"


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (2, "it was in power state 2 when read"),
        (9, "power state 9 is not in the drive's table"),
    ],
)
def test_state_of_a_sleeping_drive_is_not_what_it_is_set_to(lab, state, reason):
    found, _, _ = features(lab, features={0x02: state})
    assert (found["power_state"], found["unknown"]["power_state"]) == (None, reason)


def test_without_root_no_feature_is_known_and_the_subject_says_why(lab):
    found, status, asked = features(lab, error=PermissionError(13, "Permission denied"))
    assert (found, status, len(asked)) == (None, "denied", 1)


def test_device_files_of_this_machine_are_not_asked_about_another(lab):
    assert collect_nvme_details(Reader(lab.roots), disk_linux.collect_disks(Reader(lab.roots))) == {}


def test_real_ioctl_on_a_file_that_is_no_controller(tmp_path):
    file = tmp_path / "nvme0"
    file.write_bytes(b"")
    with pytest.raises(OSError, match="ioctl"):
        NvmeAdmin().smart_log(str(file))


def test_dual_port_drive_has_two_controllers(tmp_path):
    root = tree(fixture("sysfs/nvme/tree-pcie.tar.xz"), tmp_path)
    for name, place in (
        ("nvme0n1", "pci0214:90/0214:90:00.0/nvme/nvme0"),
        ("nvme1n1", "virtual/nvme-subsystem/nvme-subsys1"),
    ):
        link = root / "sys/block" / name
        link.parent.mkdir(exist_ok=True)
        link.symlink_to(root / "sys/devices" / place / name)
    disks = disk_linux.collect_disks(Reader(Roots(root)))
    single, dual = disks["nvme0n1"], disks["nvme1n1"]
    assert [controller["name"] for controller in single["controllers"]] == ["nvme0"]
    assert single["pci"] == "0214:90:00.0"
    assert [controller["name"] for controller in dual["controllers"]] == ["nvme1", "nvme2"]
    assert [controller["pci"] for controller in dual["controllers"]] == ["052e:78:00.0", "058e:78:00.0"]
    assert dual["pci"] == "052e:78:00.0"
    assert all(controller["serial"] == dual["serial"] for controller in dual["controllers"])


def test_older_kernels_keep_the_sensor_one_level_deeper(tmp_path):
    machine = Machine(tmp_path)
    machine.put("/sys/class/nvme/nvme0/device/hwmon/hwmon2/temp1_input", "40000\n")
    assert nvme_linux.find_hwmon_folder(Reader(machine.roots), "nvme0") == "/sys/class/nvme/nvme0/device/hwmon/hwmon2"
