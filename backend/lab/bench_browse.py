"""`make bench-browse`: the run history at a million runs, beside the cheapest SQL that could answer (goals P5, P6)."""

import argparse
import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import UUID

import asyncpg
import numpy as np
import orjson
from bench import browser
from bench.anchors import DatabaseAnchors, empty_service
from bench.answers import COMMON_LIMIT, DOUBT, RARE_LIMIT
from bench.client import Connection, get
from bench.history import History, Setup
from bench.report import Row, print_report
from bench.stand import Stand, stand
from bench.stopwatch import Batch, Timing, interleaved

from fioboard.app.runs.history.cursor import make
from fioboard.engine.words.metrics import METRICS
from scripts.service import free_port

TWO = 2
ROUNDS = 7
TIMES = 25
DEPTHS = 40
THREE = "rw=randread&bs=4k&bios.nps=4"
# As the page asks for it.
PAGE = "runs?limit=50&brief=true"
# Ranges of a percentile that every five-hundredth run lies in (50us..60us, asked until now, none), and three of four.
RARE, BROAD = "clat_p99_9_ns=34us..36us", "clat_p50_ns=100us.."
WORKLOAD = "rw=read&bs=1m&iodepth=32&numjobs=1&ioengine=libaio"
SERIES = f"series?x=raid.width&metric=bw_bytes_per_s&by=bios.nps&{WORKLOAD}"


async def load(url: str, history: History) -> float | None:
    """Fills the database; seconds it took, None when it was full already. Raises when it holds something else."""
    connection: Any = await asyncpg.connect(url)
    stored = await connection.fetchval("select count(*) from run")
    began = time.monotonic()
    if stored == 0:
        await history.load(connection)
    elif stored != history.runs or await connection.fetchval(
        "select count(*) <> $2 from configuration where id = any($1::uuid[])",
        *([s.id for s in history.setups], len(history.setups)),
    ):
        raise RuntimeError("the kept data folder holds another history: remove it")
    await connection.close()
    return time.monotonic() - began if stored == 0 else None


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


FIGURES = [found.sql() for found in METRICS.values() if found.is_usual]
# The cheapest SQL that could answer: what is wanted is known by id, and nothing is shaped for the answer.
FLOORS = {
    "three": """
        select x.id from unnest($1::uuid[]) c (id) cross join lateral (
            select id, sorted_at from run r where configuration_id = c.id and deleted_at is null
            order by sorted_at desc, id desc limit 50
        ) x order by x.sorted_at desc, x.id desc limit 50""",
    "words": """
        select id from run where words @@ to_tsquery('simple', 'retimer & burn & 77:*') and deleted_at is null
        order by sorted_at desc, id desc limit 50""",
    "series": """
        select r.configuration_id, s.bw_bytes_per_s from run r join result s on s.run_id = r.id
        where r.configuration_id = any($1::uuid[]) and r.deleted_at is null""",
    "total": "select sum(run_count) from configuration where id = any($1::uuid[])",
    "hosts": """
        select h.id, h.name, r.sorted_at from host h cross join lateral (
            select sorted_at from run where host_id = h.id and deleted_at is null
            order by sorted_at desc, id desc limit 1
        ) r""",
    "newest": """
        select s.iops from (
            select id from run where deleted_at is null order by sorted_at desc, id desc limit 20000
        ) r join result s on s.run_id = r.id""",
    # What a comparison needs of two configurations: taken to numpy, and summed up where it lies.
    "compare rows": f"""
        select r.configuration_id, s.direction, {", ".join(FIGURES)} from run r join result s on s.run_id = r.id
        where r.configuration_id = any($1::uuid[]) and r.deleted_at is null""",  # noqa: S608 -- our own columns
    "compare sums": f"""
        select c.id, s.direction, {", ".join(f"avg({f}), stddev({f})" for f in FIGURES)}
        from unnest($1::uuid[]) c (id) cross join lateral (
            select * from result where run_id = any(array(
                select id from run where configuration_id = c.id and deleted_at is null))
        ) s group by c.id, s.direction""",  # noqa: S608 -- our own columns
}


