"""`suite pts` with real fio on loop devices: killed in every stage and resumed, its writes counted, nothing else touched."""

import hashlib
import json
import signal
import subprocess
import sys
import time
from contextlib import ExitStack

import pts_oracle
import pytest
from fio_watch import fio_is_measuring, fio_of
from loop_device import attach, detach

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.suites.pts.rounds import find_steady_window
from fioboard_agent.suites.pts.standard import list_prefill
from fioboard_agent.suites.store import BatchStore

MIB = 1 << 20
pytestmark = [pytest.mark.nightly, pytest.mark.usefixtures("in_bench")]
QUICK = ["--class", "client", "--quick", "--runtime", "1", "--no-upload", "--no-samples"]


@pytest.fixture
def drives(tmp_path):
    """Two loop devices of random bytes, by name: the one to be measured, and a canary."""
    with ExitStack() as stack:
        made = {}
        for position in range(2):
            image = tmp_path / f"image{position}"
            image.write_bytes(hashlib.shake_256(bytes([position])).digest(32 * MIB))
            device = attach(image)
            stack.callback(detach, device)
            made[device] = image
        yield made


def agent(*arguments):
    command = [sys.executable, "-m", "fioboard_agent", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def kill_when(running, folders, moment, seconds=120):
    """kill -9 of the agent at this moment; False where it ended before."""
    deadline = time.monotonic() + seconds
    while not moment():
        if running.poll() is not None:
            return False
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.01)
    running.send_signal(signal.SIGKILL)
    running.communicate()
    while fio_of(folders):
        time.sleep(0.02)
    return True


def read_runs(folders):
    return sorted(Spool(folders).waiting(), key=lambda entry: entry.manifest()["started_at"])


def count_io_bytes(entries):
    total = 0
    for entry in entries:
        text = (entry.files / "fio.json").read_text()
        jobs = json.loads(text[text.index("{") :])["jobs"] if "{" in text else []
        total += sum(job["write"]["io_bytes"] for job in jobs)
    return total


def test_a_test_killed_in_every_stage_goes_on_and_writes_no_more_than_confirmed(drives, folders):
    (target, image), (_, canary) = drives.items()
    before = hashlib.sha256(canary.read_bytes()).hexdigest()
    command = ["suite", "pts", "throughput", "--target", target, "--confirm-destroy", str(image), *QUICK]
    running = agent(*command, "--purge", "blkdiscard", "--confirm-purge", str(image), "--write-limit", "400g")
    store = BatchStore(folders)

    def done():
        return len(store.unfinished()[0].done) if store.unfinished() else 0

    # In the preconditioning, right after it, in the first round, and in each later one.
    stages = [2, 13, 14, 15, 17, 19, 21]
    kills = 0
    for stage in stages:
        moment = lambda stage=stage: done() >= stage and fio_is_measuring(folders, in_batch=True)  # noqa: E731
        if not kill_when(running, folders, moment):
            break
        kills += 1
        [left] = store.unfinished()
        assert left.purge.state == "done"
        assert left.ledger.total_bytes <= left.plan.pts.write_limit_bytes
        running = agent("suite", "--resume", "--no-upload", "--no-samples")
    last = None
    while running.poll() is None:
        last = (store.unfinished() or [last])[0]
        time.sleep(0.05)
    output = running.communicate()[0]
    assert running.returncode == 0, output
    assert kills >= 4
    runs = read_runs(folders)
    whole = [run.manifest() for run in runs if not run.manifest()["interrupted"]]
    steps = [(run["batch"]["workload"], run["batch"]["repeat"]) for run in whole]
    assert len(set(steps)) == len(steps), "a step was measured twice"
    rounds = max(repeat for name, repeat in steps if name.startswith("r"))
    assert 5 <= rounds <= 10
    assert [step for step in steps if step[0].startswith("r")] == [
        (cell, number) for number in range(1, rounds + 1) for cell in ("r100-1024k", "r0-1024k")
    ]
    parts = [name for name, _ in steps if name.startswith("wipc")]
    assert parts == [part.name for part in list_prefill(left.plan.pts)]
    assert hashlib.sha256(canary.read_bytes()).hexdigest() == before
    # The ledger never says less than fio wrote, and its own figures say nothing else.
    final = whole[-1]["batch"]["pts"]
    counted = final["written_bytes"]
    assert counted >= count_io_bytes([run for run in runs if not run.manifest()["interrupted"]][:-1])
    assert counted <= final["write_limit_bytes"]
    assert "rounds" in output
    cells = [run.files / "fio.json" for run in runs if not run.manifest()["interrupted"]]
    oracle = pts_oracle.recompute("throughput", cells)
    assert oracle["rounds"] == rounds
    assert (f"{oracle['window'][0]} to {oracle['window'][1]} of {rounds}") in output
    assert ("was not reached" in output) == (not oracle["is_steady"])


