"""`push --to-file`: what waits, as one file; nothing leaves this host unless asked, and only once it is in the file."""

import zipfile

import pytest
from kept_run import keep_run

from fioboard_agent.cli import main
from fioboard_agent.delivery import carrying
from fioboard_agent.errors import EXIT_OK, EXIT_SETUP, EXIT_USAGE


def test_waiting_runs_are_in_the_file_and_wait_on(spool, tmp_path, capsys):
    entries = [keep_run(spool, minutes=n) for n in range(2)]
    path = tmp_path / "results.fioboard"
    assert main(["push", "--to-file", str(path)]) == EXIT_OK
    assert "2 results" in capsys.readouterr().err
    with zipfile.ZipFile(path) as packed:
        assert packed.testzip() is None
        assert sorted(packed.namelist()) == sorted(["fioboard-uploads-1", *(f"uploads/{e.key}" for e in entries)])
        assert all(b"sent_at" not in packed.read(name) for name in packed.namelist())
    assert len(list(spool.waiting())) == 2
    assert [p.name for p in tmp_path.iterdir() if p.name.startswith("results")] == ["results.fioboard"]


def test_runs_are_removed_on_demand_but_for_those_with_attachments(spool, tmp_path):
    keep_run(spool)
    kept = keep_run(spool, minutes=1)
    kept.attach([("smart.json", b"{}")])
    assert main(["push", "--to-file", str(tmp_path / "r"), "--remove"]) == EXIT_OK
    assert [entry.key for entry in spool.waiting()] == [kept.key]


def test_existing_file_and_failed_writing_leave_everything_as_it_was(spool, tmp_path, monkeypatch, capsys):
    keep_run(spool)
    path = tmp_path / "r"
    path.write_text("mine")
    assert main(["push", "--to-file", str(path), "--remove"]) == EXIT_SETUP
    assert path.read_text() == "mine"
    path.unlink()
    monkeypatch.setattr(carrying.zipfile.ZipFile, "testzip", lambda _: "uploads/x")
    assert main(["push", "--to-file", str(path), "--remove"]) == EXIT_SETUP
    assert "check the disk" in capsys.readouterr().err
    assert not path.exists()
    assert not path.with_name("r.new").exists()
    assert len(list(spool.waiting())) == 1


@pytest.mark.parametrize("flags", [["--remove"], ["--to-file", "x", "--wait", "5"]])
def test_flags_without_effect_are_errors(folders, flags):
    assert main(["push", *flags]) == EXIT_USAGE
