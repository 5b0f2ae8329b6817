"""`enrol`: what the service learns of the machine, what it answers, and what is asked at the terminal."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from fioboard_agent.cli import main
from fioboard_agent.delivery.config import load_config
from fioboard_agent.delivery.host_identity import describe_machine

ENROLLED = {"token": "fioboard_upload_enrolled", "host": {"name": "vm", "known_since": None}, "candidates": []}
QUESTION = {
    "token": None,
    "host": None,
    "candidates": [{"name": "vm", "known_since": "2026-11-01T08:00:00Z"}],
}


@pytest.fixture
def asked(service):
    """What each exchange sent, and the answers in turn."""
    requests, answers = [], []

    def behave(handler):
        requests.append(json.loads(handler.body()))
        handler.answer(200, answers.pop(0))

    service.behaviours += [behave, behave]
    return requests, answers


def enrol(service, *more):
    return main(["enrol", "--server", service.url, "--code", "CODE", *more])


def test_a_known_machine_is_told_since_when(service, asked, folders, capsys):
    requests, answers = asked
    answers.append({**ENROLLED, "host": {"name": "vm (2)", "known_since": "2026-11-01T08:00:00Z"}})
    assert enrol(service) == 0
    assert "Enrolled as vm (2), known since 2026-11-01." in capsys.readouterr().out
    assert set(requests[0]["machine"]) == {"host", "system", "disks", "moment"}
    assert requests[0]["host_id"] == (folders.state / "host-id").read_text().strip()


def test_a_new_host_is_said_to_be_new(service, asked, folders, capsys):
    asked[1].append(ENROLLED)
    assert enrol(service) == 0
    assert "Enrolled as vm, a new host." in capsys.readouterr().out


def test_labels_of_the_code_are_kept_and_an_odd_answer_brings_none(service, asked, folders, capsys):
    odd = {"rack": "7", "Row": "b", "n": 1, "note": "two\nlines"}
    asked[1].extend([{**ENROLLED, "labels": odd}, {**ENROLLED, "labels": ["x"]}])
    assert enrol(service, "--label", "row=c") == 0
    kept = {"rack": "7", "note": "two lines", "row": "c"}
    assert load_config(folders.config_file, {}).labels == kept
    assert enrol(service) == 0
    assert load_config(folders.config_file, {}).labels == kept


def test_without_a_terminal_the_question_is_an_error_that_says_what_to_do(service, asked, folders, capsys):
    asked[1].append(QUESTION)
    assert enrol(service) == 6
    said = capsys.readouterr().err
    assert "This machine may be vm (known since 2026-11-01)." in said
    assert "--as NAME" in said
    assert "--new" in said
    assert not folders.config_file.exists()


def test_a_copied_image_is_a_new_host_without_a_question(service, asked, folders, capsys):
    """Only where the service is certain: what may be the same machine is asked about."""
    requests, answers = asked
    copied = {**QUESTION["candidates"][0], "is_other_machine": True}
    answers += [{**QUESTION, "candidates": [copied]}, {**ENROLLED, "host": {"name": "vm (2)", "known_since": None}}]
    assert enrol(service) == 0
    assert requests[1]["is_new"] is True
    assert requests[1]["host_id"] != requests[0]["host_id"]
    said = capsys.readouterr().out
    assert "copied from another machine, vm" in said
    assert "Enrolled as vm (2), a new host." in said


def test_as_names_the_host_and_new_makes_another_identity(service, asked, folders):
    requests, answers = asked
    answers += [ENROLLED, ENROLLED]
    assert enrol(service, "--as", "vm") == 0
    before = requests[0]["host_id"]
    assert requests[0]["same_as"] == "vm"
    assert enrol(service, "--new") == 0
    assert requests[1]["is_new"] is True
    assert requests[1]["host_id"] != before
    assert requests[1]["host_id"] == (folders.state / "host-id").read_text().strip()


def test_an_older_service_that_knows_no_machines_enrols_all_the_same(service, folders, capsys):
    requests = []

    def behave(handler):
        requests.append(json.loads(handler.body()))
        if "machine" in requests[-1]:
            handler.answer(422, {"error": "Invalid", "detail": "/body/machine: Extra inputs are not permitted"})
        else:
            handler.answer(200, {"token": "fioboard_upload_enrolled"})

    service.behaviours += [behave] * 3
    assert enrol(service) == 0
    assert [set(request) for request in requests] == [
        {"code", "host_id", "host_name", "machine"},
        {"code", "host_id", "host_name"},
    ]
    assert "This host is enrolled." in capsys.readouterr().out
    assert enrol(service, "--as", "vm") == 6


def test_as_and_new_exclude_each_other(service, folders):
    with pytest.raises(SystemExit):
        enrol(service, "--as", "vm", "--new")


@pytest.mark.parametrize(("reply", "said"), [("y", {"same_as": "vm"}), ("n", {"is_new": True})])
def test_at_a_terminal_the_question_is_asked(service, asked, folders, reply, said):
    requests, answers = asked
    answers += [QUESTION, ENROLLED]
    command = [sys.executable, "-m", "fioboard_agent", "enrol", "--server", service.url, "--code", "CODE"]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(sys.executable, command)
    shown = b""
    while b"[y/n]" not in shown:
        shown += os.read(terminal, 1024)
    os.write(terminal, f"maybe\n{reply}\n".encode())
    try:
        while chunk := os.read(terminal, 1024):
            shown += chunk
    except OSError:
        pass
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0, shown
    assert b"Is this machine vm, known since 2026-11-01? [y/n]" in shown
    assert b"Please answer y or n" in shown
    assert {key: requests[1].get(key) for key in said} == said


@pytest.mark.parametrize("answer", [{}, {"token": 5}, {"token": None, "candidates": "vm"}, {"candidates": [1, "x"]}])
def test_an_odd_answer_is_an_error(service, asked, folders, answer):
    asked[1].append(answer)
    assert enrol(service) == 6
    assert not folders.config_file.exists()


def test_a_machine_without_anything_is_described_all_the_same():
    assert describe_machine({"host": None, "system": None, "disks": None, "moment": None})["disks"] == {}


def test_the_installer_passes_the_choice_on():
    script = (Path(__file__).parents[1] / "install.sh").read_text(encoding="utf-8")
    assert '${known_as:+--as "$known_as"}' in script
    assert subprocess.run(["sh", "-n", "-c", script], check=False).returncode == 0
