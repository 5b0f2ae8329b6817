"""A complete entry in the spool without running fio: for what happens to results afterwards."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta, timezone

from fioboard_agent.delivery.payload import Annotations, Batch, Draft, Host
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.fio.outcome import FioOutcome

STARTED = datetime(2026, 11, 21, 13, 0, 0, 123000, tzinfo=timezone.utc)


def keep_run(
    spool: Spool,
    output: bytes = b'{"jobs": []}',
    key: str = "",
    minutes: int = 0,
    batch: Batch | None = None,
    labels: dict[str, str] | None = None,
    inventory: dict[str, object] | None = None,
    signal: str | None = None,
) -> Entry:
    draft = Draft(
        upload_key=key or str(uuid.uuid4()),
        host=Host("b7d2f1d0-8d39-4c11-9f5a-3f1d6c8f0a01", "epyc-lab-1"),
        started_at=STARTED + timedelta(minutes=minutes),
        argv=("fio", "--output=fio.json", "--output-format=json+", "job.fio"),
        annotations=Annotations(title=None, labels=labels or {}, tags=("nightly",)),
        target="/mnt/bench/fioboard.dat",
        batch=batch,
    )
    entry = spool.create_entry(draft, inventory or {"schema": 1}, draft.upload_key)
    (entry.files / "fio.json").write_bytes(output)
    (entry.files / "job.fio").write_text("[x]\nrw=read\n")
    (entry.files / "bw_bw.1.log").write_text("500, 1024, 0, 4096\n")
    (entry.files / "messages.txt").write_text("note: something\n")
    started = STARTED + timedelta(minutes=minutes)
    exit_code = 0 if signal is None else None
    entry.finish(FioOutcome(started, started + timedelta(seconds=20), exit_code, signal, signal is not None))
    entry.disown()
    return entry
