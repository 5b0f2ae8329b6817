"""The golden upload documents: what this version of the agent sends. The service's tests validate the same files.

FIOBOARD_WRITE_GOLDEN=1 writes them anew; a change of them is a change of the contract in docs/upload.md.
"""

import json
import os
from pathlib import Path

import pytest
from epyc_lab import build_epyc_lab
from kept_run import STARTED, keep_run

from fioboard_agent.delivery import payload
from fioboard_agent.delivery.payload import Annotations, Batch, Draft, Host
from fioboard_agent.fio.program import FioProgram
from fioboard_agent.host.paths import Roots
from fioboard_agent.inventory import document as inventory

GOLDEN = Path(__file__).parent / "data" / "upload"
KEY = "0d4f7c1e-3a53-4d0c-9a7e-2f6f8f1f5c11"
OUTPUT = b'{"fio version" : "fio-3.33", "jobs" : []}\n'


@pytest.fixture(autouse=True)
def version(monkeypatch):
    """The same in every release: a new version is no change of the contract."""
    monkeypatch.setattr(payload, "__version__", "0.2.0")


@pytest.fixture
def document(tmp_path):
    root = build_epyc_lab(tmp_path / "lab").root
    found = inventory.collect_inventory(Roots(root), FioProgram("/usr/bin/fio", "fio-3.33"), "Linux")
    found["collected_at"] = "2026-11-21T12:59:59.900Z"
    found["collector"] = {"version": "0.1.0", "privileged": False, "duration_ms": 12}
    return found


def compare(name, entry):
    sent = {
        "manifest": entry.manifest(),
        "inventory": json.loads((entry.folder / "inventory.json").read_text()),
    }
    path = GOLDEN / f"{name}.json"
    if os.environ.get("FIOBOARD_WRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(sent, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    assert sent == json.loads(path.read_text(encoding="utf-8"))


def test_complete_run_of_a_batch(spool, document):
    batch = Batch("5c2f1a52-7a0e-4f6e-8f0e-9a4f6c1d2e3f", "quick", 1, 4)
    compare("complete", keep_run(spool, OUTPUT, KEY, batch=batch, labels={"fan": "off"}, inventory=document))


def test_run_cut_off_by_a_killed_agent(spool, document):
    draft = Draft(
        KEY,
        Host("b7d2f1d0-8d39-4c11-9f5a-3f1d6c8f0a01", "epyc-lab-1"),
        STARTED,
        ("fio", "--output=fio.json", "--output-format=json+", "--eta=always", "--name=a", "--rw=randwrite"),
        Annotations(title="overnight"),
        target="/dev/nvme1n1",
        confirmations=(
            {
                "path": "/dev/nvme1n1",
                "confirmed": ["S4EVNX0R123456"],
                "model": "SAMSUNG MZQL23T8HCLS-00A07",
                "size_bytes": 3840755982336,
                "identities": {"serial": "S4EVNX0R123456"},
                "contents": ["nvme1n1: its first MiB is not empty"],
            },
        ),
    )
    entry = spool.create_entry(draft, document, KEY)
    (entry.files / "fio.json").write_bytes(b"")
    entry.disown()
    (recovered,) = spool.recover()
    compare("interrupted", recovered)


def test_run_stopped_by_a_signal(spool, document):
    compare("stopped", keep_run(spool, OUTPUT, KEY, inventory=document, signal="SIGINT"))


def test_smallest_upload_that_the_contract_allows_is_written_by_hand():
    minimal = json.loads((GOLDEN / "minimal.json").read_text(encoding="utf-8"))
    assert set(minimal["manifest"]) == {"schema", "upload_key", "host", "files"}
    assert minimal["inventory"] is None