def ids_of(history: History, **wanted: Any) -> list[UUID]:
    """Configurations with these factor values."""
    keys = {key.replace("_", "."): value for key, value in wanted.items()}
    return [s.id for s in history.setups if all(s.factors.get(k) == v for k, v in keys.items())]


def compared(history: History) -> tuple[str, list[UUID]]:
    """The address of a comparison of one configuration on two hosts, by filters, and the two configurations."""
    by_job: dict[UUID, dict[UUID, list[Setup]]] = defaultdict(lambda: defaultdict(list))
    for setup in history.setups:
        by_job[setup.workload_id][setup.host_id].append(setup)
    hosts = next(of for of in by_job.values() if sum(len(setups) == 1 for setups in of.values()) >= TWO)
    two = [setups[0] for setups in hosts.values() if len(setups) == 1][:TWO]
    sides = [
        "&".join(
            f"{key}={setup.factors[key]}" for key in ("host", "rw", "bs", "iodepth", "numjobs", "ioengine")
        )
        for setup in two
    ]
    return "compare?" + "&".join(f"{n}={quote(s)}" for n, s in zip(("base", "new"), sides, strict=True)), [
        s.id for s in two
    ]


def fetched(anchors: DatabaseAnchors, name: str, *parameters: Any) -> Batch:
    """Stopwatch batch of a floor whose rows become one array and its sum per figure."""

    def run(times: int) -> list[int]:
        durations = []
        for _ in range(times):
            began = time.perf_counter_ns()
            rows = anchors.run(lambda c: c.fetch(FLOORS[name], *parameters))
            for column in list(zip(*rows, strict=True))[2:]:
                np.array([value for value in column if value is not None], np.float64).sum()
            durations.append(time.perf_counter_ns() - began)
        return durations

    return run


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000)
    parser.add_argument("--keep", type=Path, help="data folder that stays: filled once, measured often")
    part = parser.add_mutually_exclusive_group()
    part.add_argument("--only-browser", action="store_true", help="no requests without a browser")
    part.add_argument("--only-requests", action="store_true", help="no browser")
    options = parser.parse_args()
    history = History(options.runs)
    with stand(options.keep) as service:
        seconds = asyncio.run(load(service.database_url, history))
        rows, sizes = ([], []) if options.only_browser else requests(service, history)
        if not options.only_requests:
            rows += browser.lines(browser.measured(service))
        anchors = DatabaseAnchors(service.database_url)
        stored = anchors.run(lambda c: c.fetchval("select pg_database_size(current_database())"))
        anchors.close()
    factors = {key for setup in history.setups for key in setup.factors}
    loaded = "loaded before" if seconds is None else f"loaded by COPY in {seconds:.0f} s"
    method = [
        f"{history.runs:,} runs on {len(history.hosts)} hosts in {len(history.setups):,} configurations of "
        f"{len(factors)} factors,",
        f"{stored / 1e6:,.0f} MB ({loaded}, original documents left out).",
        "`fioboard serve`, 2 workers, embedded PostgreSQL; 1 keep-alive client on the same machine;",
        f"{ROUNDS} interleaved rounds of {TIMES} after a warm-up; p50 = median of the rounds' medians / p95 of all.",
        *sizes,
    ]
    print_report("Browse", method, rows)


