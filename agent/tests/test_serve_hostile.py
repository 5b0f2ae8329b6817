"""A service that was taken over, or somebody between it and the host, starts nothing outside the owner's list.

Every attempt is refused with a sentence, fio is never started, and no file outside the agent's own folders changes."""

import hashlib
import os
import uuid
from datetime import datetime
from pathlib import Path

import pytest

from fioboard_agent.delivery.spool import Spool
from fioboard_agent.delivery.upload import Answer
from fioboard_agent.errors import AgentError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.serve import loop as conversation
from fioboard_agent.serve.allowed import read_allowed
from fioboard_agent.serve.decision import find_job_file, require_allowed
from fioboard_agent.serve.loop import Loop
from fioboard_agent.serve.planning import plan_own_job, plan_repeat, plan_suite
from fioboard_agent.serve.request import read_request
from fioboard_agent.serve.store import RequestStore
from fioboard_agent.serve.stored_job import StoredJob, require_served_sections
from fioboard_agent.suites.store import BatchStore

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="the list belongs to root, so the test has to be root")

DRIVE = next((path for path in sorted(Path("/dev").glob("*")) if path.is_block_device()), Path("/dev/null"))
LIST = """
suites = ["quick"]
may_repeat = true
longest_s = 60
write_bytes_a_day = 100_000_000
[[target]]
folder = "{bench}"
size = "4m"
keep_free = "1m"
[[target]]
folder = "{bench}/link"
[[target]]
folder = "{bench}/gone"
[[target]]
device = "{drive}"
serial = "NOT-THIS-ONE"
may_write = true
[[target]]
device = "/dev/null"
serial = "S1"
[[job]]
name = "db"
file = "{bench}/db.fio"
"""


def list_requests(bench, foreign):
    """Requests, each wrong in one way; `Ellipsis` leaves a field out."""
    good = {"kind": "suite", "name": "quick", "target": str(bench), "run_id": None, "parameters": {}}
    for name in (
        "sweep",
        "four-corners",
        "saturate",
        "datasheet",
        "purpose",
        "QUICK",
        "quick ",
        "",
        "../quick",
        "quick\n",
        "-h",
    ):
        yield {**good, "name": name}
    for name in (None, 1, True, [], ["quick"], {"quick": 1}, "x" * 1_000_000):
        yield {**good, "name": name}
    for kind in ("run", "SUITE", None, 0, [], "exec", "suite;reboot"):
        yield {**good, "kind": kind}
    for name in ("../db", "db.fio", f"{bench}/db.fio", "/etc/passwd", "db\x00", "", "DB", None):
        yield {**good, "kind": "job", "name": name}
    for target in (
        f"{bench}/", f"{bench}/.", f"{bench}/../foreign", f"{bench}/link", f"{bench}/gone", f"{bench}/below", foreign,
        "/", "/etc", "", ".", "/dev/null", str(DRIVE), "/dev/sda", "/dev/disk/by-id/x", f"{bench}\n", f"{bench}\x00",
        f"{bench}:{foreign}", f"{bench}/$HOME", "~", None, 7, [str(bench)], {"name": str(bench)}, "/" * 5_000,
    ):  # fmt: skip
        yield {**good, "target": target if target is None or not isinstance(target, Path) else str(target)}
    for parameters in (
        {"filename": "/dev/sda"}, {"directory": "/etc"}, {"exec_prerun": "reboot"}, {"ioengine": "exec"}, {"size": "1t"},
        {"runtime": "5 --filename=/dev/sda"}, {"runtime": "5;reboot"}, {"runtime": "$(reboot)"}, {"runtime": "5\nrw=write"},
        {"runtime": 10**9}, {"runtime": 61}, {"runtime": -1}, {"runtime": 0}, {"runtime": 1.5}, {"runtime": True},
        {"runtime": None}, {"runtime": [5]}, {"runtime": 10**400}, {"runtime": "٣"}, {"repeats": 10**6}, {"repeats": "0"},
        {"until": "0%"}, {"until": "-5%"}, {"until": "5%;x"}, {"rw": "write"}, {"rw": "trim"}, {"bs": "4k"}, {"numjobs": 9},
        {"--confirm-destroy": "S1"}, {"confirm_destroy": "S1"}, {"keep_free": "0"}, {"": ""}, {"runtime": 5, "x": 1},
        {"metric": "clat_p99"}, {"limit": "2ms"}, {"metric": "clat_p99", "limit": "2ms;reboot"}, {"limit": "$(reboot)"},
        {"rwmixread": 50}, [], None, "runtime=5", {"iodepth": "${HOME}"}, {"on_system_disk": True},
    ):  # fmt: skip
        yield {**good, "parameters": parameters}
    for parameters in (
        {"rw": "trim"},
        {"bs": "1g", "iodepth": 64},
        {"iodepth": 10**6},
        {"bs": "4k:8k"},
        {"bs": "4k,8k"},
        {"iodepth": "1,2"},
        {"repeats": 2},
    ):
        yield {**good, "kind": "job", "name": "db", "parameters": parameters}
    for run_id in (None, "", "1", "../1", str(uuid.uuid4()).upper(), 5, ["x"], "00000000-0000-0000-0000-00000000000g"):
        yield {**good, "kind": "repeat", "name": None, "run_id": run_id}
    for field in ("kind", "name", "target", "parameters"):
        yield {key: value for key, value in good.items() if key != field}


