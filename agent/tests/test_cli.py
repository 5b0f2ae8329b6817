"""cli.py and commands/: exit codes, sentences, and the commands around the run."""

import gzip
import io
import json
import os
import subprocess
import sys

import pytest
from interrupter import interrupt_when_fio_measures

from fioboard_agent.cli import main
from fioboard_agent.delivery.multipart import compress
from fioboard_agent.delivery.upload import Service
from fioboard_agent.errors import EXIT_REJECTED

pytestmark = pytest.mark.usefixtures("in_bench")


@pytest.fixture
def configured(service, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO("fioboard_upload_stdin\n"))
    assert main(["configure", "--server", service.url, "--token-stdin"]) == 0
    return service


def test_run_uploads_and_prints_the_address(configured, capsys):
    assert main(["run", "--keep-free", "1m", "--", "--name=a", "--rw=read", "--size=1m"]) == 0
    (key,) = configured.runs
    assert f"Stored: {configured.url}/runs/{key}" in capsys.readouterr().out
    assert configured.requests[-1]["headers"]["Authorization"] == "Bearer fioboard_upload_stdin"


def test_run_prints_what_the_service_made_of_it(configured, capsys):
    said = {"verdict": {"sentence": "The CPU is the limit."}}
    configured.behaviours.append(lambda handler: handler.answer(201, {**handler.store(), **said}))
    assert main(["run", "--keep-free", "1m", "--no-samples", "--", "--name=a", "--rw=read", "--size=1m"]) == 0
    assert capsys.readouterr().out.endswith("Answer: The CPU is the limit.\n")


def test_interrupted_run_is_uploaded_and_its_address_printed(configured, folders, capsys):
    thread = interrupt_when_fio_measures(folders)
    job = ["--name=a", "--rw=randread", "--size=1m", "--time_based", "--runtime=60"]
    assert main(["run", "--keep-free", "1m", "--no-samples", "--", *job]) == 130
    thread.join()
    (key,) = configured.runs
    assert f"Stored: {configured.url}/runs/{key}" in capsys.readouterr().out


def test_import_sends_the_file_unchanged_with_what_was_said_of_it(configured, bench, capsys):
    content = b"note: text first\n{\x00 not even json \xff"
    (bench / "old.json").write_bytes(content)
    arguments = ["--host", "lab 1", "--title", "T&T", "--label", "fan=off", "--tag", "a b"]
    assert main(["import", "old.json", *arguments, "--started-at", "2025-01-01T00:00:00Z"]) == 0
    request = configured.requests[-1]
    assert request["content"] == content
    assert request["path"] == (
        "/api/v1/import?host=lab+1&started_at=2025-01-01T00%3A00%3A00Z&label.fan=off&tag=a+b&name=old.json&title=T%26T"
    )
    assert "created" in capsys.readouterr().out


def test_import_of_a_folder_sends_what_the_service_plans(configured, bench, capsys):
    """Only names are told before; nothing that is not below the folder is ever sent."""
    place = bench / "lab" / "4k"
    place.mkdir(parents=True)
    for name in ("randread-1-1.json", "randread-iodepth-1-numjobs-1_bw.1.log", "plot.png", ".hidden"):
        (place / name).write_bytes(name.encode())
    (place / "link.json").symlink_to("/etc/hostname")
    batch = {"id": "1f0c", "name": "bench-fio lab", "step": 1, "steps": 2}
    output, log = "4k/randread-1-1.json", "4k/randread-iodepth-1-numjobs-1_bw.1.log"
    configured.plan = {
        "runs": [{"output": output, "logs": [log], "title": "4k/randread-1-1", "batch": batch}],
        "left_out": [{"path": "4k/plot.png", "reason": "no output"}],
    }
    assert main(["import", "lab", "--host", "a", "--title", "new"]) == 0
    asked, sent = configured.requests[-2:]
    assert {file["path"] for file in json.loads(asked["content"])["files"]} == {output, log, "4k/plot.png"}
    assert "batch=1f0c&batch_name=bench-fio+lab&step=1&steps=2" in sent["path"]
    assert "title=new+%C2%B7+4k%2Frandread-1-1" in sent["path"]
    said = capsys.readouterr()
    assert f"bench-fio lab: {configured.url}/batches/1f0c" in said.out
    assert "Stored 1 of 1 outputs of lab." in said.out
    assert "Left out (1), no output: 4k/plot.png" in said.err

    configured.plan["runs"][0]["logs"] = ["../../etc/shadow"]
    before = len(configured.requests)
    assert main(["import", "lab", "--host", "a"]) != 0
    assert len(configured.requests) == before + 1
    assert "asked for files outside lab" in capsys.readouterr().err
    configured.plan["runs"] = [{"output": output}]
    assert main(["import", "lab", "--host", "a"]) != 0
    assert "sent a plan that this agent does not understand" in capsys.readouterr().err


