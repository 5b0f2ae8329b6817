"""Volumes below a target: LVM in md's words without its hidden parts, and arrays that lack a member."""

from typing import Any

import pytest

from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.hardware.inventory import facts
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.path_facet import project_path
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import result
from tests.factories.machine import document, drive, function

ROOT = "0000:40:01.1"
LINKS = {ROOT: function(None, lanes=16), **{f"0000:4{n}:00.0": drive(ROOT) for n in range(1, 4)}}
Tree = dict[str, list[str]]


def lvm(lv: str, level: str | None, width: int | None, **more: Any) -> dict[str, Any]:
    return {"kind": "lvm", "level": level, "width": width, "options": {"lv": lv, "name": f"vg-{lv}"}, **more}


def below(volumes: dict[str, dict[str, Any]], tree: Tree) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """An inventory with these volumes, and a target on the first of the tree; what is no volume is a disk."""
    names = dict.fromkeys([*tree, *(child for children in tree.values() for child in children)])
    nodes = {
        name: {
            "kind": "volume" if name in volumes else "disk",
            "name": name,
            "children": tree.get(name, []),
        }
        for name in names
    }
    target = {
        "path": "/dev/vg/data",
        "kind": "lvm",
        "members": [name for name in names if name not in volumes],
        "graph": {"root": next(iter(tree)), "nodes": nodes},
    }
    return document(LINKS, volumes=volumes), [target]


def path_facts(volumes: dict[str, dict[str, Any]], tree: Tree) -> facts.Facts:
    path = resolve(*below(volumes, tree))
    assert path is not None
    return facts.collect_path_facts(path)


DISKS = ["nvme0n1", "nvme1n1", "nvme2n1"]
RAID5 = {
    "dm-9": lvm("data", "raid5", 3, is_degraded=False),
    **{f"dm-{n}": lvm(f"data_rimage_{n}", "linear", 1) for n in range(3)},
    **{f"dm-{n + 3}": lvm(f"data_rmeta_{n}", "linear", 1) for n in range(3)},
}
TREE: Tree = {
    "dm-9": [f"dm-{n}" for n in range(6)],
    **{f"dm-{n}": [DISKS[n % 3]] for n in range(6)},
}


def test_a_raid_of_lvm_is_one_array_without_its_images_and_metadata() -> None:
    found = path_facts(RAID5, TREE)
    assert (found["raid.level"], found["raid.width"], found["raid.degraded"]) == ("raid5", 3, False)
    assert found["target.layers"] == "lvm raid5"
    assert found["drive.count"] == 3


@pytest.mark.parametrize(
    ("level", "spoken"),
    [
        ("striped", "raid0"),
        ("mirror", "raid1"),
        ("raid1", "raid1"),
        ("raid5_ls", "raid5"),
        ("raid6_zr", "raid6"),
        ("raid10", "raid10"),
        ("raid0_meta", "raid0"),
    ],
)
def test_levels_of_lvm_are_told_in_the_words_of_md(level: str, spoken: str) -> None:
    found = path_facts({"dm-0": lvm("data", level, 2)}, {"dm-0": DISKS[:2]})
    assert (found["raid.level"], found["raid.width"]) == (spoken, 2)


def test_the_width_of_a_thin_volume_is_unknown() -> None:
    volumes = {
        "dm-3": lvm("thin1", "thin", 0),
        "dm-2": lvm("pool-tpool", None, None),
        "dm-1": lvm("pool_tdata", "linear", 1),
        "dm-0": lvm("pool_tmeta", "linear", 1),
    }
    tree = {"dm-3": ["dm-2"], "dm-2": ["dm-1", "dm-0"], "dm-1": ["nvme0n1"], "dm-0": ["nvme1n1"]}
    found = path_facts(volumes, tree)
    assert found["raid.level"] == "thin"
    assert "raid.width" not in found


def test_a_linear_volume_on_an_array_leaves_one_array() -> None:
    volumes = {"dm-0": lvm("data", "linear", 1), "md0": {"kind": "md", "level": "raid5", "width": 3}}
    found = path_facts(volumes, {"dm-0": ["md0"], "md0": DISKS})
    assert (found["raid.level"], found["raid.width"]) == ("raid5", 3)
    alone = path_facts({"dm-0": lvm("data", "linear", 1)}, {"dm-0": ["nvme0n1"]})
    assert (alone["raid.level"], alone["raid.degraded"]) == ("linear", False)


def mirror(**options: Any) -> dict[str, Any]:
    is_degraded = bool(options)
    return {"kind": "md", "level": "raid1", "width": 2, "is_degraded": is_degraded, "options": options}


def answered(volume: dict[str, Any]) -> AnswerOut:
    inventory, stated = below({"md0": volume}, {"md0": DISKS[:2]})
    waits = result(usr_cpu_pct=3.0, sys_cpu_pct=96.0)
    return build_answer(RunFacts(results=[waits], document=inventory, path=resolve(inventory, stated)))


def test_an_array_without_a_member_is_the_first_thing_said() -> None:
    answer = answered(mirror(failed=["nvme1n1"]))
    assert (answer["verdict"]["kind"], answer["verdict"]["id"]) == ("trust", "md-degraded")
    assert answer["verdict"]["sentence"] == "Not the whole array: md0 is degraded."
    assert answer["findings"][0]["text"].startswith("md0 is degraded: nvme1n1 failed")
    whole = answered(mirror())
    assert "md-degraded" in whole["checks"]["fine"]
    assert whole["verdict"]["id"] == "cpu-saturated-job"


@pytest.mark.parametrize("kind", ["lvm", "zfs", "hardware_raid"])
def test_every_kind_of_array_may_be_degraded(kind: str) -> None:
    volume = {"kind": kind, "level": "raid5", "width": 2, "is_degraded": True, "options": {"lv": "data"}}
    assert answered(volume)["verdict"]["id"] == "md-degraded"


@pytest.mark.parametrize("role", ["failed", "spares"])
def test_a_member_that_carries_nothing_is_no_member_of_the_path(role: str) -> None:
    inventory, stated = below({"md0": mirror(**{role: ["nvme1n1"]})}, {"md0": DISKS[:2]})
    path = resolve(inventory, stated)
    assert path is not None
    assert [member.disk for member in path.members] == ["nvme0n1"]
    assert facts.collect_path_facts(path)["drive.count"] == 1
    whole = resolve(*below({"md0": mirror()}, {"md0": DISKS[:2]}))
    assert whole is not None
    assert whole.read is not None
    assert path.read is not None
    assert path.read.high < whole.read.high
    assert project_path(path).fingerprint != project_path(whole).fingerprint


def test_a_failed_disk_that_another_array_uses_stays_a_member() -> None:
    volumes = {"dm-0": lvm("data", "striped", 2), "md0": mirror(failed=["nvme1n1"])}
    path = resolve(*below(volumes, {"dm-0": ["md0", "nvme1n1"], "md0": ["nvme0n1", "nvme1n1"]}))
    assert path is not None
    assert {member.disk for member in path.members} == {"nvme0n1", "nvme1n1"}
