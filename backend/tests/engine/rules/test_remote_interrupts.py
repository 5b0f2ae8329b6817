"""Queues and interrupts: what fires, what just does not, where nothing may be said."""

from typing import Any

import pytest

from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import Samples
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import DRIVE, ROOT, result, said_on_machine, spoken
from tests.factories.machine import document, drive, function, targets

TWO_SOCKETS = {
    "packages": [{"id": 0, "cpus": "0-7", "nodes": [0]}, {"id": 1, "cpus": "8-15", "nodes": [1]}],
    "numa": {"nodes": [{"id": 0, "cpus": "0-7"}, {"id": 1, "cpus": "8-15"}]},
}


def judged(served: dict[str, int] | None, cpus: str | None = None, cpu: dict[str, Any] = TWO_SOCKETS) -> str:
    """The drive hangs on node 0; `served`: interrupts that each node took more after the run than the 500 before."""
    inventory = document({ROOT: function(None), DRIVE: drive(ROOT, numa_node=0)}, cpu=cpu)
    sides = [{}, {}]
    if served is not None:
        sides = [{node: 500 + extra * rose for node, rose in served.items()} for extra in (0, 1)]
        sides = [{"interrupts": {DRIVE: {"by_node": side}}} for side in sides]
    samples = Samples(before=sides[0], after=sides[1])
    pinned = {"cpus_allowed": cpus} if cpus else {}
    path = resolve(inventory, targets("nvme0n1"), samples=samples, fio_cpus=pinned)
    facts = RunFacts(results=[result()], path=path, document=inventory, samples=samples)
    return spoken("irq-remote", judge(facts))


@pytest.mark.parametrize(
    ("served", "cpus", "expected"),
    [
        ({"0": 75_000, "1": 25_000}, None, "info"),
        ({"0": 75_001, "1": 24_999}, None, "fine"),
        ({"0": 75_000, "1": 25_000}, "0-7", "info"),
        # fio was bound there: they follow it.
        ({"0": 0, "1": 90_000}, "8-15", "silent"),
        # Too few to say anything.
        ({"0": 0, "1": 9_999}, None, "fine"),
        ({"0": 0, "1": 10_000}, None, "info"),
        (None, None, "unknown: interrupts"),
        # A counter that began anew.
        ({"0": 90_000, "1": -500}, None, "unknown: interrupts"),
    ],
)
def test_irq_remote(served: dict[str, int] | None, cpus: str | None, expected: str) -> None:
    assert judged(served, cpus) == expected


def test_one_socket_has_no_other() -> None:
    one = {
        "packages": [{"id": 0, "cpus": "0-15", "nodes": [0, 1]}],
        "numa": TWO_SOCKETS["numa"],
    }
    assert judged({"0": 0, "1": 90_000}, cpu=one) == "silent"


@pytest.mark.parametrize(
    ("iops", "queues", "cpus", "expected"),
    [
        (500_000.0, 16, 96, "info"),
        (499_999.0, 16, 96, "silent"),
        (500_000.0, 96, 96, "fine"),
        (500_000.0, None, 96, "unknown: I/O queues"),
        (500_000.0, 16, None, "unknown: I/O queues"),
    ],
)
def test_few_queues(iops: float, queues: int | None, cpus: int | None, expected: str) -> None:
    told = said_on_machine("few-queues", {"cpu": {"threads": cpus}}, result(iops=iops), io_queues=queues)
    assert told == expected
