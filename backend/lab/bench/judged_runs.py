"""Runs to judge: the demo's machines, one of them with samples of every series that the agent takes."""

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from importlib import resources
from unittest.mock import patch
from uuid import uuid4

import orjson

from fioboard.app.ingest.multipart import Part
from fioboard.core.sanitize import Document
from fioboard.core.times import now
from fioboard.engine.answers.upload import Manifest
from fioboard.engine.demo.cases import cases
from fioboard.engine.demo.documents import Figures, document
from fioboard.engine.rules import RunFacts
from fioboard.store.derive import outputs
from fioboard.store.derive.outputs import OriginalFile
from fioboard.store.derive.rows import Context

SAMPLED = "epyc-nps4"
"""A machine of eight NUMA nodes on two sockets, whose target is an md RAID0 of four NVMe drives."""
NODES, SOCKETS = 8, 2
CPU = ("cpu_busy_pct", "cpu_sys_pct", "cpu_iowait_pct", "cpu_irq_pct", "cpu_steal_pct", "cpu_busy_max_pct")
DEVICES = ("disk:nvme0n1", "disk:nvme1n1", "disk:nvme2n1", "disk:nvme3n1", "volume:md0")


def sampled(seconds: int) -> bytes:
    """`samples.json` of so many seconds: steady, with the small changes that a drive and a scheduler have."""
    series: list[dict[str, object]] = []

    def add(subject: str, metric: str, direction: str | None, middle: float) -> None:
        values = [round(middle * (1 + (17 * step % 23 - 11) / 1000), 1) for step in range(seconds)]
        series.append({"subject": subject, "metric": metric, "direction": direction, "values": values})

    for subject in (*(f"node:{n}" for n in range(NODES)), *(f"socket:{n}" for n in range(SOCKETS))):
        for metric, middle in zip(CPU, (22.0, 18.0, 3.0, 1.5, 0.0, 71.0), strict=True):
            add(subject, metric, None, middle)
    for subject in DEVICES:
        for direction, share in (("read", 1.0), ("write", 0.0)):
            for metric, middle in (("bw_bytes_per_s", 6.6e9), ("iops", 52_000.0), ("await_ns", 410_000.0)):
                add(subject, metric, direction, share * middle)
        add(subject, "queue_depth", None, 8.0)
        if subject.startswith("disk:"):
            add(subject, "temperature_c", None, 44.0)
    times = [1000 * (step + 1) for step in range(seconds)]
    return orjson.dumps({"schema": 1, "t_ms": times, "series": series, "links": []})


def of_seconds(seconds: int) -> Figures:
    """The run of the demo on the sampled machine, as long as its samples."""
    figures = next(one for one in cases() if one.machine == SAMPLED)
    return replace(figures, runtime_ms=1000 * seconds)


def upload(figures: Figures, seconds: int = 0) -> tuple[Manifest, Document, list[Part]]:
    """What an agent sends of it, under a key of its own; with samples when `seconds` are given."""
    machine = json.loads(
        (resources.files("fioboard.engine.demo") / "data" / f"{figures.machine}.json").read_text(
            encoding="utf-8"
        )
    )
    targets = machine["targets"][figures.target : figures.target + 1]
    files = {"fio.json": ("fio_output", document(figures))}
    if seconds:
        files["samples.json"] = ("samples", sampled(seconds))
    parts = [Part("file", name, body, hashlib.sha256(body).digest()) for name, (_, body) in files.items()]
    listed = [
        {"name": name, "kind": kind, "sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body)}
        for name, (kind, body) in files.items()
    ]
    manifest = Manifest.model_validate(
        {
            "schema": 1,
            "upload_key": str(uuid4()),
            "host": {"id": f"bench-{figures.case}", "name": figures.case},
            "started_at": figures.started_at.isoformat(),
            "title": figures.title,
            "targets": targets,
            "target": targets[0]["path"] if targets else None,
            "fio_cpus": machine["fio_cpus"],
            "files": listed,
        }
    )
    return manifest, machine["inventory"], parts


def facts_of(figures: Figures, seconds: int = 0) -> RunFacts:
    """What ingest gives the rules of this upload."""
    manifest, inventory, parts = upload(figures, seconds)
    seen: list[RunFacts] = []
    context = Context(
        host_name=manifest.host.name,
        title=None,
        labels=figures.labels,
        tags=(),
        inventory=inventory,
        received_at=now(),
        targets=manifest.targets,
        target=manifest.target,
        fio_cpus=manifest.fio_cpus,
    )
    files = [
        OriginalFile(one.name, one.kind, part.content)
        for one, part in zip(manifest.files, parts, strict=True)
    ]
    with patch("fioboard.store.derive.rows.build_answer", seen.append):
        outputs.convert_upload(files, context)
    [facts] = seen
    return facts


@contextmanager
def unjudged() -> Iterator[None]:
    """Ingest and reparse as they would be without the rules: no run has an answer."""
    with patch("fioboard.store.derive.rows.build_answer", lambda _facts: None):
        yield
