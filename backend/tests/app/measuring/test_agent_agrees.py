"""What the agent sends and takes, against the shapes of the service: neither may change without the other."""

import io
import json
from pathlib import Path
from typing import Any

from fioboard_agent.fio.progress import Progress
from fioboard_agent.preflight.check import Check
from fioboard_agent.serve import loop, request
from fioboard_agent.serve.allowed import Allowed, AllowedTarget
from fioboard_agent.serve.live import Drives, LiveProgress
from fioboard_agent.serve.store import Record
from fioboard_agent.suites.workload import SUITES

from fioboard.app.runs.history.repeat_command import LISTED, LISTED_WORKLOADS
from fioboard.engine.answers.parameters import Parameters
from fioboard.engine.answers.request import OfferedOut, PollIn
from fioboard.engine.words.requests import MAX_REQUEST_REPEATS

ID = "01a22689-133d-7313-8d82-db2df0574db0"


def test_a_poll_of_the_agent_is_one_that_the_service_takes(monkeypatch: Any) -> None:
    allowed = Allowed(
        suites=("quick",),
        jobs=(("nightly", Path("/etc/fioboard/nightly.fio")),),
        targets=(
            AllowedTarget(Path("/srv/bench"), "folder"),
            AllowedTarget(Path("/dev/sda"), "device", "S1"),
        ),
        may_repeat=True,
        hours="22:00-06:00",
        longest_s=3600,
        write_bytes_a_day=10**12,
    )
    monkeypatch.setattr("fioboard_agent.serve.live.SAMPLE_EVERY_S", 0)
    written = io.StringIO()
    progress = LiveProgress(written, Drives((), ()))
    progress.start_step(1, "randread 4k QD 32")
    progress.show(Progress(percent=10, iops="r=26.1k", bandwidth="r=104MiB/s", eta_s=9))
    work = loop._Work(Record(ID, "running"), None, 0.0)
    started = {"at_us": 1_790_000_000_000_000, "clock_ahead_us": -7, "clock_uncertainty_us": 900, "step": 1}
    check = Check("other_io", "warning", "Background I/O on the drives: 4.9 MB/s on vda.")
    progress.take_checks([check.build_document()])
    progress.send_message({"ready": True})
    assert work.build_document([]).get("is_ready") is None
    for line in written.getvalue().splitlines():
        work._take(json.loads(line))
    assert work.build_document([])["is_ready"] is True
    work._take({"start": started})
    assert work.build_document([]).get("is_ready") is None
    # The next step of a suite: the start of the one before is said until then.
    work._take({"ready": True})
    assert work.build_document([])["is_ready"] is True
    ended = Record(ID, "failed", reason="x" * 5_000, batch_id=ID, run_ids=[ID], start=started)
    reports = [loop._report(ended)]
    document = {
        "agent_version": "0.3.0",
        "wait_s": loop.WAIT_S,
        "offers": allowed.build_offers(),
        "running": work.build_document(list(work.samples), takes_checks=True),
        "reports": reports,
    }
    poll = PollIn.model_validate_json(json.dumps(document))
    assert poll.running is not None
    assert [one["read_iops"] for one in poll.running.samples] == [26_100]
    assert poll.running.samples[0]["read_bw"] == 104 * 1024**2
    assert poll.running.checks == [check.build_document()]
    # An earlier version would refuse the poll.
    assert "checks" not in work.build_document([])
    assert poll.offers.targets[1].serial == "S1"
    assert poll.offers.starts_together is True
    for start in (poll.running.start, poll.reports[0].start):
        assert start is not None and start.model_dump() == started


def test_a_listed_suite_is_whole_with_as_many_workloads_as_the_agent_has() -> None:
    assert {name: len(suite.workloads) for name, suite in SUITES.items()} == dict.fromkeys(
        LISTED, LISTED_WORKLOADS
    )


def test_the_agent_takes_each_parameter_that_the_service_sends_and_no_other() -> None:
    assert set(request.PARAMETERS) == set(Parameters.model_fields)
    sent: dict[str, Any] = {
        **{"rw": "randrw", "bs": "4k", "iodepth": 32, "numjobs": 4, "runtime": 60, "rwmixread": 70},
        **{"repeats": MAX_REQUEST_REPEATS, "until": "5%"},
    }
    parameters = Parameters.model_validate(sent).model_dump(exclude_none=True)
    offered: dict[str, Any] = {
        "id": ID,
        "kind": "suite",
        "name": "quick",
        "target": "/srv/bench",
        "run_id": None,
    }
    offered |= {"is_together": True, "seed": 7}
    assert {*offered, "parameters"} == set(OfferedOut.__annotations__)
    read = request.read_request(offered | {"parameters": parameters})
    assert (read.is_together, read.seed) == (True, 7)
    assert read.parameters == {key: str(value) for key, value in sent.items()}
    grid = {"rw": "read,randrw", "bs": "4k,1m", "iodepth": "1,32", "numjobs": "1,4"}
    listed = Parameters.model_validate(grid).model_dump(exclude_none=True)
    assert request.read_request(offered | {"name": "sweep", "parameters": listed}).parameters == grid
