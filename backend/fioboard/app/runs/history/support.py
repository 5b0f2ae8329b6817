"""What was collected for support and goes with a run: taken from its host's agent, and read for its page and shares."""

import asyncio
import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import get_args
from uuid import UUID

from pydantic import ValidationError

from fioboard.app.access.principal import Principal
from fioboard.app.runs.history import sentences
from fioboard.app.runs.history.confirmation_plan import list_targets
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.objects import Objects
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.support import (
    ATTACHMENT,
    AttachableOut,
    AttachmentKind,
    AttachmentStored,
    KernelLogIn,
    KernelLogOut,
    LogLineOut,
    SmartPageIn,
    SmartPageOut,
    SupportOut,
)
from fioboard.engine.hardware.inventory import health_page, kernel_lines
from fioboard.store.blobs.get import originals
from fioboard.store.blobs.put import confirm, keep_alone
from fioboard.store.queries import attachments as queries
from fioboard.store.queries.attachments import RunTimeRow
from fioboard.store.queries.confirmations import AskedRow, get_run_to_repeat

KINDS: tuple[AttachmentKind, ...] = get_args(AttachmentKind)
MAX_ATTACHMENTS = 200
# Times of the kernel's log count from the boot by a clock of its own, which drifts.
MARGIN = timedelta(seconds=2)


async def get_attachable(driver: Driver, caller: Principal, run_id: UUID, host: str) -> AttachableOut:
    """Return what an agent needs to collect for a run. Raises RunNotFound for runs of any host but `host` and the
    token's.
    """
    asked = await _get_own_run(driver, caller, run_id, host)
    run = await queries.get_run_time(driver, run_id)
    drives = {drive["name"]: drive for target in list_targets(asked) for drive in target["drives"]}
    return {
        "run_id": str(run_id),
        "url": f"{settings().public_url}/runs/{run_id}",
        "started_at": run["started_at"] if run else None,
        "drives": list(drives.values()),
    }


async def attach(
    database: Database, caller: Principal, run_id: UUID, content: bytes
) -> tuple[AttachmentStored, bool]:
    """Puts a document beside a run, once; and whether it is new. Raises Invalid, RunNotFound, TooMany,
    DocumentsAway."""
    document = _read(content)
    async with database.driver() as driver:
        asked = await _get_own_run(driver, caller, run_id, document.host_id)
    place, arrived = await keep_alone(database, content)
    async with database.driver() as driver, driver.transaction():
        is_new = await queries.attach(
            driver,
            asked["upload_id"],
            kinds=KINDS,
            limit=MAX_ATTACHMENTS,
            kind=document.kind,
            name=_build_name(document),
            content=content,
            place=place,
        )
    if is_new is None:
        raise errors.TooMany(sentences.TOO_MANY_ATTACHMENTS(most=MAX_ATTACHMENTS))
    await confirm(database, arrived)
    stored = AttachmentStored(
        run_id=str(run_id),
        kind=document.kind,
        sha256=hashlib.sha256(content).hexdigest(),
        status="created" if is_new else "duplicate",
    )
    return stored, is_new


def _read(content: bytes) -> KernelLogIn | SmartPageIn:
    """The document as it will be read again. Raises Invalid: a byte that is no text, half a character."""
    try:
        return ATTACHMENT.validate_json(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False, include_context=False)[0]
        where = "/".join(str(part)[:64] for part in first["loc"])
        raise errors.Invalid(
            sentences.ATTACHMENT_UNREAD(reason=str(first["msg"])[:200]),
            problems=[errors.Problem(f"/body/{where}", "Invalid", str(first["msg"])[:300])],
        ) from None


async def _get_own_run(driver: Driver, caller: Principal, run_id: UUID, host: str) -> AskedRow:
    asked = await get_run_to_repeat(driver, run_id)
    if asked is None or host not in asked["agents"] or caller.host_id not in {None, asked["host_id"]}:
        raise errors.RunNotFound("There is no such run on this host.")
    return asked


def _build_name(document: KernelLogIn | SmartPageIn) -> str:
    """Build a file's name: what it is and when it was collected."""
    what = "kernel-log" if document.kind == "kernel_log" else f"smart-{document.drive}"
    return clean_text(f"{what}-{document.collected_at:%Y-%m-%dT%H%M%S}.json", 255)


async def load_support(driver: Driver, objects: Objects | None, run_id: UUID) -> SupportOut:
    """Load what goes with a run. Raises RunNotFound."""
    run = await queries.get_run_time(driver, run_id)
    if run is None:
        raise errors.RunNotFound
    rows = await queries.list_attached(driver, run["upload_id"], KINDS)
    contents = await originals(objects, [(row["sha256"], row["body_zstd"]) for row in rows])
    return await asyncio.to_thread(_build_support, contents, run)


def _build_support(contents: Sequence[bytes], run: RunTimeRow) -> SupportOut:
    documents = [ATTACHMENT.validate_json(content) for content in contents]
    logs = [_log(one, run) for one in documents if isinstance(one, KernelLogIn)]
    pages: dict[str, SmartPageOut] = {}
    for one in documents:
        # The newest first; a page that tells something is not hidden by a later one that does not.
        if isinstance(one, SmartPageIn) and (one.drive not in pages or not pages[one.drive]["figures"]):
            page = _build_page(one)
            if one.drive not in pages or page["figures"]:
                pages[one.drive] = page
    return {
        "kernel_log": next((log for log in logs if log["covers_run"]), logs[0] if logs else None),
        "smart_pages": [pages[drive] for drive in sorted(pages)],
    }


def _log(document: KernelLogIn, run: RunTimeRow) -> KernelLogOut:
    started_at, ended_at = run["started_at"], run["ended_at"]
    lines: list[LogLineOut] = [
        {
            "at": line.at,
            "text": line.text,
            "topic": kernel_lines.find_topic(line.text),
            "is_during": _is_in_run(line.at, started_at, ended_at),
        }
        for line in document.lines
    ]
    is_dated = all(line["is_during"] is not None for line in lines)
    total = kernel_lines.count_by_topic(line["topic"] for line in lines)
    during = kernel_lines.count_by_topic(line["topic"] for line in lines if line["is_during"])
    covers_run = None
    if document.status != "ok":
        covers_run = False
    elif document.covers_from and started_at and ended_at:
        covers_run = document.covers_from <= started_at and ended_at <= document.collected_at + MARGIN
    return {
        "collected_at": document.collected_at,
        "status": document.status,
        "detail": document.detail,
        "command": document.command,
        "source": document.source,
        "covers_from": document.covers_from,
        "covers_run": covers_run,
        "lines": lines,
        "counts": [
            {
                "topic": topic,
                "title": kernel_lines.TITLES[topic],
                "lines": number,
                "during": during.get(topic, 0) if is_dated else None,
            }
            for topic, number in total.items()
        ],
        "line_count": len(lines),
        "lines_left_out": document.lines_left_out,
        "lines_hidden": 0,
    }


def _is_in_run(at: datetime | None, started_at: datetime | None, ended_at: datetime | None) -> bool | None:
    if at is None or started_at is None or ended_at is None:
        return None
    return started_at - MARGIN <= at <= ended_at + MARGIN


def _build_page(document: SmartPageIn) -> SmartPageOut:
    return {
        "drive": document.drive,
        "collected_at": document.collected_at,
        "status": document.status,
        "detail": document.detail,
        "command": document.command,
        "source": document.source,
        "figures": health_page.list_figures(document.source, document.page),
    }
