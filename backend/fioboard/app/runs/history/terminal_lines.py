"""What a batch showed as lines of a terminal: the sentence of its page and a table of its results."""

from collections.abc import Sequence
from uuid import UUID

import orjson

from fioboard.app.access.principal import Principal
from fioboard.app.runs.history import history
from fioboard.app.runs.history.batch_page import read_rows
from fioboard.app.runs.history.experiment import load_experiments
from fioboard.app.runs.history.pool import load_pools
from fioboard.app.runs.history.pts import load_pts
from fioboard.app.runs.history.purposes.load import load_batch_sentence
from fioboard.app.runs.history.result_names import build_result_names
from fioboard.core import errors
from fioboard.core.config import settings
from fioboard.core.driver import Driver
from fioboard.core.figures import format_iops, format_latency
from fioboard.engine.answers.batch import BatchAnswer, BatchResultOut
from fioboard.engine.answers.experiment import BatchExperimentOut
from fioboard.engine.answers.pool import PoolOut
from fioboard.engine.answers.pts import PtsOut
from fioboard.engine.rules.finding import format_quantity
from fioboard.engine.words.limits import MAX_PRINTED_RESULTS
from fioboard.engine.words.verdicts import VERDICTS
from fioboard.store.queries import agent_hosts
from fioboard.store.queries.rows import BatchRunRow, ResultRow

HEAD = ("Workload", "IOPS", "MB/s", "p50", "p99", "Sync p99", "Durable", "Verdict")
_OF_SYNCED = tuple(HEAD.index(name) for name in ("Sync p99", "Durable"))
UNKNOWN = "\N{EN DASH}"
Line = tuple[str, ...]


async def read_result(driver: Driver, caller: Principal, batch_id: UUID, host: str) -> BatchResultOut:
    """Read the result of a batch for the agent of `host`.

    Raises BatchNotFound for batches of any other host, and of any but the token's own.
    """
    if not await agent_hosts.has_measured_batch(driver, host, batch_id, caller.host_id):
        raise errors.BatchNotFound("There is no such batch on this host.")
    read = await read_rows(driver, batch_id)
    answer = await history.judge_batch(driver, batch_id, read.side.runs)
    runs = {row["id"]: row for row in read.side.runs}
    experiments = (await load_experiments(driver, batch_id))["items"]
    reports = (await load_pts(driver, batch_id))["items"]
    pools = (await load_pools(driver, batch_id))["items"]
    purposes = await load_batch_sentence(driver, batch_id)
    # The steps of a report are hundreds, and its page has their table.
    shown = [] if reports else read.side.results[:MAX_PRINTED_RESULTS]
    names = build_result_names(runs, read.side.results, read.side.varied)
    lines = [_line(runs[row["run_id"]], row, names[row["id"]]) for row in shown]
    texts = _list_sentences([*experiments, *reports], pools, answer)
    return {
        "url": f"{settings().public_url}/batches/{batch_id}",
        "sentence": texts[0] if texts else None,
        "text": [*texts[1:], *([purposes] if purposes else [])],
        "lines": _aligned(_drop_empty_syncs([HEAD, *lines])) if lines else [],
        "results_total": len(read.side.results),
    }


def _list_sentences(
    reports: Sequence[BatchExperimentOut | PtsOut], pools: Sequence[PoolOut], answer: BatchAnswer | None
) -> list[str]:
    """List the sentence and what stands behind it: of an experiment or a test of the PTS, of drives alone and together,
    or of the batch's own answer."""
    texts: Sequence[BatchExperimentOut | PtsOut | PoolOut] = reports or pools
    if texts:
        return [text for one in texts for text in (one["sentence"], *one["text"])]
    return [answer["verdict"]["sentence"], *answer["verdict"]["text"]] if answer else []


def _line(run: BatchRunRow, row: ResultRow, name: str) -> Line:
    verdict = orjson.loads(run["verdict"] or "null")
    return (
        name,
        UNKNOWN if row["iops"] is None else format_iops(row["iops"]),
        UNKNOWN if row["bw_bytes_per_s"] is None else format_quantity(row["bw_bytes_per_s"] / 1e6),
        _format_percentile(row["clat"], "50"),
        _format_percentile(row["clat"], "99"),
        _format_percentile(row["sync_lat"], "99"),
        UNKNOWN if row["durable_write_mean_ns"] is None else format_latency(row["durable_write_mean_ns"]),
        "no verdict yet" if verdict is None else VERDICTS[verdict["kind"]],
    )


def _format_percentile(latency: str | None, key: str) -> str:
    """Say one percentile of a stored latency, such as `1.2 ms`; a dash where it was not measured."""
    value = (orjson.loads(latency or "{}").get("percentiles") or {}).get(key)
    return UNKNOWN if value is None else format_latency(value)


def _drop_empty_syncs(lines: Sequence[Line]) -> list[Line]:
    """Leave the columns of syncs and durable writes out where no result has one."""
    empty = {place for place in _OF_SYNCED if all(line[place] == UNKNOWN for line in lines[1:])}
    return [tuple(cell for place, cell in enumerate(line) if place not in empty) for line in lines]


def _aligned(lines: Sequence[Line]) -> list[str]:
    """Pad the cells to columns; numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    last = len(widths) - 1
    return [
        "  ".join(
            cell if place == last else cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    ]
