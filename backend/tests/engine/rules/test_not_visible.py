"""What no file of a run shows, by kind of target, and commands that run where the target is."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import DiskUtil
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import facts_on_machine, result
from tests.factories.machine import document


def listed(*disks: str, **more: Any) -> list[str]:
    facts = RunFacts(results=[result(**more)], disks=[DiskUtil(name=name) for name in disks])
    return [one["id"] for one in build_answer(facts)["checks"]["not_visible"]]


@pytest.mark.parametrize(
    ("disks", "more", "expected"),
    [
        (["vda"], {}, ["hypervisor-limit"]),
        (["sda"], {}, ["disk-scheduler"]),
        (["nvme0n1"], {}, []),
        (["nvme0n1"], {"direction": "write", "rw": "write"}, ["fast-cache"]),
        (["nvme0n1"], {"direction": "write", "rw": "write", "runtime_ms": 600_000}, []),
        ([], {"ioengine": "rbd"}, ["network-below", "server-load"]),
        (["nbd0"], {}, ["network-below", "server-load"]),
        ([], {"job_options": {"filename": "/dev/xvdb"}}, ["hypervisor-limit"]),
        (["nvme0n1"], {"ioengine": "io_uring", "job_options": {"hipri": "1"}}, ["polled-queues"]),
        ([], {"ioengine": "windowsaio"}, ["no-agent", "write-cache-policy"]),
        (["vda"], {"iops": None, "bw_bytes_per_s": None, "io_bytes": 0, "total_ios": 0}, []),
        ([], {}, []),
    ],
)
def test_the_list_follows_the_kind_of_target(
    disks: list[str], more: dict[str, Any], expected: list[str]
) -> None:
    assert listed(*disks, **more) == expected


def test_a_file_server_and_a_pool_have_their_own() -> None:
    target = {
        "path": "/tank/x",
        "kind": "file",
        "filesystem": {"type": "zfs"},
        "members": [],
        "graph": {"root": "f", "nodes": {}},
    }
    facts = RunFacts(results=[result()], path=resolve(document({}), [target]))
    assert [one["id"] for one in build_answer(facts)["checks"]["not_visible"]] == ["record-size"]


def test_the_agent_sees_what_an_import_cannot_show() -> None:
    assert build_answer(facts_on_machine({}, result(direction="write")))["checks"]["not_visible"] == []


@pytest.mark.parametrize(
    "options",
    [
        {"ioengine": "windowsaio"},
        {"ioengine": "sync", "job_options": {"filename": r"C\:\test.dat"}},
        {"ioengine": "sync", "job_options": {"directory": "D:/bench"}},
        {"job_options": {"filename": r"\\.\PhysicalDrive1"}},
    ],
)
def test_no_command_for_windows_is_one_of_the_agent(options: dict[str, Any]) -> None:
    answer = build_answer(RunFacts(results=[result(**options)]))
    unknown = answer["checks"]["unknown"]
    assert len(unknown) > 5
    commands = [one["command"] for one in (*unknown, *answer["ceilings"]) if one["command"]]
    assert not any("fioboard-agent" in command for command in commands)
