"""What an experiment switches is on a closed list, has a receipt, and is put back, whatever ended the agent."""

import json
import re

import pytest
from machine import Machine

from fioboard_agent.errors import RefusedError, SetupError, UsageError
from fioboard_agent.experiments.receipts import ReceiptStore, Switcher, restore_left
from fioboard_agent.experiments.recognition import Scene
from fioboard_agent.experiments.switches import Switchboard, Switched, list_switched
from fioboard_agent.host.paths import Roots
from fioboard_agent.host.programs import Answer

QUEUE = "/sys/block/nvme0n1/queue"
SCHEDULER, DEPTH, THROTTLE = (f"{QUEUE}/{name}" for name in ("scheduler", "nr_requests", "wbt_lat_usec"))
BOOT = "/proc/sys/kernel/random/boot_id"
BEFORE = {SCHEDULER: "none", DEPTH: "1023", THROTTLE: "2000"}


class Kernel(Switchboard):
    """A tree in which a new scheduler resets the queue, as the kernel does."""

    def __init__(self, machine):
        super().__init__(machine.roots)
        self.machine, self.written, self.failing = machine, [], set()
        machine.put(BOOT, "first\n")
        machine.put(SCHEDULER, "[none] mq-deadline kyber bfq\n")
        machine.put(DEPTH, "1023\n")
        machine.put(THROTTLE, "2000\n")

    def write_file(self, place, value):
        if place in self.failing:
            raise OSError(22, "Invalid argument")
        self.written.append((place, value))
        if place.endswith("/scheduler"):
            text = self.machine.roots.locate(place).read_text().replace("[", "").replace("]", "")
            self.machine.put(place, re.sub(rf"(?<![\w-]){value}(?![\w-])", f"[{value}]", text))
            self.machine.put(DEPTH, "64\n" if value != "none" else "1000\n")
        else:
            super().write_file(place, value)

    def values(self):
        return {place: self.read(place) for place in BEFORE}

    def restart(self):
        """The kernel begins anew, with its own defaults."""
        self.machine.put(BOOT, "second\n")
        self.machine.put(SCHEDULER, "[none] mq-deadline kyber bfq\n")
        self.machine.put(DEPTH, "1023\n")


@pytest.fixture
def kernel(tmp_path):
    return Kernel(Machine(tmp_path / "machine"))


@pytest.fixture
def scene():
    nodes = {"nvme0n1": {"kind": "disk", "name": "nvme0n1", "children": []}}
    inventory = {"disks": {"nvme0n1": {"controllers": [{"name": "nvme0"}]}}}
    return Scene(inventory, {"members": ["nvme0n1"], "graph": {"root": "nvme0n1", "nodes": nodes}})


def switcher(kernel, folders, name="batch"):
    return Switcher(kernel, ReceiptStore(folders), name)


def wanted(kernel, scene, condition="bfq", thing="scheduler"):
    return list_switched(thing, condition, scene, kernel)


def test_setting_is_made_alone_and_restore(kernel, folders, scene):
    one = switcher(kernel, folders)
    one.apply(wanted(kernel, scene))
    # The kernel's own reset of the queue is undone: only the scheduler differs between the conditions.
    assert kernel.values() == {**BEFORE, SCHEDULER: "bfq"}
    assert str(one.receipts[0]) == f"{SCHEDULER}: none -> bfq"
    one.apply(wanted(kernel, scene, "kyber"))
    one.apply(wanted(kernel, scene, "none"))
    assert one.restore() == []
    assert kernel.values() == BEFORE
    assert ReceiptStore(folders).list_open() == []


def test_receipt_is_on_the_disk_before_the_setting_is_made(kernel, folders, scene):
    kernel.failing = {SCHEDULER}
    with pytest.raises(SetupError, match="Invalid argument"):
        switcher(kernel, folders).apply(wanted(kernel, scene))
    (path,) = folders.switched.iterdir()
    receipt = json.loads(path.read_text())["receipts"][0]
    assert (receipt["place"], receipt["was"], receipt["set"]) == (SCHEDULER, "none", "bfq")
    assert receipt["at"].endswith("Z")