STORED = (
    "exec_prerun=touch {foreign}/pwned", "exec_postrun=reboot", "ioengine=exec\nprogram=/bin/sh", "ioengine=external:/x.so",
    "ioengine=net\nhostname=evil", "ioengine=rados", "ioengine=filecreate", "include {foreign}/precious", "opendir=/",
    "read_iolog={foreign}/precious", "write_iolog={foreign}/x", "write_bw_log={foreign}/x", "log_store_compressed=1",
    "mem=mmap:{foreign}/precious", "unlink=1", "allow_mounted_write=1", "uid=0", "cgroup=x", "size=${{HOME}}", "bs=4k:8k:x",
    "bs=1g\niodepth=64", "numjobs=999\nbs=64m", "verify_state_save=1", "trigger_file=/x", "fill_device=1", "file_append=1",
    "size=50%", "create_on_open=1", "unlinked=1", "runtime=5,reboot", "profile=act", "client=evil", "bs=$(reboot)",
    "[../../etc/cron.d/x]\nsize=4m", "io_submit_mode=x", "nonsense=1", "sync=1\nwrite_hist_log={foreign}/h",
)  # fmt: skip


class Hostile:
    """In the place of the service: answers with whatever it is given."""

    url = "https://hostile.example"

    def __init__(self):
        self.answer = {}
        self.received = []

    def poll(self, document, timeout_s):
        received = [1, "../../etc/passwd", *self.received]
        return Answer(200, {"request": self.answer, "cancel": [None, {}, "../x"], "received": received})


@pytest.fixture
def foreign(tmp_path):
    folder = tmp_path / "foreign"
    folder.mkdir()
    (folder / "precious").write_bytes(hashlib.sha256(b"precious").digest() * 512)
    return folder


@pytest.fixture
def owner(tmp_path, bench, foreign, folders, monkeypatch):
    """The owner's list, in a place where everything but one folder is a trap; a fio that says when it is started."""
    (bench / "link").symlink_to(foreign)
    (bench / "below").mkdir()
    (bench / "db.fio").write_text("[db]\nrw=randread\nsize=4m\n")
    path = tmp_path / "serve.toml"
    path.write_text(LIST.format(bench=bench, drive=DRIVE))
    for one in (path, bench / "db.fio"):
        one.chmod(0o644)
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "fio").write_text(f"#!/bin/sh\ntouch {foreign}/started\n")
    (programs / "fio").chmod(0o755)
    monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setattr(conversation, "HEARTBEAT_S", 0)
    return path


