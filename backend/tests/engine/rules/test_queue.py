"""How full the queues were: fio's, and the drives'."""

from typing import Any

import pytest

from fioboard.engine.formats.fio.model.reading import Latency, Result
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.hardware.inventory.samples import read_samples
from fioboard.engine.rules import RunFacts, judge
from tests.engine.rules.facts import disk, result, said, spoken
from tests.factories.machine import document, drive, function, targets

DEEP: dict[str, Any] = {"iodepth": 4, "numjobs": 2, "iops": 10_000.0, "lat": Latency(mean_ns=790_000.0)}


def text_of(*results: Result) -> str:
    return next(f.text for f in judge(RunFacts(results=results)).findings if f.id == "in-flight")


def test_littles_law_in_words() -> None:
    assert text_of(result(**DEEP)) == "7.9 I/Os in flight on average, of 8 configured."
    recorded = DEEP | {"lat": None, "clat": Latency(mean_ns=770_000.0)}
    assert text_of(result(**recorded)).startswith("At least 7.7 I/Os in flight on average, of 8 configured")
    waits = {
        "ioengine": "psync",
        "iodepth": 1,
        "iops": 2_000.0,
        "lat": None,
        "clat": Latency(mean_ns=950_000.0),
    }
    assert text_of(result(**DEEP | waits)) == "1.9 I/Os in flight on average, of 2 configured."


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "info"),
        # An engine that waits has one in flight for each job, whatever it was told: 7.9 of 2 cannot be.
        ({"ioengine": "psync"}, "silent"),
        ({"ioengine": None}, "unknown: engine"),
        ({"lat": None}, "unknown: latency"),
        ({"is_merged_sections": True}, "unknown: engine"),
        ({"iops": 11_200.0}, "silent"),
    ],
)
def test_when_the_mean_is_told(changes: dict[str, Any], expected: str) -> None:
    assert said("in-flight", result(**DEEP | changes)) == expected


def test_both_directions_of_a_job_share_its_depth() -> None:
    both = [result(**DEEP | {"direction": direction, "iops": 5_000.0}) for direction in ("read", "write")]
    assert text_of(*both).startswith("7.9 I/Os in flight on average, of 8 ")


@pytest.mark.parametrize(
    ("in_queue_ms", "changes", "expected"),
    [
        # Of 16 in flight 0.7 were at the drive: a file that grows takes one write at a time.
        (42_000, {}, "warning"),
        (119_999, {}, "warning"),
        (120_000, {}, "fine"),
        (None, {}, "fine"),
        # The jobs themselves need half of the CPUs that they have: the I/Os wait for those.
        (42_000, {"sys_cpu_pct": 50.0}, "fine"),
        (42_000, {"job_options": {"fsync": "1"}}, "silent"),
        (42_000, {"runtime_ms": 4_000}, "silent"),
    ],
)
def test_a_queue_that_waits_above_the_drive(
    in_queue_ms: int | None, changes: dict[str, Any], expected: str
) -> None:
    deep = {"iodepth": 16, "lat": Latency(mean_ns=16e6), "direction": "write", "rw": "write"}
    counters = [disk(in_queue_ms=in_queue_ms)]
    assert said("depth-not-reached", result(**deep | changes), disks=counters, fio_cpu_count=2) == expected


def queue_of(held: float, **entry: Any) -> str:
    inventory = document({"0000:40:01.1": function(None), "0000:41:00.0": drive("0000:40:01.1")})
    [name] = inventory["disks"]
    inventory["disks"][name] |= entry
    series = [{"subject": f"disk:{name}", "metric": "queue_depth", "direction": None, "values": [held, held]}]
    samples = read_samples({"schema": 1, "t_ms": [1000, 2000], "series": series, "links": []})
    path = resolve(inventory, targets(name), samples=samples)
    facts = RunFacts(results=[result()], path=path, document=inventory, samples=samples)
    return spoken("device-queue-full", judge(facts))


@pytest.mark.parametrize(
    ("held", "entry", "expected"),
    [
        (28.8, {"transport": "sata"}, "info"),
        (28.7, {"transport": "sata"}, "fine"),
        (922.0, {"io_queues": 1, "queue_entries": 1024}, "info"),
        (922.0, {"io_queues": 2, "queue_entries": 1024}, "fine"),
        (922.0, {"io_queues": None, "queue_entries": None}, "unknown: queues"),
        (500.0, {"transport": "virtio"}, "silent"),
    ],
)
def test_a_drive_that_takes_no_more(held: float, entry: dict[str, Any], expected: str) -> None:
    assert queue_of(held, **entry) == expected
