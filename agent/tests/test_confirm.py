"""`confirm`: the experiment of a finding, with real fio, and everything it refuses before anything is started."""

import os
import sys
from copy import deepcopy
from pathlib import Path

import pytest

from fioboard_agent.cli import main
from fioboard_agent.commands import measuring
from fioboard_agent.confirm.trial import BASE, CHANGED, ROUND
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory.document import collect_inventory
from fioboard_agent.targets.resolution import resolve_path

RUN = "01890000-0000-7000-8000-000000000001"
ADDRESS = f"/api/v1/runs/{RUN}/confirmation"
ASKING = ["--no-samples", "--keep-free", "1m"]
SMALL = [*ASKING, "--yes"]


pytestmark = pytest.mark.usefixtures("in_served_bench")


def job(path, *more):
    return ["fio", "--output=fio.json", "--output-format=json+", "--eta=always", "--name=job", f"--filename={path}",
            "--rw=randread", "--bs=4k", "--size=1m", "--io_size=1m", *more]  # fmt: skip


def measured_target(path):
    """The target as the service gives it back, made from what this host says of it now."""
    inventory = collect_inventory(Roots(), None)
    target = resolve_path(Roots(), str(path), inventory)
    filesystem = target["filesystem"] or {}
    disks = inventory["disks"]
    return {
        "path": str(path),
        "filesystem": filesystem.get("type"),
        "filesystem_bytes": filesystem.get("size_bytes"),
        "drives": [
            {"name": name, "serial": disks[name]["serial"], "wwid": disks[name]["wwid"]} for name in target["members"]
        ],
    }


def document(path, *options, **more):
    return {
        "run_id": RUN,
        "url": f"https://fioboard.example/runs/{RUN}",
        "finding": "depth-ignored",
        "title": "queue depth",
        "text": "The queue depth was never reached.",
        "experiment": {"title": "Set it.", "options": list(options), "if_true": "", "if_false": "",
                       "is_destructive": False},
        "expects": "rate_rises",
        "argv": job(path),
        "job_file": None,
        "targets": [measured_target(path)],
        "tried": [],
        **more,
    }  # fmt: skip


@pytest.fixture
def still_machine(monkeypatch):
    """What else happens on the machine that runs the tests (a disk mounted beside them) is no step of a person."""
    as_it_is = collect_inventory(Roots(), None)
    monkeypatch.setattr(measuring, "collect_inventory", lambda *_: deepcopy(as_it_is))


def manifests(folders):
    return [entry.manifest() for entry in Spool(folders).waiting()]


def sides(runs):
    return [run["labels"]["confirm_side"] for run in runs]


def test_both_sides_run_in_turn_as_one_batch_and_leave_nothing_behind(service, folders, bench, capsys):
    path = bench / "data"
    said = {"batch_id": "elsewhere", "sentence": "Confirmed: of another batch."}
    service.documents[ADDRESS] = (200, document(path, "bs=16k", "iodepth=4", tried=[said]))
    assert main(["confirm", RUN, *SMALL]) == 0
    runs = sorted((run["manifest"] for run in service.runs.values()), key=lambda run: run["batch"]["step"])
    assert sides(runs) == [*ROUND, *ROUND]
    assert {(run["labels"]["confirm_run"], run["labels"]["confirm_finding"]) for run in runs} == {
        (RUN, "depth-ignored")
    }
    assert len({run["batch"]["id"] for run in runs}) == 1
    assert [run["batch"]["steps"] for run in runs] == [8] * 8
    for run in runs:
        is_changed = run["labels"]["confirm_side"] == CHANGED
        assert ("--bs=16k" in run["argv"], "--bs=4k" in run["argv"]) == (is_changed, not is_changed)
        assert run["target"] == str(path)
    assert list(bench.iterdir()) == []
    captured = capsys.readouterr()
    assert "8 runs in the order ABBAABBA" in captured.err
    assert captured.out.splitlines()[-1] == (f"See the result on the service: https://fioboard.example/runs/{RUN}")


@pytest.mark.nightly
def test_last_line_is_what_the_service_says_of_this_batch(service, folders, bench, capsys):
    asked = document(bench / "data", "bs=16k")

    def answer():
        batches = {run["manifest"]["batch"]["id"] for run in service.runs.values()}
        tried = [{"batch_id": batch, "sentence": "Confirmed: 1.4 times."} for batch in batches]
        return 200, {**asked, "tried": tried}

    service.documents[ADDRESS] = answer
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == (f"Confirmed: 1.4 times. https://fioboard.example/runs/{RUN}")


def test_request_names_host_and_finding(service, folders, bench):
    service.documents[ADDRESS] = (200, document(bench / "data", "bs=16k"))
    assert main(["confirm", f"{service.url}/runs/{RUN}", "depth-ignored", "--dry-run", *SMALL]) == 0
    assert service.requests[0]["query"] == f"host={identify_host(folders).id}&finding=depth-ignored"


