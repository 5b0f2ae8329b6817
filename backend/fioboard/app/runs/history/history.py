"""The answer of a run with what the runs around it tell: judged anew at every reading, from a fixed number of rows."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

import orjson

from fioboard.app.runs.history.level import add_regression
from fioboard.core.block_size import drive_size
from fioboard.core.driver import Driver
from fioboard.engine.answers.answer import AnswerOut, VerdictOut
from fioboard.engine.answers.batch import BatchAnswer
from fioboard.engine.answers.search import SEARCH, read_goal
from fioboard.engine.reference_sets.document import read_cell
from fioboard.engine.reference_sets.signature import describe_lab
from fioboard.engine.rules import RULES_OF_RUNS
from fioboard.engine.rules.history import (
    CellOfRun,
    Measured,
    Past,
    Setting,
    Step,
    add_history,
    build_batch_answer,
    collect_setting,
    compare_with_reference,
    compare_with_runs,
    compare_with_sets,
    compare_with_stated,
    is_on_files,
    judge_history,
    needs_yardstick,
    put_yardstick_first,
)
from fioboard.engine.rules.history.suite import BUSY, OTHER_WORK
from fioboard.engine.rules.verdict import may_be_cause
from fioboard.engine.rules.yardstick import Yardstick
from fioboard.store.queries import nearby_results as queries
from fioboard.store.queries import reference_sets as set_queries
from fioboard.store.queries import references as reference_queries
from fioboard.store.queries.measured import get_workloads
from fioboard.store.queries.nearby_results import AroundRow
from fioboard.store.queries.reference_sets import RunCellRow
from fioboard.store.queries.references import ReferencePairRow
from fioboard.store.queries.rows import BatchRunRow
from fioboard.store.queries.runs import run as run_queries
from fioboard.store.queries.stated_of_run import load_stated_of_run

# Runs of the host that are looked at, and results of them that are read: docs/findings.md says both.
MAX_BEFORE = 300
MAX_AFTER = 100
MAX_RESULTS = 200
MAX_LOOKED_AT = 20_000
MAX_OF_BATCH = 400
MAX_CELLS_OF_RUN = 100


async def build_answer(driver: Driver, run_id: UUID, stored: str | None) -> AnswerOut | None:
    """Build the whole answer. `stored`: what the run alone shows, as JSON text; None, and so is the answer, where
    it was never judged.
    """
    if stored is None:
        return None
    rows = await queries.list_nearby(
        driver, run_id, before=MAX_BEFORE, after=MAX_AFTER, looked_at=MAX_LOOKED_AT, limit=MAX_RESULTS
    )
    measured = await build_measured(driver, rows)
    if any(one.run_id == run_id and is_on_files(one) for one in measured):
        ids = _drop_repeated(one.run_id for one in measured)
        drives = {row["id"]: frozenset(row["drives"]) for row in await queries.list_drives(driver, ids)}
        measured = [replace(one, drives=drives.get(one.run_id)) for one in measured]
    here = [one for one in measured if one.run_id == run_id]
    past = Past(here, [one for one in measured if one.run_id != run_id])
    alone: AnswerOut = orjson.loads(stored)
    # An earlier version judged it.
    alone["verdict"].setdefault("compared_with", None)
    is_cause = may_be_cause(alone["verdict"]["kind"], alone["verdict"]["id"])
    alone["verdict"].setdefault("is_possible_cause", is_cause)
    answer = add_history(alone, judge_history(past))
    verdict = answer["verdict"]
    rules = (RULES_OF_RUNS.get(finding["id"]) for finding in answer["findings"])
    is_doubted = any(rule is not None and rule.kind == "trust" for rule in rules)
    in_sets = None if is_doubted else await _compare_with_sets(driver, run_id)
    stated = None if is_doubted else await _compare_with_stated(driver, run_id, verdict)
    compared = None
    if needs_yardstick(verdict):
        compared = compare_with_runs(past) or await _compare_with_reference(driver, run_id) or in_sets
        # What is stated of a class comes last: after what the run alone shows.
        if compared is None and stated is not None:
            is_last = stated.compared_with == "class" and verdict["compared_with"] is not None
            compared = None if is_last else stated
        if compared is not None:
            answer["verdict"] = verdict = put_yardstick_first(verdict, compared)
    for one in (in_sets, stated):
        if one is not None:
            more = one.text if compared is one else (one.sentence, *one.text)
            verdict["text"] = [*verdict["text"], *more]
    tests = {(one.direction, one.rw, one.bs_bytes, one.iodepth, one.numjobs) for one in here}
    await add_regression(driver, run_id, answer, is_only_test=len(tests) == 1)
    return answer


async def _compare_with_stated(driver: Driver, run_id: UUID, verdict: VerdictOut) -> Yardstick | None:
    """Compare a run with what sources state of its drive model; where neither a limit nor a rating is known and no
    class was found alike, of its volume or class.
    """
    if not needs_yardstick(verdict):
        return None
    pairs = await load_stated_of_run(driver, run_id)
    of_model = compare_with_stated(pairs, ["model"])
    if of_model is not None or verdict["compared_with"] == "class":
        return of_model
    return compare_with_stated(pairs, ["volume", "class"])


async def _compare_with_sets(driver: Driver, run_id: UUID) -> Yardstick | None:
    """Compare a run with the reference sets of other labs; None where none has its drives and test."""
    rows = await set_queries.list_cells_of_run(driver, run_id, most=MAX_CELLS_OF_RUN)
    return compare_with_sets(
        [
            CellOfRun(
                _build_plain(run_id, row, row["iops"], row["bw_bytes_per_s"]),
                row["firmware"],
                read_cell(row["cell"]),
                describe_lab(row["maker_name"], row["public_key"]),
            )
            for row in rows
        ]
    )


async def _compare_with_reference(driver: Driver, run_id: UUID) -> Yardstick | None:
    """Compare a run with the pinned reference that counts for it; None without one."""
    rows = await reference_queries.list_reference_pairs(driver, run_id, limit=MAX_RESULTS)
    first = [row for row in rows if row["reference_id"] == rows[0]["reference_id"]]
    pairs = [(_build_plain(run_id, row, row["iops"], row["bw_bytes_per_s"]),
              _build_plain(run_id, row, row["reference_iops"], row["reference_bw_bytes_per_s"]))
             for row in first]  # fmt: skip
    return compare_with_reference(first[0]["name"], pairs) if first else None


def _build_plain(
    run_id: UUID, row: ReferencePairRow | RunCellRow, iops: float | None, bw: int | None
) -> Measured:
    """Build a result of which only its figure and workload count."""
    return Measured(
        run_id=run_id,
        at=None,
        direction=row["direction"],
        iops=iops,
        bw_bytes_per_s=bw,
        setting={},
        rw=row["rw"],
        bs_bytes=row["bs_bytes"],
    )


async def judge_batch(
    driver: Driver,
    batch_id: UUID,
    rows: Sequence[BatchRunRow],
    command: str | None = None,
    *,
    has_earlier: bool = False,
) -> BatchAnswer | None:
    """Judge a batch as a whole. `rows`: its measuring runs, in order of their step. `command`, `has_earlier`: what its
    next step depends on, as build_batch_answer has them.
    """
    measured = await load_measured(driver, batch_id)
    judged = [row for row in rows if row["verdict"] is not None]
    busy = [row["id"] for row in judged if BUSY in row["finding_ids"]]
    other_work = await run_queries.list_evidence(driver, busy, BUSY, OTHER_WORK) if busy else {}
    steps = [
        Step(
            orjson.loads(row["verdict"] or "null"),
            frozenset(row["finding_ids"]),
            row["id"],
            other_work.get(row["id"]),
        )
        for row in judged
    ]
    stored = (await run_queries.get_answer(driver, judged[-1]["id"]))[1] if judged else None
    last: AnswerOut | None = orjson.loads(stored) if stored else None
    drive = await _describe_drive(driver, rows)
    batch = orjson.loads(rows[0]["batch"] or "{}") if rows else {}
    stated, last_findings = read_goal(batch.get("search")), last["findings"] if last else []
    if batch.get("name") == SEARCH:
        return build_batch_answer(measured, steps, last_findings, drive, goal=stated)
    limit = stated["limit"] if stated is not None and stated["metric"] == "clat_p99_ns" else None
    return build_batch_answer(
        measured,
        steps,
        last_findings,
        drive,
        p99_limit_ns=limit,
        command=command,
        has_earlier=has_earlier,
    )


async def _describe_drive(driver: Driver, rows: Sequence[BatchRunRow]) -> str | None:
    """Describe the one drive that all runs measured, `vda, virtio, 275 GB`; None where it is not known, or not one, or
    where they measured several targets of it: loop devices of files on one drive are not that drive.
    """
    if len({row["target"] for row in rows}) > 1:
        return None
    of_runs = {
        row["id"]: row["drives"] for row in await queries.list_drives(driver, [row["id"] for row in rows])
    }
    drives = {tuple(of_runs.get(row["id"], ())) for row in rows}
    if len(drives) != 1 or len(names := drives.pop()) != 1 or len({row["host_id"] for row in rows}) != 1:
        return None
    factors = orjson.loads(rows[0]["factors"])
    model, transport, size = (factors.get(f"drive.{key}") for key in ("model", "transport", "capacity"))
    sold = drive_size(size) if isinstance(size, int) else None
    # "Samsung SSD 990 PRO 2TB" says it.
    is_in_model = sold is not None and sold.replace(" ", "") in str(model).replace(" ", "")
    words = (names[0], model or transport, None if is_in_model else sold)
    return ", ".join(word for word in words if isinstance(word, str))


async def load_measured(driver: Driver, batch_id: UUID) -> list[Measured]:
    """Load what the rules read of a batch."""
    return await build_measured(
        driver,
        await queries.list_of_batch_members(driver, batch_id, looked_at=MAX_LOOKED_AT, limit=MAX_OF_BATCH),
    )


async def build_measured(driver: Driver, rows: Sequence[AroundRow]) -> list[Measured]:
    """Build rows with what they were measured with; results of one configuration and workload share it."""
    factors = await queries.get_configurations(
        driver, _drop_repeated(row["configuration_id"] for row in rows)
    )
    options = await get_workloads(driver, _drop_repeated(row["workload_id"] for row in rows))
    settings: dict[tuple[UUID, UUID], Setting] = {}
    for row in rows:
        pair = row["configuration_id"], row["workload_id"]
        if pair not in settings:
            settings[pair] = collect_setting(orjson.loads(factors[pair[0]]), orjson.loads(options[pair[1]]))
    return [
        Measured(
            run_id=row["run_id"],
            at=row["started_at"],
            direction=row["direction"],
            iops=row["iops"],
            bw_bytes_per_s=row["bw_bytes_per_s"],
            setting=settings[row["configuration_id"], row["workload_id"]],
            rw=row["rw"],
            bs_bytes=row["bs_bytes"],
            iodepth=row["iodepth"],
            numjobs=row["numjobs"],
            lat_mean_ns=row["lat_mean_ns"],
            p99_ns=row["clat_p99_ns"],
            cpu_pct=row["cpu_pct"],
            target=row["target"],
            batch_id=row["batch_id"],
            step=row["step"],
            is_doubted=row["is_doubted"],
        )
        for row in rows
    ]


def _drop_repeated(ids: Iterable[UUID]) -> list[UUID]:
    return list(dict.fromkeys(ids))