def test_the_ledger_is_fios_own_count_and_the_oracle_agrees_with_the_agent(drives, folders, capsys):
    (target, image), _ = drives.items()
    words = ["suite", "pts", "latency", "--target", target, "--confirm-destroy", str(image), *QUICK]
    kept = []
    original = BatchStore.save
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BatchStore, "save", lambda self, batch: (kept.append(batch), original(self, batch))[1])
        assert main(words) == 0
    batch, runs = kept[-1], read_runs(folders)
    assert batch.ledger.written_bytes == count_io_bytes(runs)
    assert batch.ledger.lost_bytes == batch.ledger.open_bytes == 0
    oracle = pts_oracle.recompute("latency", [run.files / "fio.json" for run in runs])
    window = find_steady_window(batch.plan.pts, batch.done)
    assert (window.first, window.last) == oracle["window"]
    assert window.is_steady == oracle["is_steady"]
    average, range_share, slope_share = oracle["fits"][0, 4096]
    fit = window.fits["r0-4k"]
    assert (fit.average, fit.range_share, fit.slope_share) == pytest.approx((average, range_share, slope_share))
    said = capsys.readouterr()
    assert "NOT THE STANDARD: --quick" in said.err
    assert {run.manifest()["title"] for run in runs} == {"SNIA PTS-C latency (not the standard: quick)"}


def test_the_limit_ends_a_test_and_more_can_be_confirmed(drives, folders, capsys):
    (target, image), _ = drives.items()
    words = ["suite", "pts", "throughput", "--target", target, "--confirm-destroy", str(image), *QUICK]
    assert main([*words, "--write-limit", "40m"]) != 0
    said = capsys.readouterr().err
    assert "The write limit of 41,943,040 bytes is used up" in said
    runs = read_runs(folders)
    assert 32 * MIB <= count_io_bytes(runs) <= 40 * MIB
    assert main(["suite", "--resume", "--no-upload", "--no-samples", "--write-limit", "30m"]) == 2
    assert main(["suite", "--resume", "--no-upload", "--no-samples", "--write-limit", "500g"]) == 0
    runs = [run.manifest()["batch"] for run in read_runs(folders)]
    steps = [(run["workload"], run["repeat"]) for run in runs]
    # A cell that the limit cut short is measured again, once more is confirmed.
    assert len(steps) - 1 <= len(set(steps))


def test_hostile_words_change_no_canary(drives, folders, tmp_path, capsys):
    (target, image), (other, canary_image) = drives.items()
    before = [one.read_bytes() for one in (image, canary_image)]
    canary = tmp_path / "canary"
    canary.write_bytes(b"canary" * 4_000_000)
    link = tmp_path / "link"
    link.symlink_to(other)
    confirmed, purge = ["--confirm-destroy", str(image)], ["--purge", "blkdiscard", "--confirm-purge"]
    for words in (
        ["--target", target],
        ["--target", other, *confirmed],
        ["--target", str(link), *confirmed],
        ["--target", str(canary)],
        ["--target", str(canary), *confirmed],
        ["--target", f"{target}:{other}", *confirmed],
        ["--target", "/dev/mem", *confirmed],
        ["--target", target, *purge, str(image)],
        ["--target", target, *purge, str(canary_image), *confirmed],
        ["--target", target, "--purge", "nvme-format", "--confirm-purge", str(image), *confirmed],
        ["--target", target, "--purge", "ata-erase", "--confirm-purge", str(image), *confirmed],
        ["--target", str(link), *purge, str(image), *confirmed],
        ["--target", "/etc", "--size", "32m"],
        ["--target", target, "--size", "1g", *confirmed],
    ):
        for test in ("all", "wsat"):
            assert main(["suite", "pts", test, *words, *QUICK]) in {2, 3, 4}, words
    assert not list(Spool(folders).waiting())
    assert [one.read_bytes() for one in (image, canary_image)] == before
    assert canary.read_bytes() == b"canary" * 4_000_000
    capsys.readouterr()
    subprocess.run(["mkfs.ext4", "-q", target], check=True)
    mounted = tmp_path / "mounted"
    mounted.mkdir()
    if subprocess.run(["mount", target, str(mounted)], check=False).returncode:
        pytest.skip("mounting is not allowed here")
    try:
        words = ["--target", target, *confirmed, *purge, str(image)]
        assert main(["suite", "pts", "all", *words, *QUICK]) == 3
        assert "mounted" in capsys.readouterr().err
    finally:
        subprocess.run(["umount", str(mounted)], check=True)


def test_a_file_target_of_the_agents_own_is_measured_and_removed(bench, folders, capsys):
    words = ["suite", "pts", "throughput", "--target", str(bench), "--size", "32m", "--keep-free", "1m", *QUICK]
    assert main(words) == 0
    assert "the target is a file" in capsys.readouterr().err
    assert not list(bench.iterdir())
    assert {run.manifest()["batch"]["name"] for run in read_runs(folders)} == {"pts"}
