"""`make bench-fleet`: the fleet at 2,000 hosts with 20,000 drives (first rows < 1 s, filter < 300 ms)."""

import argparse
import asyncio
import time
from typing import Any

import asyncpg
from bench.client import Connection, get
from bench.fleet_ingest import UPLOADS, ingest_cost
from bench.report import Row, print_report
from bench.stand import stand

from fioboard.app.hosts.fleet.outliers import KEPT_FOR

HOSTS, DRIVES_PER_HOST, REPEATS, MODELS = 2_000, 10, 3, 12
ROUNDS, MINUTES = 15, 5
# Rows as ingest writes them: every drive measured alone three times under two workloads; one in 400 is 25 % slower.
LOAD = f"""
insert into host (id, agent_host_id, name, created_at)
select md5('h' || h)::uuid, 'bench-' || h, 'rack' || h / 40 || '-host' || h, now() from generate_series(1, {HOSTS}) h;
insert into host_state (host_id, seen_at, degraded_arrays)
select md5('h' || h)::uuid, '2026-11-20', case when h % 300 = 0 then array['md0 (md raid1)'] else '{{}}' end
from generate_series(1, {HOSTS}) h;
insert into drive (id, host_id, unit, seen_at, has_serial, name, model, firmware, transport, slot, size_bytes, link_gts,
    link_lanes, capable_gts, capable_lanes, link_class, temperature_c, used_pct, spare_pct, media_errors,
    critical_warning)
select md5('d' || n)::uuid, md5('h' || n / {DRIVES_PER_HOST} + 1)::uuid, decode(md5('u' || n), 'hex'),
    '2026-11-20'::timestamptz - (n % 500 = 3)::int * interval '30 days', true, 'nvme' || n % {DRIVES_PER_HOST} || 'n1',
    'EXAMPLE MODEL ' || n / {DRIVES_PER_HOST} % {MODELS}, case when n % 90 = 1 then '1.0' else '1.1' end, 'pcie',
    'bay ' || n % {DRIVES_PER_HOST}, 15362991415296, 16, case when n % 400 = 7 then 2 else 4 end, 16, 4,
    case when n % 400 = 7 then 'downgraded-width' else 'full' end, 35 + n % 30, n % 85, 100, 0, (n % 3000 = 5)::int
from generate_series(0, {HOSTS * DRIVES_PER_HOST - 1}) n;
insert into upload (id, upload_key, digest, host_id, manifest, received_at)
select md5('p' || n || '-' || r)::uuid, md5('k' || n || '-' || r)::uuid, '\\x00', d.host_id, '{{}}', d.seen_at
from generate_series(0, {HOSTS * DRIVES_PER_HOST - 1}) n join drive d on d.id = md5('d' || n)::uuid,
    generate_series(1, {REPEATS}) r;
insert into configuration (id, content_sha256, factors, run_count, first_seen_at, last_seen_at)
select md5('c' || n)::uuid, decode(md5('c' || n), 'hex'), jsonb_build_object('target.kind', 'disk', 'host', h.name,
    'drive.model', d.model, 'drive.firmware', d.firmware, 'slot', d.slot, 'pcie.link', 'Gen4 x' || d.link_lanes,
    'kernel', '6.12.0', 'drive.count', 1), {REPEATS}, d.seen_at, d.seen_at
from generate_series(0, {HOSTS * DRIVES_PER_HOST - 1}) n join drive d on d.id = md5('d' || n)::uuid
join host h on h.id = d.host_id;
insert into workload (id, content_sha256, options) values
    (md5('w1')::uuid, '\\x01', '{{"rw": "read", "bs": 131072, "iodepth": 32}}'),
    (md5('w2')::uuid, '\\x02', '{{"rw": "randread", "bs": 4096, "iodepth": 32}}');
insert into run (id, upload_id, position, host_id, configuration_id, uploaded_at, sorted_at, started_at, state, outcome,
    reader_version, tool_name, global_options, problems, labels, tags)
select md5('r' || n || '-' || r)::uuid, md5('p' || n || '-' || r)::uuid, 0, d.host_id, md5('c' || n)::uuid, d.seen_at,
    d.seen_at - r * interval '1 hour', d.seen_at - r * interval '1 hour', 'understood', 'complete', 1, 'fio', '{{}}',
    '[]', '{{}}', '{{}}'
from generate_series(0, {HOSTS * DRIVES_PER_HOST - 1}) n join drive d on d.id = md5('d' || n)::uuid,
    generate_series(1, {REPEATS}) r;
insert into run_drive (run_id, drive_id)
select md5('r' || n || '-' || r)::uuid, md5('d' || n)::uuid
from generate_series(0, {HOSTS * DRIVES_PER_HOST - 1}) n, generate_series(1, {REPEATS}) r;
"""  # noqa: S608 -- numbers of our own
# Columns that a result must have beside its figures, whatever they are called: asked of the database.
MUST = """
select column_name, data_type from information_schema.columns
where table_name = 'result' and is_nullable = 'NO' and column_default is null and is_generated = 'NEVER'
"""
FILL = {"text": "''", "jsonb": "'{}'", "smallint": "0", "integer": "0", "bigint": "0", "boolean": "true"}


