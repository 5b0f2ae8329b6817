"""The runs that are missing for a claim: how many on which side, and the command that makes them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from fioboard.app.compare import sentences
from fioboard.app.compare.job_command import build_job_command
from fioboard.app.compare.matching import Row
from fioboard.core.figures import format_things
from fioboard.engine.answers.compared_sides import MissingRunsOut, MissingRunsPart
from fioboard.engine.words.limits import MIN_REPEATS
from fioboard.store.queries.compare import JobRow

# Of one new side. More commands than these nobody copies one by one; the rest are counted.
MAX_NAMED = 20


@dataclass(frozen=True, slots=True)
class Shortage:
    """A side of a row with fewer runs than an interval needs."""

    row: Row
    side: Literal["base", "new"]
    runs: int
    """How many are missing."""
    result_id: UUID
    """One that was measured as the missing ones must be."""


def list_shortages(rows: Sequence[Row], side: int) -> list[Shortage]:
    """List the rows that base and this new side both measured and that need more runs, in their order."""
    short: list[Shortage] = []
    for row in rows:
        if row.results[0] and row.results[side]:
            for name, results in (("base", row.results[0]), ("new", row.results[side])):
                missing = MIN_REPEATS - len({result["run_id"] for result in results})
                if missing > 0:
                    short.append(
                        Shortage(row, "base" if name == "base" else "new", missing, results[0]["id"])
                    )
    return short


def build_missing_part(short: Sequence[Shortage], jobs: Mapping[UUID, JobRow]) -> MissingRunsPart:
    """Build the first MAX_NAMED of them. `jobs`: queries.compare.jobs_of of their results; one that is gone is left
    out.

    A job that reads and writes is one command for both of its rows.
    """
    items: list[MissingRunsOut] = []
    for shortage in short[:MAX_NAMED]:
        job = jobs.get(shortage.result_id)
        if job is None:
            continue
        command = build_job_command(job, {})
        same_command = (shortage.side, shortage.runs, command.text)
        if command.text is not None and same_command in {
            (i["side"], i["runs"], i["fio_command"]) for i in items
        }:
            continue
        more = format_things(shortage.runs, "more run")
        items.append(
            {
                "side": shortage.side,
                "key": shortage.row.key,
                "runs": shortage.runs,
                "text": sentences.RUNS_WANTED(
                    more=more, side=shortage.side, workload=shortage.row.title, remarks=command.remarks
                ),
                "fio_command": command.text,
                "fio_command_reason": command.reason,
            }
        )
    return {"items": items, "left_out": max(0, len(short) - MAX_NAMED)}