def test_import_of_a_folder_names_what_it_cannot_read(configured, bench, capsys, monkeypatch):
    """Odd names, links, pipes and closed files leave the others to be sent; no name speaks to the terminal."""
    place = bench / "lab"
    place.mkdir()
    names = ["a.json", "b.json", "closed.json", "x\x1b[31m\n.json", os.fsdecode(b"\xff.json")]
    for name in names:
        (place / name).write_bytes(b"x")
    (place / "link.json").symlink_to("/etc/hostname")
    os.mkfifo(place / "pipe.json")
    may_read = os.access
    monkeypatch.setattr(os, "access", lambda path, how: not str(path).endswith("closed.json") and may_read(path, how))
    runs = [{"output": name, "logs": [], "title": "t", "batch": None} for name in (names[0], names[1], names[3])]
    configured.plan = {"runs": runs, "left_out": []}
    plan_import = Service.plan_import

    def lose_a_file(service, folder):
        answer = plan_import(service, folder)
        (place / "a.json").unlink()
        return answer

    monkeypatch.setattr(Service, "plan_import", lose_a_file)
    assert main(["import", "lab", "--host", "a"]) == EXIT_REJECTED
    said = capsys.readouterr()
    for words in (
        "Left out (2), a link, pipe or device: link.json, …",
        "Left out (1), permission denied: closed.json",
        "Left out (1), its name is not UTF-8:",
        "lab/a.json: cannot be read: No such file or directory",
    ):
        assert words in said.err
    assert "Stored 2 of 3 outputs of lab. Refused: 1." in said.out
    assert "\x1b" not in said.out + said.err


def test_import_asks_for_the_facts_of_the_text_and_prints_them(configured, bench, capsys):
    (bench / "mail.txt").write_bytes(b"text")
    configured.found = [
        {"key": "drive.capacity", "value": "1000204886016", "unit": "bytes", "where": "line 4", "confidence": "output",
         "applies_to": [1], "accepted_for": [1], "is_contradicted": False},
        {"key": "slot", "value": "3", "unit": None, "where": "line 9", "confidence": "prose", "applies_to": [1],
         "accepted_for": [], "is_contradicted": True},
    ]  # fmt: skip
    assert main(["import", "mail.txt", "--host", "a", "--accept-found", "output"]) == 0
    assert configured.requests[-1]["path"] == "/api/v1/import?host=a&accept=output&name=mail.txt"
    assert capsys.readouterr().out.splitlines()[1:] == [
        "mail.txt: found drive.capacity = 1000204886016 bytes (line 4, output): accepted for run 1",
        "mail.txt: found slot = 3 (line 9, prose, contradicted): not accepted",
    ]


def test_import_goes_on_after_a_refused_file(configured, bench, capsys):
    (bench / "empty").write_bytes(b"")
    (bench / "good").write_bytes(b"{}")
    assert main(["import", "empty", "good"]) == 5
    captured = capsys.readouterr()
    assert "empty: refused (422)" in captured.err
    assert "good: created" in captured.out


def test_import_of_a_missing_file_is_one_sentence(configured, capsys):
    assert main(["import", "nothing"]) == 6
    assert capsys.readouterr().err == "fioboard-agent: nothing: No such file or directory\n"


def test_enrolment_exchanges_the_code_for_a_token(service, folders, capsys):
    assert main(["enrol", "--server", service.url, "--code", "BAD"]) == 6
    assert not folders.config_file.exists()
    assert main(["enrol", "--server", service.url + "/", "--code", "GOOD-CODE"]) == 0
    assert json.loads(folders.config_file.read_text()) == {
        "server": service.url,
        "token": "fioboard_upload_enrolled",
    }
    assert folders.config_file.stat().st_mode & 0o777 == 0o600
    assert "fioboard_upload_enrolled" not in capsys.readouterr().out


