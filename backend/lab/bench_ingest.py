"""`make bench-ingest`: how fast uploads are stored, beside what the machine could do (goals P1, P3, P4, P14, P15)."""

import argparse
import asyncio
import multiprocessing
import statistics
import time
from typing import Any

import asyncpg
from bench.anchors import DatabaseAnchors, empty_service, typed_decode
from bench.beside import Beside, pages_beside_uploads
from bench.client import Connection, get, upload
from bench.outputs import distinct, large_document, small_document
from bench.report import Row, print_report
from bench.stand import Stand, stand
from bench.stopwatch import Timing, interleaved

from scripts.service import free_port

ROUNDS = 9
TIMES = 40
LARGE_TIMES = 3
CLIENTS = 4
SECONDS = 3.0
RUNS_BEFORE_PAGES = 1000
TABLES = (
    "host",
    "document",
    "workload",
    "inventory",
    "configuration",
    "upload",
    "upload_file",
    "run",
    "result",
)


def send_for(port: int, requests: list[bytes], ready: Any, go: Any, done: Any) -> None:
    """One client process: sends until the time is up, gives how many were stored in how many seconds."""
    connection = Connection(port)
    ready.release()
    go.wait()
    began = time.monotonic()
    sent = 0
    for request in requests:
        status, _ = connection.ask(request)
        if status != 201:
            raise RuntimeError(f"answered {status}")
        sent += 1
        if time.monotonic() - began > SECONDS:
            break
    done.put((sent, time.monotonic() - began))


def rate(service: Stand, token: str, small: dict[str, Any], clients: int) -> float:
    """Uploads per second that several clients get stored together."""
    fork = multiprocessing.get_context("fork")
    ready, go, done = fork.Semaphore(0), fork.Event(), fork.Queue()
    enough = int(1500 * SECONDS / clients) + 100
    batches = [[upload(distinct(small), token, host) for _ in range(enough)] for host in range(clients)]
    processes = [
        fork.Process(target=send_for, args=(service.port, requests, ready, go, done)) for requests in batches
    ]
    for process in processes:
        process.start()
    for _ in processes:
        ready.acquire()
    go.set()
    results = [done.get(timeout=120) for _ in processes]
    for process in processes:
        process.join()
    return sum(sent for sent, _ in results) / max(seconds for _, seconds in results)


async def copy_rate(url: str) -> tuple[int, float]:
    """How many runs there are, and how many a second the same rows take as one raw COPY per table: the floor."""
    connection: Any = await asyncpg.connect(url)
    for table in TABLES:
        await connection.execute(f"create table bench_{table} (like {table} including all)")
    rows = {}
    for table in TABLES:
        # What PostgreSQL computes is not copied in.
        columns = await connection.fetchval(
            "select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute "
            "where attrelid = $1::text::regclass and attnum > 0 and not attisdropped and attgenerated = ''",
            table,
        )
        rows[table] = await connection.fetch(f"select {columns} from {table}")  # noqa: S608 -- our names
    durations = []
    for _ in range(3):
        began = time.perf_counter()
        async with connection.transaction():
            for table in TABLES:
                columns = list(rows[table][0].keys())
                await connection.copy_records_to_table(f"bench_{table}", records=rows[table], columns=columns)
        durations.append(time.perf_counter() - began)
        await connection.execute(f"truncate {', '.join(f'bench_{table}' for table in TABLES)}")
    for table in TABLES:
        await connection.execute(f"drop table bench_{table}")
    await connection.close()
    return len(rows["run"]), len(rows["run"]) / statistics.median(durations)