def test_dry_run_says_both_command_lines_and_starts_nothing(service, folders, bench, capsys):
    service.documents[ADDRESS] = (200, document(bench / "data", "bs=16k"))
    assert main(["confirm", RUN, "--dry-run", *SMALL]) == 0
    a, b = capsys.readouterr().out.splitlines()
    assert a.startswith("A: fio --name=job")
    assert "--bs=4k" in a
    assert b.startswith("B: fio --name=job")
    assert "--bs=16k" in b
    assert list(bench.iterdir()) == []
    assert manifests(folders) == []


def test_runs_time_and_bytes_are_said_before_it_asks(service, folders, bench, capsys):
    path = bench / "data"
    argv = [word.replace("randread", "randwrite") for word in job(path)]
    known = {"argv": argv, "duration_s": 58.5, "written_bytes": 3 * 10**9}
    service.documents[ADDRESS] = (200, document(path, "bs=16k", **known))
    assert main(["confirm", RUN, *ASKING]) == 3
    said = capsys.readouterr().err
    assert "8 runs in the order ABBAABBA" in said
    assert "Each takes about 60 s, as the run did: about 8 min in total." in said
    assert f"fio writes the test file {path} (1.05 MB) first; it is removed at the end." in said
    assert f"They write to {path}: about 3 GB each, as the run did, 24 GB in total." in said
    assert "there is no terminal. Add --yes to start it." in said
    assert list(bench.iterdir()) == []
    assert manifests(folders) == []


@pytest.mark.parametrize(
    ("known", "rw", "words"),
    [
        ({}, "randread", ["The duration of a run is unknown", "They write 1.05 MB of test files in total."]),
        ({"duration_s": "long", "written_bytes": -1}, "randwrite", ["is unknown", "how much is unknown"]),
        ({"duration_s": True, "written_bytes": 0}, "randwrite", ["The duration of a run is unknown", "0 bytes each"]),
    ],
)
def test_what_the_service_does_not_know_is_said_to_be_unknown(service, bench, capsys, known, rw, words):
    path = bench / "data"
    argv = [word.replace("randread", rw) for word in job(path)]
    service.documents[ADDRESS] = (200, document(path, "bs=16k", argv=argv, **known))
    assert main(["confirm", RUN, "--dry-run", *ASKING]) == 0
    said = capsys.readouterr().err
    assert all(word in said for word in words), said


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("answer", "code"),
    [("n\n", 3), ("\n", 3), ("", 3), ("y\n", 0), pytest.param("YES\n", 0, marks=pytest.mark.nightly)],
)
def test_it_starts_only_when_a_person_says_so(service, folders, bench, monkeypatch, answer, code):
    service.documents[ADDRESS] = (200, document(bench / "data", "bs=16k"))
    terminal = type("Terminal", (), {"isatty": lambda self: True, "readline": lambda self: answer})()
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert main(["confirm", RUN, "--rounds", "1", *ASKING]) == code
    assert len(service.runs) == (4 if code == 0 else 0)


@pytest.mark.nightly
def test_job_file_is_repeated_with_its_global_options(service, folders, bench):
    text = f"[global]\ndirectory={bench}\nbs=4k\nsize=1m\n[one]\nrw=randread\n[two]\nrw=read\n"
    argv = ["fio", "--output=fio.json", "--output-format=json+", "--eta=always", "job.fio"]
    asked = document(bench / "one.0.0", "bs=8k", argv=argv, job_file=text, targets=[measured_target(bench)])
    service.documents[ADDRESS] = (200, asked)
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 0
    runs = [run["manifest"] for run in service.runs.values()]
    assert len(runs) == 4
    for run in runs:
        wanted = "--bs=8k" if run["labels"]["confirm_side"] == CHANGED else "--bs=4k"
        assert run["argv"].count(wanted) == 2
    assert list(bench.iterdir()) == []


def test_writes_go_to_files_of_its_own_only(service, folders, bench, capsys):
    path = bench / "data"
    argv = [word.replace("randread", "randwrite") for word in job(path)]
    service.documents[ADDRESS] = (200, document(path, "bs=16k", argv=argv))
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 0
    assert list(bench.iterdir()) == []
    path.write_bytes(b"somebody's" * 200_000)
    before = path.read_bytes()
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 3
    assert "was not created by this agent" in capsys.readouterr().err
    assert path.read_bytes() == before


@pytest.mark.nightly
def test_file_that_was_there_stays(service, folders, bench):
    path = bench / "data"
    path.write_bytes(os.urandom(1 << 20))
    before = path.read_bytes()
    service.documents[ADDRESS] = (200, document(path, "bs=16k"))
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 0
    assert path.read_bytes() == before


