"""Demo data through the real ingest: stored like any agent's upload, marked by tag and label, removed as one."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from importlib import resources
from typing import TypedDict
from uuid import UUID, uuid5

from fioboard.app.access.audit import record_either
from fioboard.app.access.principal import OF_ROLE, Principal
from fioboard.app.ingest.multipart import Part
from fioboard.app.ingest.service import AgentUpload, accept_upload
from fioboard.app.ingest.stored import Stored
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.core.times import now
from fioboard.engine.answers.demo import DemoOut
from fioboard.engine.answers.upload import Manifest
from fioboard.engine.demo import TAG
from fioboard.engine.demo.cases import cases
from fioboard.engine.demo.documents import Figures, document
from fioboard.engine.demo.simulated import list_simulated
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.store.queries import shares as share_queries
from fioboard.store.queries.demo import count_runs_of_hosts, find_runs_of_hosts
from fioboard.store.queries.runs import run as run_queries

NAMESPACE = UUID("0b5c4b0e-6a4f-5c7d-9a55-3d5b5c2d7e10")


def list_runs(end: datetime) -> list[Figures]:
    """Return every run of the demo; the simulated ones lie in the weeks before `end`."""
    return [*cases(), *list_simulated(end)]


def upload_key(figures: Figures) -> UUID:
    """Return the same key for the same case and figures, whenever they started: loading twice stores once."""
    digest = hashlib.sha256(document(figures)).hexdigest()
    return uuid5(NAMESPACE, f"{figures.case}\n{figures.title or figures.batch}\n{digest}")


async def load(database: Database, actor: Principal | None = None) -> int:
    """Store all demo runs, or bring back those that were removed; runs of an earlier edition of the demo go.

    Returns the number of runs that were not there before. Without `actor` the command line is at work.
    """
    operator = actor or Principal("session", uuid7(), "the command line", OF_ROLE["admin"], None)
    every = list_runs(now())
    await _remove(database, actor, keep=[upload_key(figures) for figures in every])
    added = await store(database, operator, every)
    async with database.driver() as driver:
        await record_either(driver, actor, "demo.load", runs=added)
    return added


async def store(database: Database, operator: Principal, every: Sequence[Figures]) -> int:
    """Store these runs as uploads, or bring them back, and return the number that was not there before."""
    added = 0
    for figures in every:
        stored = await _upload(database, operator, figures)
        added += stored.is_new
        if not stored.is_new:
            async with database.driver() as driver:
                for run_id in stored.run_ids:
                    added += await run_queries.set_deleted(driver, run_id, deleted=False)
    return added


async def remove(database: Database, actor: Principal | None = None) -> int:
    """Delete the demo runs, restorable for 30 days, end the links made from them, and return the number of runs."""
    return await _remove(database, actor, keep=[])


async def count(database: Database) -> DemoOut:
    """Count the demo runs that are stored, and what of them still waits for the detection of changes."""
    every = list_runs(now())
    hosts = sorted({_host_id(figures) for figures in every})
    async with database.driver() as driver:
        row = await count_runs_of_hosts(driver, hosts)
    return {"runs": row["runs"], "all_runs": len(every), "unchecked_tests": row["unchecked_tests"]}


async def _remove(database: Database, actor: Principal | None, *, keep: list[UUID]) -> int:
    removed = 0
    hosts = sorted({_host_id(figures) for figures in list_runs(now())})
    async with database.driver() as driver:
        for run_id in await find_runs_of_hosts(driver, hosts, except_uploads=keep):
            removed += await run_queries.set_deleted(driver, run_id, deleted=True)
            for share_id in await share_queries.revoke_of_runs(driver, [run_id]):
                await record_either(driver, actor, "share.revoke", share_id, reason="a run was deleted")
        if removed:
            await record_either(driver, actor, "demo.remove", runs=removed)
    return removed


def _host_id(figures: Figures) -> str:
    """No agent makes such an id: whatever runs under it came from here."""
    return f"demo-{figures.case}"


async def _upload(database: Database, operator: Principal, figures: Figures) -> Stored:
    machine = read_machine(figures.machine)
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
            "labels": figures.labels,
            "tags": [TAG, figures.case],
            "targets": targets[figures.target : figures.target + 1],
            "target": targets[figures.target]["path"] if targets else None,
            "fio_cpus": machine["fio_cpus"],
            "batch": _batch(figures),
            "files": [{"name": name, "kind": "fio_output", "sha256": sha256.hex(), "bytes": len(content)}],
        }
    )
    inventory = machine["inventory"] | {"collected_at": figures.started_at.isoformat()}
    if figures.kernel is not None:
        inventory["os"] = {**mapping(inventory, "os"), "kernel": figures.kernel}
    return await accept_upload(database, operator, AgentUpload(manifest, inventory, [part], now()))


def _batch(figures: Figures) -> dict[str, object] | None:
    batch = figures.batch
    if batch is None:
        return None
    batch_id = uuid5(NAMESPACE, f"{figures.case}\n{batch.name}\n{batch.number}")
    place = {"step": batch.step, "steps": batch.steps, "role": "measure"}
    return {"id": str(batch_id), "name": batch.name} | place


class Machine(TypedDict):
    """A machine of the demo, as its agent would have sent it (fioboard/engine/demo/data)."""

    inventory: dict[str, object]
    targets: list[dict[str, str]]
    fio_cpus: object


def read_machine(name: str) -> Machine:
    """Return a copy of the document of one machine."""
    machine: Machine = json.loads(
        (resources.files("fioboard.engine.demo") / "data" / f"{name}.json").read_text(encoding="utf-8")
    )
    return machine