def test_push_with_nothing_to_send(configured, capsys):
    assert main(["push"]) == 0
    assert "No pending results" in capsys.readouterr().err


def test_status_without_any_configuration(capsys, folders):
    assert main(["status"]) == 0
    shown = capsys.readouterr().out
    assert "none configured" in shown
    assert "fio-3." in shown


def test_status_never_shows_the_token(configured, capsys):
    main(["status"])
    shown = capsys.readouterr().out
    assert "token      configured" in shown
    assert "reachable" in shown
    assert "fioboard_upload_stdin" not in shown


def test_token_is_in_no_argument_or_environment_of_fio(configured, tmp_path, monkeypatch):
    program = tmp_path / "fio"
    program.write_text(
        f"#!{sys.executable}\nimport os, sys\n"
        f"open({str(tmp_path / 'seen')!r}, 'a').write(repr(sys.argv) + repr(dict(os.environ)))\n"
        "if '--version' in sys.argv: print('fio-3.33')\n"
    )
    program.chmod(0o755)
    # Programs are allowed, or the kernel would let this one write in the run's own folder only.
    options = ["--name=a", "--ioengine=null", "--rw=read", "--size=4k", "--exec_prerun=true"]
    main(["run", "--allow-exec", "--fio", str(program), "--", *options])
    assert "--output=fio.json" in (tmp_path / "seen").read_text()
    assert "fioboard_upload_stdin" not in (tmp_path / "seen").read_text()


def test_inventory_in_both_forms(capsys):
    assert main(["inventory", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["schema"] == 1
    assert main(["inventory"]) == 0
    assert os.uname().nodename in capsys.readouterr().out


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    "arguments",
    [
        ["run"],
        ["run", "--no-upload"],
        ["run", "a.fio", "--", "--name=a"],
        ["run", "--no-upload", "nothing.fio"],
        ["run", "--no-upload", "--"],
        ["run", "--no-upload", "--keep-free", "much", "--", "--name=a"],
        ["suite", "quick", "--no-upload", "--target", "/nowhere/at/all"],
        ["suite", "quick", "--no-upload", "--target", ".", "--size", "10%"],
        ["suite", "quick", "--no-upload", "--target", ".", "--size", "1000"],
    ],
)
def test_unclear_commands_are_errors_with_one_sentence(arguments, capsys):
    assert main(arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("fioboard-agent: ")
    assert said.count("\n") == 1


@pytest.mark.parametrize("arguments", [["frobnicate"], ["suite", "slow"], ["run", "--wait", "-1"], ["push", "--bogus"]])
def test_unknown_words_exit_with_the_code_of_usage_errors(arguments):
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2


def test_upload_without_a_service_is_refused_before_fio_starts(capsys, bench):
    assert main(["run", "--", "--name=a", "--rw=read", "--size=1m"]) == 6
    assert "configure" in capsys.readouterr().err
    assert list(bench.iterdir()) == []


@pytest.mark.usefixtures("folders")
def test_help_names_every_exit_code_and_command():
    shown = subprocess.run(
        [sys.executable, "-m", "fioboard_agent", "--help"], capture_output=True, text=True, check=True
    )
    for word in (
        "run",
        "suite",
        "import",
        "push",
        "status",
        "inventory",
        "configure",
        "enrol",
        "130",
        "FIOBOARD_SERVER",
    ):
        assert word in shown.stdout


def test_agent_works_with_a_home_that_cannot_be_written(tmp_path, monkeypatch, capsys):
    if os.geteuid() == 0:
        monkeypatch.setenv("FIOBOARD_AGENT_STATE", "/proc/state")
    else:
        monkeypatch.setenv("FIOBOARD_AGENT_STATE", "/state")
    assert main(["run", "--no-upload", "--", "--name=a", "--rw=read", "--size=1m"]) == 6
    assert "Traceback" not in capsys.readouterr().err


def test_gzip_of_the_transport_is_ordinary():
    assert gzip.decompress(b"".join(compress(iter([b"a", b"b"])))) == b"ab"