# (what is different in the service's answer, exit code, what the agent says)
REFUSALS = [
    ({"experiment": None}, 3, "has no experiment"),
    ({"argv": None}, 3, "does not say how fio was started"),
    ({"argv": ["fio", "--output=fio.json", "job.fio"]}, 3, "job file was not kept"),
    ({"argv": ["fio", "--name=job", "--filename=http://x", "--http_s3_key=[removed]"]}, 3, "contained a secret"),
    ({"targets": []}, 3, "does not say what it measured"),
    ({"targets": [{"path": "/elsewhere", "filesystem": None, "filesystem_bytes": None, "drives": []}]}, 3,
     "leads elsewhere"),
    ({"targets": "all"}, 6, "cannot be read"),
    ({"url": 7}, 6, "cannot be read"),
    ({"options": ["filename=/dev/shm/x"]}, 3, "leads to another target"),
    ({"options": ["exec_prerun=touch x"]}, 3, "runs a program"),
    ({"options": ["ioengine=external:/tmp/x.so"]}, 3, "runs foreign code"),
    ({"options": ["no_such_option=1"]}, 3, "not in this agent's list"),
    ({"options": ["--bs=4k"]}, 2, "not an fio option"),
    ({"options": ["unlink=1"]}, 3, "would delete"),
    ({"is_destructive": True}, 3, "destroys data"),
]  # fmt: skip


@pytest.mark.quick(4)
@pytest.mark.parametrize(("different", "code", "sentence"), REFUSALS)
def test_nothing_is_started(service, folders, bench, capsys, different, code, sentence):
    path = bench / "data"
    path.write_bytes(os.urandom(1 << 20))
    asked = document(path, "bs=16k")
    for key, value in different.items():
        if key in {"options", "is_destructive"}:
            asked["experiment"][key] = value
        else:
            asked[key] = value
    service.documents[ADDRESS] = (200, asked)
    assert main(["confirm", RUN, *SMALL]) == code
    assert sentence in capsys.readouterr().err
    assert [entry.name for entry in bench.iterdir()] == ["data"]
    assert manifests(folders) == []
    assert service.runs == {}


@pytest.mark.parametrize(
    ("key", "value"), [("filesystem", "exotic"), ("filesystem_bytes", 4096), ("drives", [])], ids=str
)
def test_another_target_under_the_same_name_is_refused(service, folders, bench, capsys, key, value):
    path = bench / "data"
    target = {**measured_target(path), key: value}
    if key == "drives":
        target["drives"] = [{"name": "nvme9n9", "serial": "OTHER", "wwid": None}]
    service.documents[ADDRESS] = (200, document(path, "bs=16k", targets=[target]))
    assert main(["confirm", RUN, *SMALL]) == 3
    assert "file system" in (said := capsys.readouterr().err) or "is not behind" in said
    assert service.runs == {}


def test_run_that_is_not_of_this_host(service, folders, capsys):
    service.documents[ADDRESS] = (404, {"error": "RunNotFound", "detail": "There is no such run on this host."})
    assert main(["confirm", RUN, *SMALL]) == 3
    assert "There is no such run on this host." in capsys.readouterr().err


def test_service_that_has_no_such_answer(service, folders, capsys):
    service.documents[ADDRESS] = (403, {"error": "WrongScope", "detail": "That needs the right `upload`."})
    assert main(["confirm", RUN, *SMALL]) == 6
    assert "That needs the right" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["confirm"], ["confirm", "../etc"], ["confirm", RUN, "--resume", "abc"]])
def test_words_that_name_no_run(service, folders, words):
    assert main([*words, *SMALL]) == 2
    assert service.requests == []


@pytest.mark.nightly
def test_step_of_a_person_waits_for_the_change(service, folders, bench, still_machine, capsys):
    service.documents[ADDRESS] = (200, document(bench / "data"))
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 0
    assert sides(run["manifest"] for run in service.runs.values()) == [BASE, BASE]
    assert "Now: Set it. Then: fioboard-agent confirm --resume" in capsys.readouterr().err
    assert main(["confirm", "--resume", *SMALL]) == 3
    assert "No difference detected since the first half" in capsys.readouterr().err
    assert len(service.runs) == 2
    assert main(["confirm", "--resume", "--set", "bios.nps=4", *SMALL]) == 0
    assert "firmware_settings" in capsys.readouterr().err
    runs = sorted((run["manifest"] for run in service.runs.values()), key=lambda run: run["batch"]["step"])
    assert sides(runs) == [BASE, BASE, CHANGED, CHANGED]
    assert len({run["batch"]["id"] for run in runs}) == 1
    assert [run["batch"]["step"] for run in runs] == [1, 2, 3, 4]
    assert main(["confirm", "--resume", *SMALL]) == 2
    assert list(bench.iterdir()) == []


@pytest.mark.nightly
def test_change_that_cannot_be_seen_is_taken_on_a_word(service, folders, bench, still_machine, capsys):
    service.documents[ADDRESS] = (200, document(bench / "data"))
    assert main(["confirm", RUN, "--rounds", "1", *SMALL]) == 0
    assert main(["confirm", "--resume", "--anyway", *SMALL]) == 0
    assert "No difference detected; continuing" in capsys.readouterr().err


def test_device_is_never_written(service, folders, bench, monkeypatch, capsys):
    real = Path.is_block_device
    monkeypatch.setattr(Path, "is_block_device", lambda path: path.name == "drive" or real(path))
    argv = [word.replace("randread", "randwrite") for word in job("/dev/drive")]
    service.documents[ADDRESS] = (200, document(bench / "data", "bs=16k", argv=argv))
    assert main(["confirm", RUN, *SMALL]) == 3
    assert "never repeated automatically" in capsys.readouterr().err
