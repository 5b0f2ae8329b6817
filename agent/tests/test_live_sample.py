"""A second of a running request: fio's own rates, and what the kernel says of the drives behind the target."""

import io
import json

import pytest

from fioboard_agent.fio.progress import Progress
from fioboard_agent.serve import live
from fioboard_agent.serve.live import Drives, LiveProgress


def write_counters(path, reads, read_ms, writes=0, write_ms=0):
    """As the kernel shows them in /sys/block/*/stat, with the fields of discards and flushes."""
    path.write_text(f"{reads} 0 {8 * reads} {read_ms} {writes} 0 {8 * writes} {write_ms} 0 0 0 0 0 0 0 0 0\n")


@pytest.fixture
def clock(monkeypatch):
    """The agent's clock; it goes on when the test says so."""
    at = [100.0]
    monkeypatch.setattr(live.time, "monotonic", lambda: at[0])
    return at


def test_a_sample_has_the_mean_wait_of_all_drives(tmp_path, clock):
    stats, sensors = (tmp_path / "one", tmp_path / "two"), (tmp_path / "one_temp", tmp_path / "two_temp")
    write_counters(stats[0], reads=1000, read_ms=50)
    write_counters(stats[1], reads=5000, read_ms=700)
    sensors[0].write_text("41850\n")
    sensors[1].write_text("39850\n")
    said = io.StringIO()
    progress = LiveProgress(said, Drives(sensors, stats), lambda _: None)

    def show():
        clock[0] += 1
        progress.show(Progress(iops="r=26.1k w=100", bandwidth="r=104MiB/s w=400KiB/s"))
        return json.loads(said.getvalue().splitlines()[-1])["sample"]

    # 3000 reads that waited 900 ms; 20 writes that waited 4 ms, of which a counter of ms says too little.
    write_counters(stats[0], reads=2000, read_ms=250, writes=20, write_ms=4)
    write_counters(stats[1], reads=7000, read_ms=1400)
    sample = show()
    assert (sample["read_lat_mean_ns"], sample["write_lat_mean_ns"]) == (300_000, None)
    assert (sample["read_iops"], sample["write_iops"], sample["temperature_c"]) == (26_100.0, 100.0, 41.85)
    # Of this second alone.
    write_counters(stats[1], reads=7100, read_ms=1500)
    assert show()["read_lat_mean_ns"] == 1_000_000
    # What one of them waited says nothing of all, nor is the hottest known.
    stats[1].unlink()
    sensors[1].unlink()
    write_counters(stats[0], reads=90_000, read_ms=90_000)
    sample = show()
    assert (sample["read_lat_mean_ns"], sample["temperature_c"]) == (None, None)


def test_without_drives_there_is_no_wait(tmp_path, clock):
    said = io.StringIO()
    progress = LiveProgress(said, Drives((), ()))
    clock[0] += 1
    progress.show(Progress(iops="r=1000", bandwidth="r=4000KiB/s"))
    [line] = said.getvalue().splitlines()
    sample = json.loads(line)["sample"]
    assert (sample["read_iops"], sample["read_lat_mean_ns"], sample["temperature_c"]) == (1000.0, None, None)
