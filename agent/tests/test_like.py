"""`run --like`: what is fetched, what is said before it starts, and what runs, with real fio and a played service."""

import json
import uuid

import pytest
from service_double import refuse

from fioboard_agent.cli import main
from fioboard_agent.delivery.upload import Answer
from fioboard_agent.errors import EXIT_REJECTED, AgentError
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.jobs.model import JobSection
from fioboard_agent.like.fitting import fit_job
from fioboard_agent.like.reference import Reference, is_share_link, read_share
from fioboard_agent.serve.stored_job import StoredJob, read_sections

RUN = str(uuid.UUID(int=7))
NEW = str(uuid.UUID(int=8))
TOKEN = "abcdefghijklmnopqrstuvwx"
JOB = "[global]\nfilename=/dev/nvme7n1\nrw=randread\nbs=4k\nioengine=psync\n\n[a]\nsize=4m\nruntime=1\ntime_based=1\n"
SHARED = {"rw": "randread", "bs": "4k", "size": "4m", "runtime": "1", "time_based": "1", "ioengine": "psync"}


def shared(*jobs, **more):
    """What a share link answers about one run."""
    listed = [{"jobname": "randread 4k QD1", "job options": options} for options in jobs]
    return {"runs": [{"tool": "fio", "fio version": "fio-3.1", "jobs": listed, **more}]}


def serve_job(service, program, **more):
    said = {"run_id": RUN, "url": f"{service.url}/runs/{RUN}", "host": "saturn", "fio_version": program.version}
    service.documents[f"/api/v1/runs/{RUN}/job"] = 200, {**said, "job_file": JOB, **more}


@pytest.fixture
def like(in_served_bench, bench):
    return lambda *words: main(["run", "--like", *words, "--target", str(bench), "--keep-free", "1m", "--yes"])


def test_a_run_is_measured_again_here_and_compared(like, service, program, bench, capfd):
    serve_job(service, program)
    assert like(f"{service.url}/runs/{RUN}?units=binary") == 0
    [(key, run)] = service.runs.items()
    output = json.loads(run["files"]["fio.json"])
    options = output["jobs"][0]["job options"]
    assert (options["rw"], options["size"], options["ioengine"]) == ("randread", "4m", "psync")
    assert options["filename"].startswith(str(bench))
    assert list(bench.iterdir()) == []
    said = capfd.readouterr().out
    assert f"/compare?base=run%3D{RUN}&new=run%3D{key}" in said
    assert "nvme7n1" not in said


def test_a_share_link_sends_no_token_and_names_what_differs(like, service, capfd):
    service.documents[f"/api/v1/shared/{TOKEN}/raw"] = 200, shared(SHARED | {"cpus_allowed": "0-3"})
    assert like(f"{service.url}/s/{TOKEN}") == 0
    [asked] = [one for one in service.requests if one["path"].startswith("/api/v1/shared/")]
    assert "Authorization" not in asked["headers"]
    [run] = service.runs.values()
    assert "cpus_allowed" not in json.dumps(json.loads(run["files"]["fio.json"]))
    said = capfd.readouterr()
    assert "Differs: fio: fio-3.1 there, " in said.err
    assert "Left out: 'cpus_allowed=0-3'" in said.err
    assert f"Compare with: {service.url}/s/{TOKEN}" in said.out


@pytest.mark.nightly
def test_a_reply_goes_to_the_link_alone_with_its_code_and_is_kept_where_it_is_refused(like, service, capfd):
    service.documents[f"/api/v1/shared/{TOKEN}/raw"] = 200, shared(SHARED)
    link = f"{service.url}/s/{TOKEN}"
    assert like(link, "--reply", "c0de") == 0
    [sent] = [one for one in service.requests if "X-Share-Reply-Code" in one["headers"]]
    assert (sent["path"], sent["headers"]["X-Share-Reply-Code"]) == (f"/api/v1/shared/{TOKEN}/replies", "c0de")
    assert "Authorization" not in sent["headers"]
    assert (len(service.runs), service.words) == (1, [])
    said = capfd.readouterr()
    assert "Reply: the sender of the link gets the whole result" in said.err
    assert f"Received: {link} shows it once the sender accepts it." in said.out
    service.behaviours = [refuse(409, "ReplyCodeUsed")]
    assert like(link, "--reply", "c0de") == EXIT_REJECTED
    assert "No reply was sent; the result is kept on this host." in capfd.readouterr().err
    assert len(service.runs) == 1
    for words in ((RUN, "--reply", "c0de"), (link, "--reply", "c0de", "--support")):
        assert like(*words) != 0
    assert main(["run", "job.fio", "--reply", "c0de"]) != 0


