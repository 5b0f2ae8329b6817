"""`serve`: the conversation with the service, from a request to its report, with real fio and a service that is played."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import uuid

import pytest

from fioboard_agent.cli import main
from fioboard_agent.serve.allowed import read_allowed
from fioboard_agent.serve.live import parse_rates

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the list belongs to root, so the test has to be root")

LIST = """
suites = ["quick", "sweep"]
may_repeat = true
longest_s = 60
write_bytes_a_day = 1_000_000_000

[[target]]
folder = "{bench}"
size = "4m"
keep_free = "1m"

[[job]]
name = "nightly-db"
file = "{folder}/db.fio"
"""
JOB = "[db]\nrw=randread\nbs=4k\nsize=4m\ntime_based\nruntime=1\n"
STORED = "[global]\nfilename=/dev/nvme7n1\nrw=randread\nbs=4k\n\n[a]\nsize=4m\nruntime=1\ntime_based=1\n"


@pytest.fixture
def owner(tmp_path, bench):
    """The owner's list and job file."""
    path = tmp_path / "serve.toml"
    path.write_text(LIST.format(bench=bench, folder=tmp_path))
    (tmp_path / "db.fio").write_text(JOB)
    for one in (path, tmp_path / "db.fio"):
        one.chmod(0o644)
    return path


class Queue:
    """Plays the service's part of the poll: offers one request at a time, stores reports, and can lose answers."""

    def __init__(self, service):
        self.offered, self.reports, self.samples, self.polls = [], [], [], []
        self.cancel = []
        self.changed = threading.Condition()
        service.poll = self.answer

    def answer(self, body):
        with self.changed:
            self.polls.append(body)
            self.reports += body["reports"]
            self.samples += body["running"]["samples"] if body["running"] else []
            request = self.offered.pop(0) if self.offered else None
            self.changed.notify_all()
            received = [one["request_id"] for one in body["reports"]]
            return 200, {"request": request, "cancel": list(self.cancel), "received": received}

    def wait_until(self, holds):
        with self.changed:
            assert self.changed.wait_for(holds, timeout=60), (self.reports, self.polls[-1:])

    def states(self, request_id):
        return [one["state"] for one in self.reports if one["request_id"] == request_id]

    def report(self, request_id):
        """The last report, once it says how the request ended."""
        self.wait_until(lambda: self.states(request_id)[-1:] not in ([], ["running"]))
        return [one for one in self.reports if one["request_id"] == request_id][-1]


@pytest.fixture
def queue(service):
    return Queue(service)


def start(owner):
    return subprocess.Popen([sys.executable, "-m", "fioboard_agent", "serve", "--list", str(owner)])


@pytest.fixture
def agent(owner, in_served_bench):
    """A running `serve`; whatever the test does, no process of it outlives the test."""
    running = [start(owner)]
    yield running
    for process in running:
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)


def request(bench, kind="suite", name="quick", **more):
    given = {"kind": kind, "name": name, "target": str(bench), "run_id": None, "parameters": {}, **more}
    return {"id": str(uuid.uuid4()), **given}


@pytest.mark.nightly
def test_a_suite_runs_once_under_the_requests_id_and_is_reported(agent, queue, service, bench):
    asked = request(bench, parameters={"runtime": 1, "repeats": 1})
    queue.offered += [asked, asked]
    report = queue.report(asked["id"])
    assert (report["state"], report["reason"], report["batch_id"]) == ("done", None, asked["id"])
    places = [run["manifest"]["batch"] for run in service.runs.values()]
    assert {place["id"] for place in places} == {asked["id"]}
    assert sorted(place["step"] for place in places) == [1, 2, 3, 4]
    assert sorted(report["run_ids"]) == sorted(service.runs)
    assert queue.polls[0]["offers"]["targets"] == [
        {"name": str(bench), "kind": "folder", "serial": None, "may_write": True}
    ]
    # A repeated offer is answered from disk.
    queue.offered.append(asked)
    queue.wait_until(lambda: queue.states(asked["id"]).count("done") == 2)
    assert len(service.runs) == 4
    assert not [path for path in bench.iterdir() if path.name.startswith("fioboard-")]


