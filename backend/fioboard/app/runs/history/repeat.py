"""Reads what it takes to measure a run or a batch again."""

from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.app.runs.history.repeat_command import RepeatCommand, Step, read_options, repeat_run
from fioboard.core import errors
from fioboard.core.agent_program import read_agent_program
from fioboard.core.database import Database
from fioboard.core.driver import Driver
from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.store.blobs.get import original
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries import confirmations as queries
from fioboard.store.queries.confirmations import AskedRow

MAX_STEPS = 1_000


async def read_repeat_command(database: Database, run_id: UUID) -> RepeatCommand:
    """Return the command that measures a run again, or why there is none."""
    async with database.driver() as driver:
        asked = await queries.get_run_to_repeat(driver, run_id)
        if asked is None:
            raise errors.RunNotFound
        manifest: Document = orjson.loads(asked["manifest"])
        batch_id = text(manifest, "batch.id")
        preconditions = (await read_batch_steps(driver, UUID(batch_id)))[1] if batch_id else []
    argv = orjson.loads(asked["argv"]) if asked["argv"] else None
    return repeat_run(manifest, argv, await read_job_file(database, asked), preconditions)


async def read_batch_steps(driver: Driver, batch_id: UUID) -> tuple[list[Step], list[str]]:
    """Return the measuring steps of a batch as its agent said them, and the names of those that prepared its target."""
    rows = await batch_queries.list_stated_steps(driver, batch_id, MAX_STEPS)
    steps: list[Step] = []
    preconditions: dict[str, None] = {}
    for row in rows:
        batch: Document = orjson.loads(row["batch"])
        if text(batch, "role") == "precondition":
            preconditions[text(batch, "workload") or ""] = None
        else:
            argv: Sequence[str] = orjson.loads(row["argv"]) if row["argv"] else ()
            steps.append(
                Step(batch=batch, options=read_options(argv), agent=read_agent_program(row["agent_command"]))
            )
    return steps, list(preconditions)


async def read_job_file(database: Database, asked: AskedRow) -> str | None:
    """Return the job file of a run. None where there was none, where its bytes are not at hand, and for a file that is
    no UTF-8: a job that was read wrongly would be another one."""
    if asked["job_file_sha256"] is None:
        return None
    try:
        return (await original(database.objects, asked["job_file_sha256"], asked["job_file"])).decode()
    except (UnicodeDecodeError, errors.AppError):
        return None