def describe_state(*folders):
    paths = [path for folder in folders for path in (folder, *folder.rglob("*"))]
    return {
        str(path): (path.lstat().st_mode, path.lstat().st_ino, path.read_bytes() if path.is_file() else b"")
        for path in paths
    }


def test_no_request_outside_the_list_starts_anything(owner, bench, foreign, folders):
    before = describe_state(bench, foreign)
    service, sentences = Hostile(), []
    loop = Loop(folders, service, lambda: read_allowed(owner), ["--list", str(owner)], sentences.append)
    attempts = list(list_requests(bench, foreign))
    assert len(attempts) > 100
    for attempt in attempts:
        request_id = str(uuid.uuid4())
        service.answer = {"id": request_id, **attempt, "argv": ["reboot"], "options": {"filename": str(foreign)}}
        loop.run_once()
        record = RequestStore(folders).find(request_id)
        assert record is not None, attempt
        assert record.state == "refused", attempt
        assert record.reason.isprintable(), attempt
        assert 10 < len(record.reason) < 500, attempt
    # Ids that are none, and one of another batch of this host, start nothing either.
    for request_id in (
        None,
        "",
        1,
        "x",
        "../../etc/cron.d/x",
        "0" * 36,
        str(uuid.uuid4()).upper(),
        [],
        str(uuid.UUID(int=0)),
    ):
        service.answer = {**attempts[0], "name": "quick", "id": request_id}
        loop.run_once()
    assert [record.state for record in RequestStore(folders).list_records()] == ["refused"] * len(attempts)
    assert describe_state(bench, foreign) == before
    assert BatchStore(folders).unfinished() == []
    assert list(Spool(folders).waiting()) == []


def test_a_refused_id_that_is_offered_again_as_something_allowed_stays_refused(owner, bench, folders):
    service = Hostile()
    loop = Loop(folders, service, lambda: read_allowed(owner), [], lambda _: None)
    request_id = str(uuid.uuid4())
    good = {"id": request_id, "kind": "suite", "name": "quick", "target": str(bench), "run_id": None, "parameters": {}}
    # Before its report is received and after that, and to an agent that was started anew.
    for name, received in (("sweep", []), ("quick", []), ("quick", [request_id]), ("quick", []), ("quick", [])):
        service.answer, service.received = {**good, "name": name}, received
        loop.run_once()
        assert RequestStore(folders).find(request_id).state == "refused", received
    loop = Loop(folders, service, lambda: read_allowed(owner), [], lambda _: None)
    service.answer = good
    loop.run_once()
    assert RequestStore(folders).find(request_id).state == "refused"


def plan_listed(owner, bench, name, parameters):
    owner.write_text(owner.read_text().replace('["quick"]', f'["{name}"]'))
    allowed = read_allowed(owner)
    asked = {"id": str(uuid.uuid4()), "kind": "suite", "name": name, "target": str(bench)}
    request = read_request({**asked, "run_id": None, "parameters": parameters})
    place = require_allowed(request, allowed, datetime(2026, 11, 29), 0, Roots())
    return plan_suite(request, place, allowed, FioProgram("fio", "fio-3.36"))