def requests(service: Stand, history: History) -> tuple[list[Row], list[str]]:
    """Lines of the report, and how large the answers are."""
    chance = random.Random(1)  # noqa: S311 -- repeatable, not secret
    token = service.token("read")
    anchors = DatabaseAnchors(service.database_url)
    deep = cursors(anchors, history.runs, chance)
    connection = Connection(service.port)

    def ask(path: str) -> Batch:
        return connection.batch(lambda: get(f"/api/v1/{path}", token))

    def floor(name: str, *parameters: Any) -> Batch:
        return anchors.statement(FLOORS[name], *parameters)

    three = ids_of(history, rw="randread", bs=4096, bios_nps=4)
    charted = ids_of(history, rw="read", bs=1_048_576, iodepth=32, numjobs=1, ioengine="libaio")
    host = history.hosts[0][2]
    comparison, two = compared(history)
    with empty_service(port := free_port()):
        batches = {
            "S50": anchors.newest_50,
            "H": Connection(port).batch(lambda: get("/")),
            "first": ask(PAGE),
            "whole": ask("runs?limit=50"),
            "deep": connection.batch(lambda: get(f"/api/v1/{PAGE}&cursor={chance.choice(deep)}", token)),
            "host": ask(f"{PAGE}&host={host}"),
            "three": ask(f"{PAGE}&{THREE}"),
            "three by iops": ask(f"{PAGE}&sort=-iops&{THREE}"),
            "floor three": floor("three", three),
            "facets": ask(f"facets?{THREE}"),
            "12 facets": ask(f"facets?{THREE}&keys={','.join(TWELVE)}"),
            "floor total": floor("total", three),
            "facets of all": ask("facets"),
            "facets of 30 days": ask("facets?started_at=2026-10-21..2026-11-20"),
            "rare words": ask(f"{PAGE}&q=retimer+burn+77"),
            "common word": ask(f"{PAGE}&q=nightly"),
            "facets of a word": ask("facets?q=nightly"),
            "floor words": floor("words"),
            "rare range": ask(f"{PAGE}&{RARE}"),
            "broad range": ask(f"{PAGE}&{BROAD}"),
            "range and options": ask(f"{PAGE}&rw=randread&bs=4k&{RARE}"),
            "facets of a rare range": ask(f"facets?{RARE}"),
            "facets of a broad range": ask(f"facets?{BROAD}"),
            "common limit": ask(f"{PAGE}&limit={COMMON_LIMIT}"),
            "rare limit": ask(f"{PAGE}&limit={RARE_LIMIT}"),
            "doubt and options": ask(f"{PAGE}&rw=randread&bs=4k&trust={DOUBT}"),
            "facets of a common limit": ask(f"facets?limit={COMMON_LIMIT}"),
            "facets of a rare limit": ask(f"facets?limit={RARE_LIMIT}"),
            "facets of a doubt": ask(f"facets?trust={DOUBT}"),
            "series": ask(SERIES),
            "floor series": floor("series", charted),
            "hosts": ask("hosts"),
            "floor hosts": floor("hosts"),
            "groups": ask("runs/groups?by=drive.model&metric=iops"),
            "groups of many": ask("runs/groups?by=drive.model&metric=clat_p99_ns&rw=randread&bs=4k"),
            "limits": ask("runs/groups?by=limit&metric=iops"),
            "batches": ask("runs/groups?by=batch&metric=iops"),
            "floor groups": floor("newest"),
            "compare": ask(comparison),
            "floor compare rows": fetched(anchors, "compare rows", two),
            "floor compare sums": floor("compare sums", two),
        }
        timings = interleaved(batches, rounds=ROUNDS, times=TIMES)
    sizes = {name: len(connection.ask(get(f"/api/v1/{path}", token))[1]) for name, path in SIZES.items()}
    _, first = connection.ask(get("/api/v1/runs?limit=1", token))
    _, sides = connection.ask(get(f"/api/v1/{comparison}", token))
    in_two = anchors.run(lambda c: c.fetchval(FLOORS["total"], two))
    anchors.close()
    if orjson.loads(first)["total"] != history.runs:
        raise RuntimeError("the list does not count what was loaded")
    if (
        sum(len(side["run_ids"]) for name, side in orjson.loads(sides).items() if name in {"base", "new"})
        != in_two
    ):
        raise RuntimeError("the comparison is not of the two configurations that its floors read")
    return lines(timings), ["; ".join(f"{name}: {size / 1000:.0f} KB" for name, size in sizes.items()) + "."]


TWELVE = (
    *("host", "rw", "bs", "iodepth", "numjobs", "ioengine", "drive.model", "slot", "raid.width", "bios.nps"),
    *("kernel", "cpu.model"),
)
SIZES = {
    "a page of 50": PAGE,
    "the same whole": "runs?limit=50",
    "all facets": "facets",
    "the series": SERIES,
}


