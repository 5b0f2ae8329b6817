"""What the service says of a run that the agent kept: its readers and rules, without its database."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import orjson

from fioboard.core.sanitize import clean
from fioboard.engine.answers.upload import Manifest
from fioboard.store.derive.outputs import OriginalFile, convert_upload
from fioboard.store.derive.rows import Context


class RunFailed(Exception):
    """The agent refused, fio ended badly, or its output was not understood: why."""


def judge(entry: Path) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Findings by rule, and what rules lacked that could not be checked: of an entry of the agent's spool, read as
    ingest reads an upload. Raises RunFailed."""
    manifest = Manifest.model_validate_json((entry / "manifest.json").read_bytes())
    context = Context(
        host_name=manifest.host.name,
        title=manifest.title,
        labels=manifest.labels,
        tags=manifest.tags,
        inventory=clean(orjson.loads((entry / "inventory.json").read_bytes())),
        received_at=datetime.now(UTC),
        started_at=manifest.started_at,
        ended_at=manifest.ended_at,
        argv=manifest.argv,
        target=manifest.target,
        targets=manifest.targets,
        fio_cpus=manifest.fio_cpus,
        outcome=manifest.fio_outcome(),
    )
    files = [
        OriginalFile(listed.name, listed.kind, (entry / "files" / listed.name).read_bytes())
        for listed in manifest.files
    ]
    [stored] = orjson.loads(convert_upload(files, context).rows.finish().runs)
    answer = stored["answer"]
    if answer is None:
        raise RunFailed(f"not understood: {stored['state_reason']}")
    return (
        {finding["id"]: finding["text"] for finding in answer["findings"]},
        {unknown["id"]: unknown["missing"] for unknown in answer["checks"]["unknown"]},
    )