def test_a_listed_sweep_takes_several_values_of_its_grid_and_nothing_beside(owner, bench):
    owner.write_text(owner.read_text().replace('["quick"]', '["sweep"]'))
    given = {"rw": "read,randread", "bs": "4k,64k", "iodepth": "1,16", "numjobs": 1, "runtime": 1}
    steps = plan_listed(owner, bench, "sweep", given).plan.workloads
    assert len(steps) == 8
    assert {(one.rw, one.bs, one.iodepth, one.numjobs) for one in steps} == {
        (rw, bs, depth, 1) for rw in ("read", "randread") for bs in ("4k", "64k") for depth in (1, 16)
    }
    for wrong in (
        {"bs": "4k,"}, {"bs": ",4k"}, {"bs": "4k,,8k"}, {"bs": "4k, 8k"}, {"bs": "4k,4k"}, {"bs": "4k,/dev/sda"}, {"bs": "4k;8k"},
        {"rw": "read,trim"}, {"rw": "read,write --exec_prerun=x"}, {"iodepth": "1,${HOME}"}, {"iodepth": "1,0"},
        {"bs": "4k,1g", "iodepth": "1,64"}, {"iodepth": "1,4", "numjobs": "1,900", "bs": "1m"}, {"runtime": "1,2"},
        {"iodepth": ",".join(map(str, range(1, 100)))}, {"repeats": "1,2"}, {"until": "5%,6%"}, {"bs": "4k,8k\n"},
    ):  # fmt: skip
        with pytest.raises(AgentError):
            pytest.fail(str(plan_listed(owner, bench, "sweep", given | wrong)))


def test_a_listed_search_has_a_limit_and_an_end(owner, bench):
    def plan(**parameters):
        return plan_listed(owner, bench, "saturate", parameters)

    for parameters in (
        {}, {"limit": "2"}, {"limit": "2ms", "metric": "bw"}, {"limit": "2ms", "repeats": 2}, {"limit": "2ms"},
        {"limit": "2ms", "runtime": 1, "rw": "trim"}, {"limit": "2ms", "runtime": 1, "bs": "1g"},
        {"limit": "2ms", "runtime": 1, "rwmixread": 50},
    ):  # fmt: skip
        with pytest.raises(AgentError):
            pytest.fail(str(plan(**parameters)))
    # A search of 10 s a step may take longer than the owner's minute; one of a second may not.
    assert plan(limit="2ms", runtime=1, numjobs=1).plan.search.value == 2e6


def test_no_stored_job_leaves_the_list_of_options_or_the_target(owner, bench, foreign):
    before = describe_state(bench, foreign)
    asked = read_request(
        {"id": str(uuid.uuid4()), "kind": "repeat", "target": str(bench), "run_id": str(uuid.uuid4()), "parameters": {}}
    )
    allowed = read_allowed(owner)
    place = require_allowed(asked, allowed, datetime(2026, 11, 29), 0, Roots())
    for line in STORED:
        text = f"[a]\nrw=randwrite\nsize=4m\n{line.format(foreign=foreign)}\n"
        with pytest.raises(AgentError):
            pytest.fail(str(plan_repeat(asked, place, allowed, require_served_sections(StoredJob(text, "")))))
    # The places of the other host are dropped: what is left is a file of the agent's own in the listed folder.
    text = f"[a]\nrw=randwrite\nfilename={foreign}/precious\ndirectory=/etc\nsize=4m\n"
    (section,) = plan_repeat(asked, place, allowed, require_served_sections(StoredJob(text, ""))).jobs.sections
    assert section.options["filename"].startswith(f"{bench}/fioboard-")
    assert "directory" not in section.options
    assert describe_state(bench, foreign) == before


def test_an_own_job_stays_within_its_target_and_belongs_to_root(owner, bench, foreign):
    asked = read_request(
        {"id": str(uuid.uuid4()), "kind": "job", "name": "db", "target": str(bench), "parameters": {"rw": "write"}}
    )
    allowed = read_allowed(owner)
    place = require_allowed(asked, allowed, datetime(2026, 11, 29), 0, Roots())
    file = bench / "db.fio"
    for option in (f"filename={foreign}/precious", "directory=/etc", "exec_prerun=reboot", f"filename={bench}/link/x"):
        file.write_text(f"[db]\nrw=randread\nsize=4m\n{option}\n")
        with pytest.raises(AgentError):
            plan = plan_own_job(asked, place, allowed, find_job_file(asked, allowed))
            assert "exec_prerun" in plan.jobs.sections[0].options, option
            raise AgentError("left to the policy of local jobs")
    file.chmod(0o666)
    with pytest.raises(AgentError, match="can be changed by other users"):
        find_job_file(asked, allowed)