def test_it_starts_nothing_without_a_yes_a_target_or_a_job(in_served_bench, service, program, bench, capfd):
    serve_job(service, program)
    where = ["--target", str(bench), "--keep-free", "1m"]
    assert main(["run", "--like", RUN, *where]) != 0
    assert main(["run", "--like", RUN]) != 0
    assert main(["run", "--like", RUN, "job.fio", *where]) != 0
    assert main(["run", "--like", "no-run", *where]) != 0
    assert main(["run", "--like", NEW, *where, "--yes"]) != 0
    assert main(["run", "job.fio", "--dry-run"]) != 0
    assert main(["run", "--like", RUN, *where, "--dry-run", "--no-upload", "--server", service.url]) == 0
    assert (service.runs, list(bench.iterdir())) == ({}, [])
    assert "fio, engine, options and size are as in that run." in capfd.readouterr().err


def test_a_job_is_fitted_to_folder_and_file(bench, program):
    def fit(target, keep_free=None, **options):
        section = JobSection("a", {"rw": "read", **options})
        return fit_job(Reference((section,), "", program.version), target, program, NEW, keep_free)

    file = bench / "disk"
    file.write_bytes(bytes(1 << 20))
    fitted = fit(file, size="4g", ioengine="windowsaio")
    [section] = fitted.jobs.sections
    assert (section.get("size"), section.get("filename"), fitted.own_file) == ("100%", str(file), None)
    # An engine that no job from elsewhere may name has another in its place.
    assert [one.split(":")[0] for one in fitted.differs] == ["Engine", "Size"]
    assert section.get("ioengine") in ("libaio", "psync")
    bare = FioProgram("/bin/true", program.version)
    fitted = fit_job(Reference((JobSection("a", {"rw": "read", "ioengine": "libaio"}),), ""), file, bare, NEW, None)
    assert fitted.jobs.sections[0].get("ioengine") == "psync"
    assert fitted.differs[0].startswith("Engine: 'libaio' there")
    fitted = fit(bench, keep_free=1, size="900t")
    assert fitted.own_file is not None
    assert int(fitted.jobs.sections[0].get("size")) % (1 << 20) == 0
    assert fitted.differs[0].startswith("Size: 900t there, a test file of ")
    for target, options in ((bench / "absent", {}), (bench, {"rw": "trim"}), (bench, {"bs": "1g", "iodepth": "64"})):
        with pytest.raises(AgentError):
            fit(target, **options)


def test_other_spellings_of_fio_are_kept_and_odd_names_are_not():
    text = "[100%]\nrw=readwrite\nruntime=2m\nramp_time=30s\niodepth=01\nwrite_bw_log=fioboard\nlog_avg_msec=1000\n"
    [section] = read_sections(StoredJob(text, ""))
    assert section.name == "job-1"
    assert section.options == {"rw": "rw", "runtime": "120", "ramp_time": "30", "iodepth": "1"}


def test_hostile_references_are_refused_or_lose_what_they_may_not_set(bench, program):
    evil = {"exec_prerun": "touch /tmp/x", "filename": "/dev/sda", "write_bw_log": "/etc/x", "bs": "4k;x", "size": "4m"}
    reference = read_share(Answer(200, shared({"rw": "randwrite", **evil}) | {"x": 1}), "link")
    fitted = fit_job(reference, bench, program, NEW, 1)
    assert set(fitted.jobs.sections[0].options) == {"rw", "size", "filename"}
    assert fitted.jobs.sections[0].get("filename").startswith(str(bench))
    odd = shared(SHARED)
    odd["runs"][0]["jobs"][0]["jobname"] = "x\n[global]"
    assert read_share(Answer(200, odd), "link").sections[0].name == "job-1"
    for status, body in (
        (404, {}),
        (410, {}),
        (500, {}),
        (200, {}),
        (200, {"runs": []}),
        (200, {"runs": [1]}),
        (200, {"runs": [{}, {}]}),
        (200, shared()),
        (200, shared({})),
        (200, shared("rw=read")),
        (200, shared(*[SHARED] * 65)),
    ):
        with pytest.raises(AgentError):
            read_share(Answer(status, body), "link")


@pytest.mark.parametrize("text", [RUN, "https://x/runs/1", f"ftp://x/s/{TOKEN}", "https://x/s/short", f"x/s/{TOKEN}"])
def test_what_is_no_share_link(text):
    assert not is_share_link(text)