def stored_share(
    service: Stand, anchors: DatabaseAnchors, requests: list[bytes], content_bytes: int
) -> float:
    """Growth of the database, indexes included, per byte of JSON sent."""

    def size() -> int:
        anchors.run(lambda c: c.execute("vacuum analyze"))
        found: int = anchors.run(lambda c: c.fetchval("select pg_database_size(current_database())"))
        return found

    before = size()
    connection = Connection(service.port)
    for request in requests:
        connection.ask(request)
    return (size() - before) / (content_bytes * len(requests))


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only-pages", action="store_true", help="only pages beside uploads")
    if parser.parse_args().only_pages:
        print_pages()
        return
    small = small_document()
    large = large_document(small)
    small_bytes, large_bytes = len(distinct(small)), len(distinct(large))
    port = free_port()
    with stand() as service, empty_service(port):
        token = service.token("upload")
        anchors = DatabaseAnchors(service.database_url)
        connection = Connection(service.port)
        timings = interleaved(
            {
                "C": anchors.durable_insert,
                "H": Connection(port).batch(lambda: get("/")),
                "small": connection.batch(lambda: upload(distinct(small), token), expected=201),
            },
            rounds=ROUNDS,
            times=TIMES,
        )
        larges = interleaved(
            {
                "J": typed_decode(distinct(large)),
                "large": connection.batch(lambda: upload(distinct(large), token), expected=201),
            },
            rounds=ROUNDS,
            times=LARGE_TIMES,
        )
        rates = {
            clients: statistics.median(rate(service, token, small, clients) for _ in range(3))
            for clients in (4, 8)
        }
        runs, floor = asyncio.run(copy_rate(service.database_url))
        beside = pages_beside_uploads(
            service.port, service.token("read"), lambda: upload(distinct(small), token)
        )
        share = stored_share(
            service, anchors, [upload(distinct(small), token) for _ in range(1000)], small_bytes
        )
        large_share = stored_share(
            service, anchors, [upload(distinct(large), token) for _ in range(20)], large_bytes
        )
        anchors.close()
    print_all(
        timings,
        larges,
        rates=rates,
        copied=(runs, floor),
        beside=beside,
        small=(small_bytes, share),
        large=(large_bytes, large_share),
    )


def print_pages() -> None:
    """P14 alone, over a thousand runs and those that come in."""
    small = small_document()
    with stand() as service:
        token = service.token("upload")
        connection = Connection(service.port)
        for _ in range(RUNS_BEFORE_PAGES):
            connection.ask(upload(distinct(small), token))
        beside = pages_beside_uploads(
            service.port, service.token("read"), lambda: upload(distinct(small), token)
        )
    print_report(
        "Pages beside uploads",
        [f"{RUNS_BEFORE_PAGES} runs before, uploads and pages in turns."],
        [beside.row()],
    )


def print_all(
    timings: dict[str, Timing],
    larges: dict[str, Timing],
    *,
    rates: dict[int, float],
    copied: tuple[int, float],
    beside: Beside,
    small: tuple[int, float],
    large: tuple[int, float],
) -> None:
    """The report."""
    c, h, upload_one = timings["C"], timings["H"], timings["small"]
    j, upload_large = larges["J"], larges["large"]
    megabytes = large[0] / 1e6
    rows = [
        Row("C: durable one-row INSERT", f"p50 {c.p50_ms:.2f} ms, p99 {c.p99_ms:.2f} ms"),
        Row("H: empty FastAPI answer", f"p50 {h.p50_ms:.2f} ms, p99 {h.p99_ms:.2f} ms"),
        Row(
            f"P1 upload of {small[0] / 1000:.1f} KB, 1 client: p50 / (C + H)",
            f"p50 {upload_one.p50_ms:.2f} ms",
            upload_one.p50_ms / (c.p50_ms + h.p50_ms),
            8,
        ),
        Row(
            "P1 the same: p99 / p50",
            f"p99 {upload_one.p99_ms:.2f} ms",
            upload_one.p99_ms / upload_one.p50_ms,
            3,
        ),
        *(
            Row(f"P3 {n} clients, uploads/s", f"{found:.0f} /s", found, 700, True)
            for n, found in rates.items()
        ),
        Row(f"the same rows by raw COPY ({copied[0]} runs), runs/s", f"{copied[1]:.0f} /s"),
        Row("4 clients / raw COPY", "", rates[4] / copied[1]),
        Row("J: msgspec typed decode", f"{megabytes / j.p50_ms * 1000:.0f} MB/s"),
        Row(
            f"P4 upload of {megabytes:.2f} MB json+, 256 histograms: rate / J",
            f"p50 {upload_large.p50_ms:.1f} ms, {megabytes / upload_large.p50_ms * 1000:.0f} MB/s",
            j.p50_ms / upload_large.p50_ms,
            0.15,
            True,
        ),
        beside.row(),
        Row(
            f"P15 stored / sent, {small[0] / 1000:.1f} KB",
            f"{small[0] * small[1] / 1000:.1f} KB",
            small[1],
            1.0,
        ),
        Row(
            f"P15 stored / sent, {megabytes:.2f} MB json+",
            f"{large[0] * large[1] / 1000:.0f} KB",
            large[1],
            0.30,
        ),
    ]
    method = [
        "`fioboard serve`, 2 workers, embedded PostgreSQL with fsync; the client shares the machine.",
        f"{ROUNDS} interleaved rounds of {TIMES} ({LARGE_TIMES} large) after a warm-up; p50 = median of the rounds'",
        "medians. Every upload has bytes and a key of its own, and an inventory.",
        "Stored bytes: growth of the whole database with its indexes.",
    ]
    print_report("Ingest", method, rows)


if __name__ == "__main__":
    main()
