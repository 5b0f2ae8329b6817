"""The time of a durable write: a sum where each write is synced, the write alone where it waits, else unknown."""

from typing import Any

from fioboard.engine.formats.fio.model.reading import Latency
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rules.durable import measure_durable
from tests.engine.rules.facts import result
from tests.factories.machine import document, targets

WRITE = {
    "direction": "write", "rw": "write", "ioengine": "psync", "total_ios": 1000,
    "clat": Latency(mean_ns=20_000.0, percentiles={"99": 90_000}),
}  # fmt: skip
SYNC = Latency(n=999, mean_ns=1_900_000.0, percentiles={"99": 5_000_000})
EACH = {"direct": False, "sync_lat": SYNC, "job_options": {"fdatasync": "1"}}


def test_a_durable_write_is_measured_where_each_write_is_known_to_be_durable() -> None:
    for fields, expected in (
        (EACH, (1_920_000.0, None, "write_and_sync")),
        (EACH | {"direct": True}, (1_920_000.0, None, "write_and_sync")),
        ({"job_options": {"sync": "dsync"}, "direct": False}, (20_000.0, 90_000, "synchronous_write")),
        ({"job_options": {"sync": "none"}, "direct": False}, (None, None, "not_synced")),
        ({"direct": False}, (None, None, "not_synced")),
        ({"direct": None}, (None, None, "cache_unknown")),
        ({"direct": True}, (None, None, "cache_unknown")),
        (EACH | {"job_options": {"fdatasync": "8"}}, (None, None, "not_each_synced")),
        (EACH | {"total_ios": 8_000}, (None, None, "not_each_synced")),
        (EACH | {"ioengine": "libaio", "iodepth": 8}, (None, None, "several_in_flight")),
        (EACH | {"sync_lat": None}, (None, None, "not_in_output")),
        (EACH | {"clat": None}, (None, None, "not_in_output")),
        ({"direction": "read"}, (None, None, None)),
    ):
        durable = measure_durable(result(**WRITE | fields), None)
        assert (durable.mean_ns, durable.p99_ns, durable.basis) == expected, fields


def test_a_direct_write_is_durable_by_itself_on_a_device_without_a_volatile_cache_alone() -> None:
    def basis(kind: str, *caches: str | None) -> str | None:
        disks: dict[str, Any] = {
            f"sd{n}": {"name": f"sd{n}", "transport": "sas", "write_cache": cache}
            for n, cache in enumerate(caches)
        }
        machine = document({}) | {"disks": disks}
        [target] = targets(*disks)
        path = resolve(machine, [{**target, "kind": kind}])
        return measure_durable(result(**WRITE | {"direct": True}), path).basis

    assert basis("disk", "write through") == "write_through"
    assert basis("disk", "write through", "write through") == "write_through"
    # A file's own blocks are found by its file system's journal, which this write does not wait for.
    assert basis("file", "write through") == "cache_unknown"
    assert basis("disk", "write back") == "volatile_cache"
    assert basis("disk", "write through", "write back") == "volatile_cache"
    assert basis("disk", None) == "cache_unknown"
