"""The documents that go with a run (docs/upload.md, "Attachments"): one of the kernel's log, one per drive."""

from __future__ import annotations

import json
from datetime import datetime, timezone
from typing import Any, Iterable, Iterator, Optional

from fioboard_agent import __version__
from fioboard_agent.delivery.payload import format_timestamp
from fioboard_agent.host.reader import Reader
from fioboard_agent.inventory_types import Document
from fioboard_agent.support.drive_pages import collect_drive_pages
from fioboard_agent.support.kernel_log import collect_kernel_log

SCHEMA = 1


def gather(
    reader: Reader, host_id: str, inventory: Document, members: Iterable[str], started_at: Optional[datetime]
) -> Iterator[tuple[str, bytes]]:
    """A file's name and its bytes, each when it is ready. `members`: the drives below the run's targets."""
    yield "kernel_log.json", _build_document("kernel_log", host_id, collect_kernel_log(reader, started_at))
    known = inventory.get("disks") or {}
    disks = {name: known.get(name) or {} for name in dict.fromkeys(members)}
    for number, page in enumerate(collect_drive_pages(reader, disks), 1):
        yield f"smart_page-{number:02}.json", _build_document("smart_page", host_id, page)


def _build_document(kind: str, host_id: str, content: dict[str, Any]) -> bytes:
    document = {
        "schema": SCHEMA,
        "kind": kind,
        "host_id": host_id,
        "agent_version": __version__,
        "collected_at": format_timestamp(datetime.now(timezone.utc)),
        **content,
    }
    # Surrogates of a program's odd bytes have no UTF-8.
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


def describe_problems(documents: Iterable[bytes]) -> Iterator[str]:
    """Yield a line for the person at the terminal of each thing that could not be read."""
    for content in documents:
        document = json.loads(content)
        if document["status"] == "ok":
            continue
        what = "the kernel's log" if document["kind"] == "kernel_log" else f"health of {document['drive']}"
        yield f"--support: {what} could not be read: {document['detail']}. It would tell: {document['command']}"