@pytest.mark.nightly
def test_own_jobs_and_repeats_run_with_the_requests_id_as_upload_key(agent, queue, service, bench):
    run_id = str(uuid.uuid4())
    service.documents[f"/api/v1/runs/{run_id}/job"] = (200, {"job_file": STORED, "url": "https://x/runs/1"})
    own = request(bench, "job", "nightly-db", parameters={"bs": "8k"})
    again = request(bench, "repeat", None, run_id=run_id)
    hostile = request(bench, "repeat", None, run_id=str(uuid.uuid4()))
    service.documents[f"/api/v1/runs/{hostile['run_id']}/job"] = (
        200,
        {"job_file": STORED + "exec_prerun=touch /tmp/pwned\n", "url": None},
    )
    for asked in (own, again, hostile):
        queue.offered.append(asked)
        queue.report(asked["id"])
    assert [queue.report(one["id"])["state"] for one in (own, again, hostile)] == ["done", "done", "refused"]
    assert "exec_prerun" in queue.report(hostile["id"])["reason"]
    assert set(service.runs) == {own["id"], again["id"]}
    assert "--bs=8k" in service.runs[own["id"]]["manifest"]["argv"]
    # The stored job's own place is not the listed target.
    assert not any("nvme7n1" in word for word in service.runs[again["id"]]["manifest"]["argv"])


def test_a_cancelled_request_ends_fio_and_keeps_what_was_measured(agent, queue, service, bench):
    asked = request(bench, name="sweep", parameters={"runtime": 30, "rw": "randrw"})
    queue.offered.append(asked)
    queue.wait_until(lambda: len(queue.samples) >= 2)
    assert all(sample["read_iops"] > 0 and sample["write_bw"] > 0 for sample in queue.samples)
    with queue.changed:
        queue.cancel.append(asked["id"])
    assert queue.report(asked["id"])["state"] == "cancelled"
    (run,) = service.runs.values()
    assert run["manifest"]["interrupted"] is True
    text = run["files"]["fio.json"].decode()
    assert json.loads(text[text.index("{") :])["jobs"][0]["read"]["total_ios"] > 0


@pytest.mark.nightly
def test_a_killed_agent_takes_the_suite_up_again_and_measures_no_step_twice(agent, queue, owner, service, bench):
    asked = request(bench, parameters={"runtime": 1})
    queue.offered.append(asked)
    queue.wait_until(lambda: any(poll["running"] and poll["running"]["step"] >= 2 for poll in queue.polls))
    agent[0].kill()
    agent[0].wait()
    agent.append(start(owner))
    assert queue.report(asked["id"])["state"] == "done"
    whole = [run["manifest"]["batch"] for run in service.runs.values() if not run["manifest"]["interrupted"]]
    assert sorted(place["step"] for place in whole) == [1, 2, 3, 4]


def test_no_list_and_a_list_that_others_can_change_serve_nothing(owner, in_served_bench, queue, capsys):
    cases = (
        (lambda: owner.chmod(0o666), "can be changed by other users than root"),
        (lambda: (owner.chmod(0o644), os.chown(owner, 1000, 0)), "belongs to another user than root"),
        (lambda: (os.chown(owner, 0, 0), owner.write_text("suite = ['quick']")), "the file has no 'suite'"),
        (lambda: owner.write_text("[[target]]\ndevice = '/dev/sda'"), "serial number of /dev/sda"),
        (lambda: owner.write_text("[[target]]\nfolder = '/srv/../etc'"), "not a plain path"),
        (lambda: owner.write_text("suites = ['datasheet']"), "cannot be served"),
        (lambda: owner.write_text("hours = '22-6'"), "22:00-06:00"),
        (lambda: owner.write_text("longest_s = true"), "whole number"),
        (lambda: (owner.rename(owner.with_name("real")), owner.symlink_to("real")), "is a link"),
        (owner.unlink, "accepts no requests"),
    )
    for change, said in cases:
        change()
        assert main(["serve", "--list", str(owner)]) == 6, said
        assert said in capsys.readouterr().err
    assert queue.polls == []


def test_the_list_is_shown_as_it_is_understood(owner, in_served_bench, capsys):
    assert main(["serve", "--list", str(owner), "--check"]) == 0
    shown = capsys.readouterr().out
    assert "Suites: quick, sweep\n" in shown
    assert "Bytes written a day: 1,000,000,000\n" in shown


def test_rates_of_fios_line_keep_their_units():
    for text, expected in (
        ("r=26.1k w=8700", {"r": 26_100.0, "w": 8_700.0}),
        ("r=104MiB/s", {"r": 104.0 * (1 << 20)}),
        ("w=1.5GB/s", {"w": 1.5e9}),
        ("r=912KiB/s w=0B/s", {"r": 912.0 * 1024, "w": 0.0}),
        (None, {}),
    ):
        assert parse_rates(text) == expected, text


def test_hours_may_pass_midnight(owner):
    from datetime import datetime

    for hours, inside, outside in (("22:00-06:00", (23, 5), (6, 12, 21)), ("08:00-18:00", (8, 17), (7, 18))):
        owner.write_text(f'hours = "{hours}"')
        allowed = read_allowed(owner)
        assert all(allowed.is_open(datetime(2026, 11, 29, hour)) for hour in inside), hours
        assert not any(allowed.is_open(datetime(2026, 11, 29, hour)) for hour in outside), hours