async def load(url: str) -> int:
    """Fills an empty database; the number of results."""
    connection: Any = await asyncpg.connect(url)
    await connection.execute(LOAD)
    own = {"id", "run_id", "workload_id", "position", "direction"}
    must = {
        r["column_name"]: r["data_type"] for r in await connection.fetch(MUST) if r["column_name"] not in own
    }
    names = "".join(f", {name}" for name in must)
    fill = "".join(f", {FILL[kind]}" for kind in must.values())
    await connection.execute(f"""
        insert into result (id, run_id, workload_id, position, direction, iops, bw_bytes_per_s{names})
        select gen_random_uuid(), md5('r' || n || '-' || r)::uuid, md5('w' || w)::uuid, w - 1, 'read',
            f.iops, f.iops * case when w = 1 then 131072 else 4096 end{fill}
        from generate_series(0, {HOSTS * DRIVES_PER_HOST - 1}) n, generate_series(1, {REPEATS}) r,
            generate_series(1, 2) w,
            lateral (select 50000 * w * case when n % 400 = 7 then 0.75 else 1 end
                * (1 + 0.02 * sin(n * 7.1) + 0.02 * (random() - 0.5)) as iops) f
        """)  # noqa: S608 -- names of columns from the database itself
    await connection.execute("analyze")
    results = await connection.fetchval("select count(*) from result")
    await connection.close()
    return int(results)


def timed(connection: Connection, request: bytes) -> float:
    """Milliseconds to the whole answer."""
    began = time.perf_counter_ns()
    status, _ = connection.ask(request)
    if status != 200:
        raise RuntimeError(f"answered {status}")
    return (time.perf_counter_ns() - began) / 1e6


async def touch(url: str) -> None:
    """One commit, so that what was judged is looked for again."""
    connection: Any = await asyncpg.connect(url)
    await connection.execute("update host_state set seen_at = seen_at where host_id = md5('h1')::uuid")
    await connection.close()


def wait(connection: Connection, small: bytes) -> None:
    """Until the odd ones are too old; small questions keep the connection, and with it the worker."""
    until = time.monotonic() + KEPT_FOR.total_seconds() + 1
    while time.monotonic() < until:
        time.sleep(2)
        timed(connection, small)


def main() -> None:
    """Prints the report."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with stand() as service:
        results = asyncio.run(load(service.database_url))
        token = service.token("read")
        connection = Connection(service.port)
        rows = []
        for name, path, goal in (
            ("first page of the fleet, odd ones for the first time in a process", "fleet", None),
            ("first page of the fleet, odd ones looked for anew each minute", "fleet", 1000),
            ("first page of the fleet", "fleet", 1000),
            ("fleet, problem=link", "fleet?problem=link", 300),
            ("fleet, problem=odd", "fleet?problem=odd", 300),
            ("fleet, model and words", "fleet?model=EXAMPLE%20MODEL%203&q=bay%207", 300),
            ("drive models", "models", 1000),
        ):
            request = get(f"/api/v1/{path}", token)
            times = []
            for _ in range(1 if "first time" in name else MINUTES if "anew" in name else ROUNDS):
                if "anew" in name:
                    asyncio.run(touch(service.database_url))
                    wait(connection, get("/healthz", token))
                times.append(timed(connection, request))
            times.sort()
            middle = times[len(times) // 2]
            shown = f"{middle:.0f} ms" if len(times) == 1 else f"p50 {middle:.0f}, worst {times[-1]:.0f} ms"
            rows.append(Row(name, shown, middle, goal))
        rows += [asyncio.run(ingest_cost(service.database_url, drives)) for drives in (4, 24)]
    method = [
        f"{HOSTS:,} hosts, {HOSTS * DRIVES_PER_HOST:,} drives, {MODELS} models, {results:,} results of one drive each",
        "(loaded before). `fioboard serve`, 2 workers, embedded PostgreSQL; 1 keep-alive client on the same machine;",
        f"whole answers of 100 drives, {ROUNDS} each, {MINUTES} anew, each after a commit. Ratio and goal in ms;",
        f"of uploads the ratio is that of both: {UPLOADS} each way, 10 in turns, in one process beside the service;",
        "without: nothing is written for the fleet, the parts of the statement remain.",
    ]
    print_report("Fleet", method, rows)


if __name__ == "__main__":
    main()
