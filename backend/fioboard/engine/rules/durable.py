"""The time of a durable write: of the write and its sync together, or of the write alone where it waits itself."""

from dataclasses import dataclass

from fioboard.engine.formats.fio.model.reading import Latency, Result
from fioboard.engine.hardware.inventory.path import Path
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.rules.depth import SYNCHRONOUS, is_each_synced, is_synced, is_synchronous_write
from fioboard.engine.words.durable import DurableBasis

WRITE_THROUGH = "write through"
# A file system keeps what makes a block of a file found in its journal: a direct write to a file alone is not durable.
_BLOCK_DEVICES = frozenset({"disk", "partition"})


@dataclass(frozen=True, slots=True)
class Durable:
    """The time of a durable write in ns, and what it is known from; None where it is unknown, with the reason."""

    mean_ns: float | None = None
    p99_ns: float | None = None
    basis: DurableBasis | None = None
    """None for what is no write."""


def measure_durable(result: Result, path: Path | None) -> Durable:
    """Measure the time of a durable write of one result. `path`: of its run, for the caches of the drives."""
    if result.direction != "write":
        return Durable()
    if is_synced(result):
        return _measure_with_sync(result)
    if is_synchronous_write(result):
        return _take_write(result.clat, "synchronous_write")
    if not result.direct:
        return Durable(basis="not_synced" if result.direct is False else "cache_unknown")
    return _take_write(result.clat, "write_through") if _has_no_volatile_cache(path) else _explain_cache(path)


def _measure_with_sync(result: Result) -> Durable:
    """Add up writes and syncs where each write waited for its own."""
    write, sync = result.clat, result.sync_lat
    if write is None or sync is None or write.mean_ns is None or sync.mean_ns is None:
        return Durable(basis="not_in_output")
    if (result.iodepth or 1) > 1 and result.ioengine not in SYNCHRONOUS:
        return Durable(basis="several_in_flight")
    if not is_each_synced(result):
        return Durable(basis="not_each_synced")
    return Durable(write.mean_ns + sync.mean_ns, None, "write_and_sync")


def _take_write(write: Latency | None, basis: DurableBasis) -> Durable:
    """Take the latency of a write that itself waits until it is durable."""
    if write is None or write.mean_ns is None:
        return Durable(basis="not_in_output")
    p99 = write.percentiles.get("99") if "99" not in write.saturated else None
    return Durable(write.mean_ns, p99, basis)


def _list_caches(path: Path | None) -> set[str | None]:
    """List what the inventory says of the caches of all drives of the run."""
    return {text(member.entry, "write_cache") for member in path.members} if path else set()


def _has_no_volatile_cache(path: Path | None) -> bool:
    """Whether direct writes go to block devices of which no drive has a volatile cache."""
    is_raw = path is not None and {target.kind for target in path.targets} <= _BLOCK_DEVICES
    return is_raw and _list_caches(path) == {WRITE_THROUGH}


def _explain_cache(path: Path | None) -> Durable:
    """Say why direct writes without a sync are not known to be durable."""
    caches = _list_caches(path)
    is_known = bool(caches) and None not in caches
    return Durable(basis="volatile_cache" if is_known and caches != {WRITE_THROUGH} else "cache_unknown")