def test_what_a_killed_agent_left_is_restore_at_the_next_start(kernel, folders, scene):
    """kill -9 before every write: the agent of then is gone, only its file is left."""

    class KilledError(Exception):
        pass

    for writes in range(6):
        count = 0

        def write_file(place, value, most=writes):
            nonlocal count
            if count == most:
                raise KilledError
            count += 1
            Kernel.write_file(kernel, place, value)

        kernel.write_file = write_file
        one = switcher(kernel, folders)
        try:
            for condition in ("bfq", "kyber", "mq-deadline", "none", "bfq"):
                one.apply(wanted(kernel, scene, condition))
        except KilledError:
            pass
        del kernel.write_file
        assert count == writes
        assert len(ReceiptStore(folders).list_open()) == 1
        restore_left(folders, kernel, lambda _: None)
        assert kernel.values() == BEFORE
        assert ReceiptStore(folders).list_open() == []


def test_restart_has_reset_everything_itself(kernel, folders, scene):
    switcher(kernel, folders).apply(wanted(kernel, scene))
    kernel.restart()
    kernel.written.clear()
    restore_left(folders, kernel, lambda _: None)
    assert kernel.values() == BEFORE
    assert kernel.written == []
    assert ReceiptStore(folders).list_open() == []


def test_setting_that_survived_a_restart_is_restore(kernel, folders, scene):
    switcher(kernel, folders).apply(wanted(kernel, scene))
    kernel.machine.put(BOOT, "second\n")
    restore_left(folders, kernel, lambda _: None)
    assert kernel.read(SCHEDULER) == "none"


def test_what_somebody_else_has_set_since_is_left_alone(kernel, folders, scene):
    one = switcher(kernel, folders)
    one.apply(wanted(kernel, scene))
    kernel.write_file(SCHEDULER, "mq-deadline")
    (problem,) = one.restore()
    assert "is mq-deadline now" in problem
    assert kernel.read(SCHEDULER) == "mq-deadline"
    assert ReceiptStore(folders).list_open() == []


def test_failure_to_restore_is_said_and_stays_open(kernel, folders, scene):
    one = switcher(kernel, folders)
    one.apply(wanted(kernel, scene))
    kernel.failing = {SCHEDULER}
    assert any(problem.startswith("NOT put back") for problem in one.restore())
    kernel.failing = set()
    said = []
    restore_left(folders, kernel, said.append)
    assert "left switched" in said[0]
    assert kernel.values() == BEFORE


def test_drive_that_is_gone_has_nothing_to_restore(kernel, folders, scene, tmp_path):
    one = switcher(kernel, folders)
    one.apply(wanted(kernel, scene))
    (tmp_path / "machine" / SCHEDULER[1:]).unlink()
    assert any("is gone" in problem for problem in one.restore())
    assert not any(place == SCHEDULER for place, _ in kernel.written[3:])


@pytest.mark.parametrize(
    ("place", "value"),
    [
        ("/etc/passwd", "x"),
        ("/sys/block/../../etc/passwd", "x"),
        ("/sys/block/sda/queue/../../../kernel/x", "x"),
        ("/sys/block/sda/queue/discard_max_bytes", "0"),
        ("/sys/block/sda/device/delete", "1"),
        ("nvme:nvme0:5", "1"),
        ("nvme:nvme0:6 --save", "1"),
        (SCHEDULER, "none\n/x"),
        (SCHEDULER, "$(x)"),
    ],
)
def test_place_off_the_list_is_never_written_even_from_a_receipt(kernel, folders, place, value):
    with pytest.raises(RefusedError, match="not a setting"):
        kernel.write(place, value)
    folders.switched.mkdir(parents=True)
    receipt = {"place": place, "was": value, "set": "none", "at": "x", "is_follower": False}
    (folders.switched / "forged.json").write_text(json.dumps({"schema": 1, "boot": "first", "receipts": [receipt]}))
    restore_left(folders, kernel, lambda _: None)
    assert kernel.written == []


def test_value_that_there_is_not_is_refused_with_those_there_are(kernel, scene):
    with pytest.raises(UsageError, match="choose from none, mq-deadline, kyber, bfq"):
        wanted(kernel, scene, "cfq")
    with pytest.raises(UsageError, match="whole numbers"):
        wanted(kernel, scene, "many", "nr-requests")
    with pytest.raises(SetupError, match="neither the target nor this host"):
        wanted(kernel, scene, "performance", "governor")


def test_who_may_not_write_a_setting_is_told_before_anything_starts(kernel, scene, monkeypatch):
    monkeypatch.setattr("fioboard_agent.experiments.switches.os.access", lambda *_: False)
    with pytest.raises(SetupError, match="run it as root"):
        wanted(kernel, scene)


