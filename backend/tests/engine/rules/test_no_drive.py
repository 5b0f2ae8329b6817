"""Targets in memory give no figure of a drive."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import DiskUtil, Problem
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import result
from tests.factories.machine import document


def on(kind: str, path: str, filesystem: str | None = None, *nodes: str) -> dict[str, Any]:
    """A target whose layers are these, from the top; `kind:name` or a kind alone."""
    graph = {
        f"n{number}": {
            "kind": node.partition(":")[0],
            "name": node.partition(":")[2] or None,
            "children": [f"n{number + 1}"] if number + 1 < len(nodes) else [],
        }
        for number, node in enumerate(nodes)
    }
    return {
        "path": path,
        "kind": kind,
        "filesystem": {"type": filesystem} if filesystem else None,
        "members": [],
        "graph": {"root": "n0", "nodes": graph},
    }


@pytest.mark.parametrize(
    ("target", "place"),
    [
        (on("tmpfs", "/dev/shm", "tmpfs", "file", "filesystem", "memory"), "tmpfs"),
        (on("memory", "/mnt/r", "ramfs", "file", "filesystem", "memory"), "ramfs"),
        (on("memory", "/dev/ram0", None, "memory:ram0"), "brd"),
        (on("memory", "/dev/zram0", None, "memory:zram0"), "zram"),
        (on("file", "/mnt/x", "ext4", "file", "filesystem", "memory:ram0"), "brd"),
        (on("loop", "/dev/loop0", None, "volume:loop0", "file 1", "filesystem", "memory"), "memory"),
    ],
)
def test_a_target_in_memory_is_a_doubt_before_every_limit(target: dict[str, Any], place: str) -> None:
    path = resolve(document({}), [target])
    verdict = build_answer(RunFacts(results=[result(usr_cpu_pct=9.0, sys_cpu_pct=90.0)], path=path))[
        "verdict"
    ]
    assert (verdict["kind"], verdict["id"]) == ("trust", "no-drive")
    assert verdict["sentence"] == f"Not a drive's speed: the target is in {place}."


@pytest.mark.parametrize(
    ("disks", "options", "is_memory"),
    [
        ([], {"filename": "/dev/shm/x"}, True),
        ([], {"directory": "/dev/shm"}, True),
        ([], {"filename": "/dev/ram0:/dev/ram1"}, True),
        ([], {"filename": "/dev/shmem"}, False),
        ([], {"filename": "/dev/shm/x:/data/y"}, False),
        ([], {"filename": "/data/ram0"}, False),
        ([], {"filename": "/dev/null"}, True),
        ([], {}, False),
        (["zram0"], {}, True),
        (["ram1"], {"filename": "/mnt/file"}, True),
        (["ram1", "sda"], {}, False),
        (["nvme0n1"], {"filename": "/dev/shm/x"}, False),
    ],
)
def test_without_an_inventory_by_what_fio_printed(
    disks: list[str], options: dict[str, str], is_memory: bool
) -> None:
    facts = RunFacts(results=[result(job_options=options)], disks=[DiskUtil(name=name) for name in disks])
    assert (build_answer(facts)["verdict"]["id"] == "no-drive") is is_memory


def test_an_engine_that_moves_nothing_measured_no_drive() -> None:
    verdict = build_answer(RunFacts(results=[result(ioengine="null")]))["verdict"]
    assert verdict["sentence"] == "Not a drive's speed: the target stores nothing."


def test_an_engine_that_asks_the_file_system_is_no_null_engine() -> None:
    assert build_answer(RunFacts(results=[result(ioengine="filestat")]))["verdict"]["id"] != "no-drive"


def test_a_mistyped_device_is_likely_a_file_in_memory() -> None:
    remark = Problem("", "MistypedDevice", "The job names /dev/nvme9n1")
    [found] = [
        finding
        for finding in build_answer(RunFacts(results=[result()], problems=[remark]))["findings"]
        if finding["id"] == "no-drive"
    ]
    assert found["confidence"] == "likely"
