"""What a run shows while it lasts, against what is stored of it; and how soon a cancelled fio ends. With real fio."""

import json
import os
import signal
import statistics
import subprocess
import sys
import time

import psutil
import pytest
from test_serve import Queue, request

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.skipif(os.geteuid() != 0, reason="the list belongs to root, so the test has to be root"),
]

LIST = """
{jobs}
[[target]]
folder = "{bench}"
keep_free = "1m"
"""
# A rate that any machine holds: whether live and stored agree is no question of how steady a disk is.
JOBS = {
    "random-reads": "rw=randread\nbs=4k\nioengine=libaio\niodepth=16\nrate_iops=2000",
    "random-writes": "rw=randwrite\nbs=4k\nrate_iops=1500",
    "reads-in-order": "rw=read\nbs=128k\nrate_iops=150",
    "writes-in-order": "rw=write\nbs=64k\nrate_iops=300",
    "mixed": "rw=randrw\nbs=4k\nrwmixread=70\nrate_iops=1400,600",
    "mixed-in-order": "rw=rw\nbs=16k\nrwmixread=50\nrate_iops=400,400",
    "four-jobs": "rw=randread\nbs=4k\nnumjobs=4\nrate_iops=500",
    "two-jobs-grouped": "rw=randread\nbs=8k\nnumjobs=2\ngroup_reporting\nrate_iops=900",
    "large-blocks": "rw=read\nbs=1m\nioengine=libaio\niodepth=4\ndirect=1\nrate_iops=40",
    "by-bytes": "rw=randwrite\nbs=32k\nrate=16m",
}
LARGEST_DIFFERENCE = 0.01
FIELDS = {
    f"{direction}_{shown}": (direction, stored)
    for direction in ("read", "write")
    for shown, stored in (("iops", "iops"), ("bw", "bw_bytes"))
}
CANCELLED_S = 2.0


@pytest.fixture
def queue(service):
    return Queue(service)


@pytest.fixture
def agent(tmp_path, bench, in_served_bench):
    """A running `serve` whose owner lists the jobs."""
    entries = []
    for name, text in JOBS.items():
        path = tmp_path / f"{name}.fio"
        path.write_text(f"[{name}]\n{text}\nsize=64m\ntime_based\nruntime=12\nfilename=file\n")
        path.chmod(0o644)
        entries.append(f'[[job]]\nname = "{name}"\nfile = "{path}"')
    path = tmp_path / "serve.toml"
    path.write_text(LIST.format(jobs="\n".join(entries), bench=bench))
    path.chmod(0o644)
    process = subprocess.Popen([sys.executable, "-m", "fioboard_agent", "serve", "--list", str(path)])
    yield process
    process.send_signal(signal.SIGTERM)
    process.wait(timeout=60)


def test_live_rates_agree_with_the_stored_run(agent, queue, service, bench, record_property):
    differences = {}
    for name in JOBS:
        asked = request(bench, "job", name)
        before = len(queue.samples)
        queue.offered.append(asked)
        assert queue.report(asked["id"])["state"] == "done", name
        output = service.runs[asked["id"]]["files"]["fio.json"].decode()
        jobs = json.loads(output[output.index("{") :])["jobs"]
        # The first second holds the start of the clones.
        samples = queue.samples[before + 1 :]
        assert len(samples) >= 8, name
        for live, (direction, metric) in FIELDS.items():
            stored = sum(job[direction][metric] for job in jobs)
            if stored:
                shown = statistics.mean(sample[live] for sample in samples)
                differences[f"{name} {live}"] = shown / stored - 1
        (bench / "file").unlink(missing_ok=True)
    record_property("live against stored, largest difference", f"{max(map(abs, differences.values())):.2%}")
    assert len(differences) >= len(JOBS)
    assert {what: one for what, one in differences.items() if abs(one) > LARGEST_DIFFERENCE} == {}


def test_a_cancelled_fio_ends(agent, queue, bench, record_property):
    seconds = []
    for name in ("random-reads", "writes-in-order", "four-jobs"):
        asked = request(bench, "job", name)
        before = len(queue.samples)
        queue.offered.append(asked)
        queue.wait_until(lambda before=before: len(queue.samples) > before + 1)
        fio = [one for one in psutil.Process(agent.pid).children(recursive=True) if one.name() == "fio"]
        assert fio
        with queue.changed:
            queue.cancel = [asked["id"]]
        began = time.monotonic()
        psutil.wait_procs(fio, timeout=60)
        seconds.append(time.monotonic() - began)
        assert queue.report(asked["id"])["state"] == "cancelled"
        queue.cancel = []
        (bench / "file").unlink(missing_ok=True)
    record_property("a cancelled fio ended after", ", ".join(f"{one:.1f} s" for one in seconds))
    assert all(one.is_running() is False for one in fio)
