"""One host, a process of its own: makes a result every few seconds and lets the real agent bring it to the service.

Usage: python sender.py FOLDER NUMBER UNTIL_FILE, with agent.pyz and backend/lab in PYTHONPATH. The agent's own code
keeps each result in its spool and sends it (`fioboard-agent push`: its pauses, its reading of answers). Beside it is a
ledger with our own digests of the files: a line when a result was made, one when the agent took it from the spool,
which it does for a confirmed answer and nothing else.
"""

import hashlib
import json
import os
import random
import sys
import time
import uuid
from datetime import UTC, datetime
from pathlib import Path

from fioboard_agent import cli
from fioboard_agent.delivery.payload import Annotations, Draft, Host
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.fio.outcome import FioOutcome
from fioboard_agent.host.paths import Folders

from scale.planted import planted

PAUSE_S = 4.0
ROUND_S = "20"
DRAIN_S = "60"


def note(ledger: Path, entry: dict[str, object]) -> None:
    """One line, on the disk before we go on."""
    with ledger.open("a") as lines:
        lines.write(json.dumps(entry) + "\n")
        lines.flush()
        os.fsync(lines.fileno())


def main(folder: Path, number: int, until: Path) -> int:
    """Until the file is there; then until nothing waits any more."""
    os.environ["FIOBOARD_AGENT_STATE"] = str(folder / "state")
    os.environ["FIOBOARD_AGENT_LOCK"] = str(folder / "lock")
    ledger = folder.parent / f"host-{number:02}.ledger"
    remove = Entry.remove

    def remove_and_note(entry: Entry) -> None:
        note(ledger, {"key": entry.key, "acknowledged_at": time.monotonic()})
        remove(entry)

    Entry.remove = remove_and_note
    spool = Spool(Folders.from_environment())
    host = Host(id=f"rehearsal-{number:02}", name=f"host-{number:02}")
    inventory = {
        "schema": "fioboard-inventory/1",
        "system": {"vendor": "rehearsal", "product": f"machine {number}"},
    }

    def make(count: int) -> None:
        one = planted(number, count)
        started = datetime.now(UTC)
        draft = Draft(
            upload_key=str(uuid.uuid4()),
            host=host,
            started_at=started,
            argv=("fio", f"--name={one.job}"),
            annotations=Annotations(),
        )
        entry = spool.create_entry(draft, inventory, draft.upload_key)
        (entry.files / "fio.json").write_bytes(one.content)
        digest = hashlib.sha256(one.content).hexdigest()
        note(ledger, {"key": entry.key, "files": {"fio.json": digest}, "iops": one.iops})
        entry.finish(FioOutcome(started, datetime.now(UTC), 0, None, False))
        entry.disown()

    def measure() -> None:
        known = {entry.key for entry in spool.waiting()}
        job = ["--name=real", "--ioengine=null", "--rw=randread", "--bs=4k", "--size=16m"]
        cli.main(["run", "--no-upload", "--", *job])
        for entry in spool.waiting():
            if entry.key not in known:
                names = [file["name"] for file in entry.manifest()["files"]]
                digests = {
                    name: hashlib.sha256((entry.files / name).read_bytes()).hexdigest() for name in names
                }
                note(ledger, {"key": entry.key, "files": digests, "iops": None})

    count = 0
    while not until.exists():
        count += 1
        measure() if number == 0 else make(count)
        cli.main(["push", "--wait", ROUND_S])
        time.sleep(PAUSE_S * random.uniform(0.5, 1.5))  # noqa: S311 -- spreads senders, guards nothing
    give_up_at = time.monotonic() + 600
    while list(spool.waiting()) and time.monotonic() < give_up_at:
        cli.main(["push", "--wait", DRAIN_S])
    return 1 if list(spool.waiting()) or list(spool.rejected()) else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])))
