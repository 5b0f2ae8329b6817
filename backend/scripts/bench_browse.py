"""`make bench-browse`: the run list at a long history, beside what the database could do (goal P5)."""

import argparse
import asyncio
import random
import time
from typing import Any

import asyncpg
import orjson
from bench.anchors import DatabaseAnchors, empty_service
from bench.client import Connection, get
from bench.history import History
from bench.report import Row, print_report
from bench.stand import stand
from bench.stopwatch import Timing, interleaved
from service import free_port

from fioboard.features.runs.cursor import make

ROUNDS = 9
TIMES = 40
SORTS = ("-started_at", "started_at", "-iops", "iops", "-bw_bytes_per_s", "-clat_p99_ns", "clat_p99_ns")
DEPTHS = 40


async def load(url: str, history: History) -> float:
    """Fills the database; seconds it took."""
    connection: Any = await asyncpg.connect(url)
    began = time.monotonic()
    await history.load(connection)
    await connection.close()
    return time.monotonic() - began


def cursors(anchors: DatabaseAnchors, runs: int, chance: random.Random) -> list[str]:
    """Cursors at random depths of the newest-first list, made as the service makes them."""
    found = []
    for _ in range(DEPTHS):
        depth = chance.randrange(runs)
        row = anchors.run(
            lambda c, depth=depth: c.fetchrow(
                "select sorted_at, id from run order by sorted_at desc, id desc offset $1 limit 1", depth
            )
        )
        found.append(make("-started_at", row["sorted_at"], row["id"]))
    return found


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    runs: int = parser.parse_args().runs
    history = History(runs)
    chance = random.Random(1)  # noqa: S311 -- repeatable, not secret
    port = free_port()
    with stand() as service, empty_service(port):
        seconds = asyncio.run(load(service.database_url, history))
        token = service.token("read")
        anchors = DatabaseAnchors(service.database_url)
        deep = cursors(anchors, runs, chance)
        host = history.hosts[0][2]
        connection = Connection(service.port)

        def page(query: str = "") -> bytes:
            return get(f"/api/v1/runs?limit=50{query}", token)

        batches = {
            "C": anchors.durable_insert,
            "S50": anchors.newest_50,
            "H": Connection(port).batch(lambda: get("/")),
            "first": connection.batch(page),
            "deep": connection.batch(lambda: page(f"&cursor={chance.choice(deep)}")),
            "host": connection.batch(lambda: page(f"&host={host}")),
            **{
                f"sort {sort}": connection.batch(lambda sort=sort: page(f"&sort={sort}"))
                for sort in SORTS[1:]
            },
            "hosts": connection.batch(lambda: get("/api/v1/hosts", token)),
        }
        timings = interleaved(batches, rounds=ROUNDS, times=TIMES)
        _, first = connection.ask(page())
        size = anchors.run(lambda c: c.fetchval("select pg_database_size(current_database())"))
        anchors.close()
    if orjson.loads(first)["total"] != runs:
        raise RuntimeError("the list does not count what was loaded")
    print_all(timings, history, seconds, size, len(first))


def print_all(
    timings: dict[str, Timing], history: History, seconds: float, size: int, page_bytes: int
) -> None:
    """The report."""
    h, s50, first = timings["H"], timings["S50"], timings["first"]

    def line(name: str, timing: Timing, ratio: float | None = None, goal: float | None = None) -> Row:
        return Row(name, f"p50 {timing.p50_ms:.2f} ms, p99 {timing.p99_ms:.2f} ms", ratio, goal)

    rows = [
        line("H: empty FastAPI answer", h),
        line("S50: newest 50 rows in the database", s50),
        line("P5 newest 50 over HTTP: p50 / (H + S50)", first, first.p50_ms / (h.p50_ms + s50.p50_ms), 3),
        line(
            "P5 page at a random depth: p50 / first page",
            timings["deep"],
            timings["deep"].p50_ms / first.p50_ms,
            1.5,
        ),
        line("one host's newest 50 / first page", timings["host"], timings["host"].p50_ms / first.p50_ms),
        *(
            line(
                f"sorted by {sort} / first page",
                timings[f"sort {sort}"],
                timings[f"sort {sort}"].p50_ms / first.p50_ms,
            )
            for sort in SORTS[1:]
        ),
        line(
            f"list of {len(history.hosts)} hosts / first page",
            timings["hosts"],
            timings["hosts"].p50_ms / first.p50_ms,
        ),
    ]
    method = [
        f"{history.runs:,} runs on {len(history.hosts)} hosts in {len(history.setups):,} configurations,",
        f"{size / 1e6:,.0f} MB (loaded by COPY in {seconds:.0f} s, original documents left out).",
        "`fioboard serve`, 2 workers, embedded PostgreSQL; 1 keep-alive client on the same machine;",
        f"{ROUNDS} interleaved rounds of {TIMES} after a warm-up; p50 = median of the rounds' medians.",
        f"A page of 50 with its results is {page_bytes / 1000:.0f} KB of JSON.",
    ]
    print_report("Browse", method, rows)


if __name__ == "__main__":
    main()