def lines(timings: Mapping[str, Timing]) -> list[Row]:
    """Lines of the report."""

    def line(name: str, key: str, over: float | None = None, goal: float | None = None) -> Row:
        timing = timings[key]
        ratio = None if over is None else timing.p50_ms / over
        return Row(name, f"{timing.p50_ms:.2f} / {_p95(timing):.2f} ms", ratio, goal)

    p50 = {name: timing.p50_ms for name, timing in timings.items()}
    whole = p50["three"] + p50["12 facets"]
    compare_floor = min(p50["floor compare rows"], p50["floor compare sums"])
    return [
        line("H: empty FastAPI answer", "H"),
        line("S50: newest 50 rows in the database", "S50"),
        line("P5 newest 50 over HTTP / (H + S50)", "first", p50["H"] + p50["S50"], 3),
        line("the same with all latencies and factors / (H + S50)", "whole", p50["H"] + p50["S50"]),
        line("P5 page at a random depth / first page", "deep", p50["first"], 1.5),
        line("one host's newest 50 / first page", "host", p50["first"]),
        line("3 filters, newest 50 / (H + floor)", "three", p50["H"] + p50["floor three"]),
        line("floor: the same by known configurations, ids only", "floor three"),
        line("3 filters, 50 with most IOPS / (H + floor)", "three by iops", p50["H"] + p50["floor three"]),
        line("12 facets for 3 filters / (H + floor)", "12 facets", p50["H"] + p50["floor total"]),
        line("floor: the total of known configurations", "floor total"),
        Row(
            "P6 3 filters + total + 12 facets + 50 rows, ms (two requests) / 4 ms",
            f"{whole:.2f} ms",
            whole / 4,
            1,
        ),
        line("all facets for 3 filters", "facets"),
        line("all facets, no filter", "facets of all"),
        line("all facets of 30 days", "facets of 30 days"),
        line("three rare words / (H + floor)", "rare words", p50["H"] + p50["floor words"]),
        line("floor: the same in the index, ids only", "floor words"),
        line("a word that every run has", "common word"),
        line("all facets of that word", "facets of a word"),
        line("a range of a percentile that few runs lie in / 300 ms", "rare range", 300, 1),
        line("a range that most lie in / 300 ms", "broad range", 300, 1),
        line("the rare one beside two job options / 300 ms", "range and options", 300, 1),
        line("all facets of the rare range / 1 s", "facets of a rare range", 1000, 1),
        line("all facets of the broad range / 1 s", "facets of a broad range", 1000, 1),
        line("50 runs at a limit that every fourth is at / 300 ms", "common limit", 300, 1),
        line("50 runs at one that every five-hundredth is at / 300 ms", "rare limit", 300, 1),
        line("50 runs with a doubt, beside two job options / 300 ms", "doubt and options", 300, 1),
        line("all facets of the common limit / 1 s", "facets of a common limit", 1000, 1),
        line("all facets of the rare limit / 1 s", "facets of a rare limit", 1000, 1),
        line("all facets of a doubt / 1 s", "facets of a doubt", 1000, 1),
        line("series over raid.width by bios.nps / (H + floor)", "series", p50["H"] + p50["floor series"]),
        line("floor: its rows", "floor series"),
        line("all hosts with their number of runs / (H + floor)", "hosts", p50["H"] + p50["floor hosts"]),
        line("floor: their newest runs, nothing counted", "floor hosts"),
        line(
            "groups by drive, median IOPS, no filter / (H + floor)", "groups", p50["H"] + p50["floor groups"]
        ),
        line("groups by drive, median p99, 2 filters", "groups of many"),
        line(
            "groups by limit, median IOPS, no filter / (H + floor)", "limits", p50["H"] + p50["floor groups"]
        ),
        line(
            "groups by batch, median IOPS, no filter / (H + floor)", "batches", p50["H"] + p50["floor groups"]
        ),
        line("floor: IOPS of the newest 20,000 runs", "floor groups"),
        line("P7 comparison of two configurations / its faster floor", "compare", compare_floor, 2),
        line("floor: their rows to numpy", "floor compare rows"),
        line("floor: their means and deviations by the database", "floor compare sums"),
        Row(
            "P7 the same, worst of all / p50",
            f"{max(timings['compare'].samples_ns) / 1e6:.2f} ms",
            max(timings["compare"].samples_ns) / 1e6 / p50["compare"],
            5,
        ),
    ]


def _p95(timing: Timing) -> float:
    ordered = sorted(timing.samples_ns)
    return ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))] / 1e6


if __name__ == "__main__":
    main()
