"""`make bench-triage`: the lists of changes and of events where there are many of them (docs/watch.md)."""

import argparse
import asyncio
import time
from typing import Any

import asyncpg
from bench.client import Connection, get
from bench.history import History
from bench.report import Row, print_report
from bench.stand import stand
from bench_browse import load

HOSTS, SERIES, EACH, RUNS = 2_000, 20_000, 100_000, 4_000
ROUNDS = 25
# Held by whoever watches and looks for events: the service leaves what is planted as it is.
LOCKS = (0x66696F62_77617463, 0x66696F62_65766E74)


def _suspects(key: str) -> str:
    """One suspect as it is stored."""
    return (
        f"jsonb_build_array(jsonb_build_object('key', '{key}', 'before', '1', 'after', '2', 'is_likely', true, "
        "'elsewhere', 0, 'runs_off', 0, 'follows_from', null))"
    )


PLANT = f"""
insert into host (id, agent_host_id, name, created_at)
select md5('h' || n)::uuid, 'lab-' || n, 'lab-' || n, now() from generate_series(1, {HOSTS}) n;
create temp table w as select id, row_number() over () as n from workload;
create temp table r as select id, row_number() over () as n from run;
create index on r (n);
insert into watch_series (id, digest, host_id, workload_id, direction, metric, run_count, doubted_count, first_at,
    last_at, last_run_id, last_value)
select md5('s' || n)::uuid, decode(md5('d' || n), 'hex'), md5('h' || 1 + n % {HOSTS})::uuid,
    (select id from w where w.n = 1 + s.n / {HOSTS} % (select count(*) from w)), 'read',
    (array['iops', 'bw_bytes_per_s', 'clat_p99_ns'])[1 + n % 3], 100, 0, now() - interval '400 days', now(),
    (select id from r limit 1), 1000
from generate_series(1, {SERIES}) s (n);
insert into change (id, series_id, before_run_id, after_run_id, before_at, after_at, before, after, ratio, ratio_low,
    ratio_high, n_before, n_after, is_worse, suspects, unknown, detected_at, gone_at, state)
select md5('c' || n)::uuid, md5('s' || 1 + n % {SERIES})::uuid, (select id from r where r.n = 1 + g.n % {RUNS}),
    (select id from r where r.n = 1 + (g.n + 1) % {RUNS}), at - interval '1 day', at, 1000, 900, 0.5 + random(), 0.4,
    1.6, 30, 20, n % 2 = 0, case when n % 1000 = 0 then {_suspects("bios.version")}
        when n % 3 = 0 then {_suspects("kernel")} else '[]' end,
    (select jsonb_agg('of.a.machine.' || i) from generate_series(1, 30) i), at, case when n % 20 = 0 then now() end,
    (array['new', 'acknowledged', 'expected', 'fixed'])[1 + n % 4]
from (select n, now() - random() * interval '400 days' as at from generate_series(1, {EACH}) n) g;
insert into event (id, host_id, kind, subject, name, detail, began_at, seen_at, detected_at, gone_at, state)
select md5('e' || n)::uuid, md5('h' || 1 + n % {HOSTS})::uuid,
    (array['link', 'warning', 'worn', 'array'])[1 + n % 4], n, 'nvme0n1', 'something is so that was not', at, at, at,
    case when n % 10 > 0 then now() end, (array['new', 'acknowledged', 'expected', 'fixed'])[1 + n / 4 % 4]
from (select n, now() - random() * interval '400 days' as at from generate_series(1, {EACH}) n) g;
"""  # noqa: S608 -- numbers of our own
DEEP = "select id from {table} where gone_at is null order by {at} desc, id desc offset {depth} limit 1"
PAGES = {
    "changes": "",
    "changes, new or acknowledged": "?state=new&state=acknowledged",
    "changes of a host": "?host=lab-77",
    "changes of a metric for the worse": "?metric=iops&worse=true",
    "changes of at least 49.9 %": "?least=0.499",
    "changes of 7 days": "?days=7",
    "changes with a rare suspect": "?suspect=bios.version",
    "changes with a frequent suspect": "?suspect=kernel",
    "changes at half the depth": "?cursor={change}",
    "events": "",
    "events of a host": "?host=lab-77",
    "events of a kind that are new": "?kind=link&state=new",
    "events, those that are over, too": "?gone=true",
    "events at half the depth": "?cursor={event}",
}


async def planted(url: str) -> Any:
    """A connection that keeps the service from what is planted."""
    connection: Any = await asyncpg.connect(url)
    for lock in LOCKS:
        await connection.execute("select pg_advisory_lock($1)", lock)
    await load(url, History(RUNS))
    await connection.execute(PLANT)
    await connection.execute("vacuum analyze")
    return connection


async def measured(url: str, port: int, token: str) -> dict[str, list[float]]:
    """Milliseconds of each page, in rounds."""
    connection = await planted(url)
    places = {
        "change": await connection.fetchval(DEEP.format(table="change", at="after_at", depth=EACH // 2)),
        "event": await connection.fetchval(DEEP.format(table="event", at="began_at", depth=EACH // 20)),
    }
    client = Connection(port)
    times: dict[str, list[float]] = {name: [] for name in PAGES}
    for _ in range(ROUNDS):
        for name, query in PAGES.items():
            request = get(f"/api/v1/{name.split()[0].rstrip(',')}{query.format(**places)}", token)
            began = time.perf_counter()
            status, answer = client.ask(request)
            times[name].append(1000 * (time.perf_counter() - began))
            if status != 200:
                raise RuntimeError(f"{name}: answered {status}: {answer[:200]!r}")
    await connection.close()
    return times


def main() -> None:
    """Measures and prints."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    with stand() as service:
        times = asyncio.run(measured(service.database_url, service.port, service.token("read")))
    method = [
        f"{EACH:,} changes of {SERIES:,} series on {HOSTS:,} hosts, half of them open, and as many events,",
        f"a tenth of which are so still. 50 rows with their counts over HTTP, {ROUNDS} rounds in turns.",
    ]
    rows = []
    for name, found in times.items():
        ordered = sorted(found)
        rows.append(Row(name, f"{ordered[ROUNDS // 2]:.1f} ms, best {ordered[0]:.1f}"))
    print_report("Many changes and events", method, rows)


if __name__ == "__main__":
    main()