def test_every_processor_gets_the_governor(kernel, folders, scene):
    folder = "/sys/devices/system/cpu/cpufreq"
    for number in range(3):
        kernel.machine.put(f"{folder}/policy{number}/scaling_governor", "powersave\n")
        kernel.machine.put(f"{folder}/policy{number}/scaling_available_governors", "performance powersave\n")
    one = switcher(kernel, folders)
    one.apply(wanted(kernel, scene, "performance", "governor"))
    places = [f"{folder}/policy{number}/scaling_governor" for number in range(3)]
    assert [kernel.machine.roots.locate(place).read_text()[:11] for place in places] == ["performance"] * 3
    assert len(one.receipts) == 3


def test_array_is_switched_at_its_drives_and_a_loop_device_at_itself(kernel):
    for name, text in (("md0", "none"), ("loop0", "[none] bfq"), ("sda", "[none] bfq"), ("sdb", "[none] bfq")):
        kernel.machine.put(f"/sys/block/{name}/queue/scheduler", text + "\n")
    nodes = {
        "md0": {"kind": "volume", "name": "md0", "children": ["sda1", "sdb"]},
        "sda1": {"kind": "partition", "name": "sda1", "children": ["sda"]},
        "sda": {"kind": "disk", "name": "sda", "children": []},
        "sdb": {"kind": "disk", "name": "sdb", "children": []},
        "loop0": {"kind": "volume", "name": "loop0", "children": ["sda"]},
    }
    for root, expected in (("md0", ["sdb", "sda"]), ("loop0", ["loop0"])):
        scene = Scene({"disks": {}}, {"members": ["sda"], "graph": {"root": root, "nodes": nodes}})
        made = list_switched("scheduler", "bfq", scene, kernel)
        assert sorted(one.place.split("/")[3] for one in made) == sorted(expected)


class Drive:
    """nvme-cli, as far as an experiment uses it."""

    def __init__(self):
        self.values, self.asked = {"2": 0, "6": 1}, []

    def run(self, argv, timeout_s=5.0):
        self.asked.append(argv)
        assert argv[0] == "nvme"
        feature = argv[3].partition("=")[2]
        if argv[1] == "set-feature":
            self.values[feature] = int(argv[4].partition("=")[2])
            return Answer(0, b"set-feature:0x06, value:0", "")
        text = f"get-feature:0x0{feature} (Power Management), Current value:0x{self.values[feature]:08x}\n"
        return Answer(0, text.encode(), "")


def test_features_of_a_drive_are_a_closed_list(kernel, folders, scene):
    drive = Drive()
    board = Switchboard(kernel.machine.roots, drive)
    one = Switcher(board, ReceiptStore(folders), "batch")
    one.apply(list_switched("nvme-write-cache", "off", scene, board))
    assert drive.values == {"2": 0, "6": 0}
    one.apply(list_switched("nvme-power-state", "3", scene, board))
    assert drive.values == {"2": 3, "6": 0}
    assert one.restore() == []
    assert drive.values == {"2": 0, "6": 1}
    assert not any("save" in word for argv in drive.asked for word in argv)
    for condition in ("32", "-1", "on"):
        with pytest.raises(UsageError, match="0 to 31"):
            list_switched("nvme-power-state", condition, scene, board)


def test_setting_that_does_not_hold_is_an_error(kernel, folders, scene):
    kernel.write_file = lambda place, value: None
    with pytest.raises(SetupError, match="was set to bfq but reads none"):
        switcher(kernel, folders).apply(wanted(kernel, scene))


def test_real_queue_is_switched_and_restore(loop, folders):
    """On a loop device's own queue; where the kernel offers one scheduler alone there is nothing to switch."""
    name = loop[0].rpartition("/")[2]
    board = Switchboard(Roots())
    place = f"/sys/block/{name}/queue/scheduler"
    choices = board.list_choices(place)
    if len(choices) < 2:
        pytest.skip(f"{place} offers {choices}")
    before = {one: board.read(f"/sys/block/{name}/queue/{one}") for one in ("scheduler", "nr_requests", "wbt_lat_usec")}
    other = next(one for one in choices if one != before["scheduler"])
    one = Switcher(board, ReceiptStore(folders), "batch")
    followers = tuple(f"/sys/block/{name}/queue/{file}" for file in ("nr_requests", "wbt_lat_usec"))
    one.apply([Switched(place, other, followers)])
    assert board.read(place) == other
    restore_left(folders, board, lambda _: None)
    assert {key: board.read(f"/sys/block/{name}/queue/{key}") for key in before} == before
