"""Demo data through the real ingest: stored like any agent's upload, marked by tag and label, removed as one."""

import hashlib
import json
from importlib import resources
from typing import TypedDict
from uuid import UUID, uuid5

from fioboard.access.audit import record_command
from fioboard.access.principal import OF_ROLE, Principal
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.demo.cases import cases
from fioboard.demo.documents import Figures, document
from fioboard.features.ingest.multipart import Part
from fioboard.features.ingest.service import AgentUpload, accept_upload
from fioboard.features.ingest.stored import Stored
from fioboard.queries import shares as share_queries
from fioboard.queries.ingest import find_runs_of_hosts
from fioboard.queries.runs import run as run_queries
from fioboard.schemas.upload import Manifest

NAMESPACE = UUID("0b5c4b0e-6a4f-5c7d-9a55-3d5b5c2d7e10")
TAG = "demo"
# Of a published case the year is known, the day and hour are not: said by a label.
PLACED = "date approximate"


def upload_key(figures: Figures) -> UUID:
    """The same case and figures, the same upload: loading twice stores once."""
    return uuid5(
        NAMESPACE, f"{figures.case}\n{figures.title}\n{hashlib.sha256(document(figures)).hexdigest()}"
    )


async def load(database: Database) -> int:
    """Stores all cases, or brings back those that were removed; runs of an earlier edition of the demo go.

    The number of runs that were not there before.
    """
    operator = Principal("session", uuid7(), "the command line", OF_ROLE["admin"], None)
    added = 0
    await _remove(database, keep=[upload_key(figures) for figures in cases()])
    for figures in cases():
        stored = await _upload(database, operator, figures)
        added += stored.is_new
        if not stored.is_new:
            async with database.driver() as driver:
                for run_id in stored.run_ids:
                    added += await run_queries.set_deleted(driver, run_id, deleted=False)
    return added


async def remove(database: Database) -> int:
    """Deletes the demo runs, restorable for 30 days as any run, and ends the links made from them. Their number."""
    return await _remove(database, keep=[])


async def _remove(database: Database, *, keep: list[UUID]) -> int:
    removed = 0
    hosts = sorted({_host_id(figures) for figures in cases()})
    async with database.driver() as driver:
        for run_id in await find_runs_of_hosts(driver, hosts, except_uploads=keep):
            removed += await run_queries.set_deleted(driver, run_id, deleted=True)
            for share_id in await share_queries.revoke_of_runs(driver, [run_id]):
                await record_command(driver, "share.revoke", share_id, reason="a run was deleted")
    return removed


def _host_id(figures: Figures) -> str:
    """No agent makes such an id: whatever runs under it came from here."""
    return f"demo-{figures.case}"


async def _upload(database: Database, operator: Principal, figures: Figures) -> Stored:
    machine = _machine(figures.machine)
    content = document(figures)
    sha256 = hashlib.sha256(content).digest()
    name = "fio.json" if figures.tool == "fio" else "measurements.json"
    part = Part("file", name, content, sha256)
    targets = machine["targets"]
    manifest = Manifest.model_validate(
        {
            "schema": 1,
            "upload_key": str(upload_key(figures)),
            "agent": {"name": "fioboard demo", "version": "1"},
            "host": {"id": _host_id(figures), "name": f"{figures.case} (demo)"},
            "started_at": figures.started_at.isoformat(),
            "title": figures.title,
            "labels": {"demo": PLACED} | figures.labels,
            "tags": [TAG, figures.case],
            "targets": targets[figures.target : figures.target + 1],
            "target": targets[figures.target]["path"] if targets else None,
            "fio_cpus": machine["fio_cpus"],
            "files": [{"name": name, "kind": "fio_output", "sha256": sha256.hex(), "bytes": len(content)}],
        }
    )
    inventory = machine["inventory"] | {"collected_at": figures.started_at.isoformat()}
    return await accept_upload(database, operator, AgentUpload(manifest, inventory, [part], now()))


class Machine(TypedDict):
    """A machine of the demo, as its agent would have sent it (fioboard/demo/data)."""

    inventory: dict[str, object]
    targets: list[dict[str, str]]
    fio_cpus: object


def _machine(name: str) -> Machine:
    machine: Machine = json.loads(
        (resources.files("fioboard.demo") / "data" / f"{name}.json").read_text(encoding="utf-8")
    )
    return machine
