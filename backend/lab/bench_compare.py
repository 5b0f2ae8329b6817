"""`make bench-compare`: 2 × 500 runs with latency bins, beside the floor of reading the rows (goal P7)."""

import argparse
import asyncio
import copy
import random
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import asyncpg
import numpy as np
import orjson
import psutil
from bench.anchors import DatabaseAnchors
from bench.client import Connection, get, upload
from bench.history import History
from bench.outputs import distinct, large_document, small_document
from bench.report import Row, print_report
from bench.stand import stand
from bench.stopwatch import Timing, interleaved

from fioboard.engine.formats.fio.model.histogram import Histogram, merge_histograms
from fioboard.engine.words.metrics import METRICS, USUAL

RUNS = 500
ROUNDS = 5
TIMES = 4
ALL_MS = 500
HOSTS = ("bench 0", "bench 1")
# The floor: the same metrics of the same runs, asked for by host in one statement, no words, no names.
COLUMNS = ", ".join(found.sql() for found in METRICS.values() if found.is_usual)
ROWS = f"""
select s.run_id, s.workload_id, s.direction, {COLUMNS} from result s
where s.run_id = any(array(select r.id from run r join host h on h.id = r.host_id where h.name = any($1)))
"""  # noqa: S608 -- names of columns from our own list
BINS = """
select g.bins from histogram g join result s on s.id = g.result_id
join run r on r.id = s.run_id join host h on h.id = r.host_id
where h.name = any($1) and g.kind = 'clat' and s.direction = 'read'
"""


def document(whole: dict[str, Any], chance: random.Random, factor: float) -> dict[str, Any]:
    """One job with bins whose figures scatter by 3 %."""
    made = whole | {"jobs": [copy.deepcopy(whole["jobs"][0])]}
    for direction in ("read", "write"):
        numbers = made["jobs"][0][direction]
        numbers["iops"] *= factor * chance.gauss(1, 0.03)
        numbers["clat_ns"]["mean"] = numbers["clat_ns"].get("mean", 1000.0) / factor * chance.gauss(1, 0.03)
    return made


async def load(url: str, runs: int) -> None:
    """A history to find the runs in."""
    connection: Any = await asyncpg.connect(url)
    await History(runs).load(connection)
    await connection.close()


def floor(anchors: DatabaseAnchors, statement: str, then: Any) -> Any:
    """Stopwatch batch of one statement and what numpy does with its rows."""

    def run(times: int) -> list[int]:
        durations = []
        for _ in range(times):
            began = time.perf_counter_ns()
            then(anchors.run(lambda c: c.fetch(statement, list(HOSTS))))
            durations.append(time.perf_counter_ns() - began)
        return durations

    return run


def cpu_ms(work: Callable[[int], list[int]], times: int) -> float:
    """CPU time of the service and its PostgreSQL for one answer: what a busy machine changes least."""

    def used() -> float:
        return sum(sum(p.cpu_times()[:2]) for p in psutil.Process().children(recursive=True))

    before = used()
    work(times)
    return (used() - before) * 1000 / (times + 1)  # a batch asks once more, to warm up


def as_columns(rows: list[Any]) -> None:
    """Rows to one array per metric and its mean: the least that any comparison does."""
    for column in zip(*(tuple(row)[3:] for row in rows), strict=True):
        np.nanmean(np.array(column, dtype=np.float64)) if any(v is not None for v in column) else None


def as_curve(rows: list[Any]) -> None:
    """Bins to one histogram."""
    merge_histograms(Histogram.from_bytes(row["bins"]) for row in rows)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--history", type=int, default=100_000, help="runs stored beside the compared ones")
    history: int = parser.parse_args().history
    chance = random.Random(1)  # noqa: S311 -- repeatable, not secret
    whole = large_document(small_document())
    with stand() as service:
        asyncio.run(load(service.database_url, history))
        writer, reader = service.token("upload"), service.token("read")
        connection = Connection(service.port)
        for host in range(2):
            for _ in range(RUNS):
                body = distinct(document(whole, chance, 1 + 0.05 * host))
                status, answer = connection.ask(upload(body, writer, host))
                if status != 201:
                    raise RuntimeError(answer[:300])
        anchors = DatabaseAnchors(service.database_url)
        sides = "&".join(
            f"{side}={quote(f'host={name}', safe='')}"
            for side, name in zip(("base", "new"), HOSTS, strict=True)
        )
        found = orjson.loads(connection.ask(get(f"/api/v1/compare?{sides}", reader))[1])
        key = next(row["key"] for row in found["workloads"] if row["direction"] == "read")
        n = found["workloads"][0]["metrics"]["iops"]["base"]["n"]
        batches = {
            "rows": floor(anchors, ROWS, as_columns),
            "bins": floor(anchors, BINS, as_curve),
            "table": connection.batch(lambda: get(f"/api/v1/compare?{sides}", reader)),
            "opened row": connection.batch(
                lambda: get(f"/api/v1/compare/bootstrap?{sides}&workload={key}&metric=iops", reader)
            ),
            "table with bootstrap": connection.batch(
                lambda: get(f"/api/v1/compare?{sides}&bootstrap=true", reader)
            ),
            "curves": connection.batch(
                lambda: get(f"/api/v1/compare/distribution?{sides}&workload={key}", reader)
            ),
        }
        timings = interleaved(batches, rounds=ROUNDS, times=TIMES)
        cpu = {name: cpu_ms(batches[name], 10) for name in ("table", "curves")}
    print_report(
        f"Comparing 2 × {n} runs beside {history:,} others",
        [
            f"{ROUNDS} rounds of {TIMES}, floors and service in turns. One workload in two directions, "
            f"{len(USUAL)} metrics, bins of 242 buckets; over HTTP, found by filter.",
        ],
        rows(timings, cpu),
    )


def rows(timings: dict[str, Timing], cpu: dict[str, float]) -> list[Row]:
    """The report's lines."""
    p50 = {name: timing.p50_ms for name, timing in timings.items()}
    both = p50["table"] + p50["curves"]
    return [
        Row("floor: rows to numpy", f"{p50['rows']:.1f} ms"),
        Row("floor: bins to one histogram", f"{p50['bins']:.1f} ms"),
        Row("table, p50", f"{p50['table']:.1f} ms", p50["table"] / p50["rows"]),
        Row("curves of one workload, p50", f"{p50['curves']:.1f} ms", p50["curves"] / p50["bins"]),
        Row("bootstrap of an opened row, p50", f"{p50['opened row']:.1f} ms"),
        Row("table with every bootstrap (export), p50", f"{p50['table with bootstrap']:.1f} ms"),
        Row("table and curves, p50, of 500 ms", f"{both:.1f} ms", both / ALL_MS, 1),
        Row(
            "CPU of service and database, table and curves",
            f"{cpu['table']:.0f} ms and {cpu['curves']:.0f} ms",
        ),
        Row(
            "table, worst of all",
            f"{timings['table'].p99_ms:.1f} ms",
            timings["table"].p99_ms / p50["table"],
            5,
        ),
    ]


if __name__ == "__main__":
    main()
