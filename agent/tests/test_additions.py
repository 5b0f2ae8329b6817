"""--privileged, --bios-file and --set add to the inventory of every command that has one, and of a resumed batch."""

import json

import pytest
from interrupter import INTERRUPTED, interrupt_when_fio_runs

from fioboard_agent.cli import main
from fioboard_agent.delivery.spool import Spool
from fioboard_agent.inventory import privileged

SAID = ["--privileged", "--set", "bios.nps=4", "--bios-file", "dump"]
SETTINGS = {"source": "bios_file", "raw": {"ProcSMT": "Enabled"}, "manual": {"numa.nodes_per_socket": 4}}
TINY = ["--size", "8m", "--no-upload", "--keep-free", "1m", "--no-samples"]


@pytest.fixture(autouse=True)
def host(in_bench, bench, monkeypatch):
    """A user without root's rights, a helper that leaves a mark, and a dump in the folder where the commands start."""
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    monkeypatch.setattr(privileged, "complete", lambda document, _: document.update(by_root=True))
    (bench / "dump").write_text("ProcSMT=Enabled\n")


def assert_added(document):
    assert document["by_root"] is True
    assert {key: document["firmware_settings"][key] for key in SETTINGS} == SETTINGS
    assert document["sources"]["bios_file"]["status"] == "ok"


def kept_inventories(folders):
    return [json.loads((entry.folder / "inventory.json").read_text()) for entry in Spool(folders).waiting()]


def test_of_the_inventory(capsys):
    assert main(["inventory", "--json", *SAID]) == 0
    assert_added(json.loads(capsys.readouterr().out))


def test_of_a_run(folders):
    assert main(["run", "--no-upload", *SAID, "--", "--name=a", "--rw=read", "--size=1m"]) == 0
    (document,) = kept_inventories(folders)
    assert_added(document)


@pytest.mark.nightly
@INTERRUPTED
def test_of_a_batch_and_of_its_rest(folders, bench, tmp_path, monkeypatch):
    thread = interrupt_when_fio_runs(folders, in_batch=True)
    started = ["suite", "sweep", "--target", str(bench), "--bs", "4k,8k", "--runtime", "3", *TINY, *SAID]
    assert main(started) == 130
    thread.join()
    # The dump's name was relative to where the batch began.
    monkeypatch.chdir(tmp_path)
    thread = interrupt_when_fio_runs(folders, in_batch=True)
    assert main(["suite", "--resume", "--no-upload", "--no-samples", "--set", "cpu.smt=on"]) == 130
    thread.join()
    assert main(["suite", "--resume", "--no-upload", "--no-samples"]) == 0
    first, *rest = kept_inventories(folders)
    assert_added(first)
    assert len(rest) >= 2
    for document in rest:
        assert document["by_root"] is True
        # What was said when the batch was taken up holds for everything after it.
        assert document["firmware_settings"]["manual"] == {"cpu.smt": "on", "numa.nodes_per_socket": 4}
        assert document["firmware_settings"]["raw"] == SETTINGS["raw"]
