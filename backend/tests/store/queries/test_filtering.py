"""Which runs a filter means, on real rows that the real ingest made."""

from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.engine.filters import parse_query
from fioboard.store.queries.filtering import count, count_by_configuration, count_matching, select
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.runs.lists import run_ids
from tests.factories.imports import jobs, put
from tests.loops import check_each

pytestmark = pytest.mark.anyio


@pytest.fixture
async def runs(client: AsyncClient) -> dict[str, str]:
    """Five runs by name."""
    return {
        "read 4k": await put(
            client, jobs({}), started_at="2026-11-01T00:00:00Z", title="Carrier fan", tag=["quick", "odd"]
        ),
        "write 64k": await put(
            client,
            jobs({"rw": "randwrite", "bs": "64k", "iodepth": "32"}),
            started_at="2026-11-02T00:00:00Z",
            **{"label.bay": "3"},
        ),
        "mixture": await put(
            client,
            jobs({"rw": "randread", "bs": "64k"}, {"rw": "randwrite", "bs": "4k"}),
            host="saturn",
            started_at="2026-11-03T00:00:00Z",
        ),
        "opposite": await put(
            client,
            jobs({"rw": "randread", "bs": "4k"}, {"rw": "randwrite", "bs": "64k"}),
            host="saturn",
            started_at="2026-11-04T00:00:00Z",
        ),
        "unknown start": await put(
            client, jobs({"bs": "8k-16k"}, timestamp=0, timestamp_ms=0, time=""), host="pluto"
        ),
    }


async def meant(driver: Any, query: str) -> list[str]:
    return [str(i) for i in await run_ids(driver, parse_query(query), 100)]


@check_each(
    "query, names",
    [
        ("", ["unknown start", "opposite", "mixture", "write 64k", "read 4k"]),
        ("host=jupiter", ["write 64k", "read 4k"]),
        ("host=!jupiter", ["unknown start", "opposite", "mixture"]),
        ("host=jupiter&host=pluto", ["unknown start", "write 64k", "read 4k"]),
        # These two have equal factors (rw: two, bs: two): only their results tell them apart.
        ("rw=randwrite&bs=4k", ["mixture"]),
        ("rw=randwrite&bs=64k", ["opposite", "write 64k"]),
        ("rw=randwrite&host=saturn", ["opposite", "mixture"]),
        ("rw=!randread", ["opposite", "mixture", "write 64k"]),
        ("direction=write&bs=4k", ["mixture"]),
        ("iops=2000..&bs=4k", ["mixture"]),
        ("iops=2000..&bs=64k", ["opposite"]),
        ("iops=..1500&rw=randwrite", ["write 64k"]),
        ("iops=1000", ["unknown start", "opposite", "mixture", "write 64k", "read 4k"]),
        ("clat_p99_ns=..1ms&bs=8k-16k", ["unknown start"]),
        ("clat_p99_ns=1ms..", []),
        ("slat_mean_ns=", ["unknown start", "opposite", "mixture", "write 64k", "read 4k"]),
        ("iodepth=2..64", ["write 64k"]),
        ("label.bay=3", ["write 64k"]),
        ("label.bay=", ["unknown start", "opposite", "mixture", "read 4k"]),
        ("tag=quick", ["read 4k"]),
        ("tag=!quick", ["unknown start", "opposite", "mixture", "write 64k"]),
        ("tag=", ["unknown start", "opposite", "mixture", "write 64k"]),
        ("state=understood&outcome=complete&host=pluto", ["unknown start"]),
        ("state=not_understood", []),
        ("started_at=2026-11-02", ["write 64k"]),
        ("started_at=2026-11-02..2026-11-03", ["mixture", "write 64k"]),
        ("started_at=2026-11-03T00:00:00Z..", ["opposite", "mixture"]),
        ("started_at=", ["unknown start"]),
        ("started_at=last-1h", []),
        ("q=fan", ["read 4k"]),
        ("q=FAN carr", ["read 4k"]),
        ("q=sat job", ["opposite", "mixture"]),
        ("q=jup 3", ["write 64k"]),
        ("q=job", ["unknown start", "opposite", "mixture", "write 64k", "read 4k"]),
        ("q=!job", []),
        ("q=nowhere", []),
    ],
)
async def test_the_runs_that_are_meant(
    driver: Any, runs: dict[str, str], query: str, names: list[str]
) -> None:
    assert await meant(driver, query) == [runs[name] for name in names]
    selection = await select(driver, parse_query(query))
    assert await count(driver, selection) == (len(names), True)
    assert int((await count_by_configuration(driver, selection)).sum()) == len(names)


async def test_few_runs_are_looked_for_among_results_once(driver: Any, runs: dict[str, str]) -> None:
    selection = await select(driver, parse_query("iops=2000.."))
    told, total, is_exact = await count_matching(driver, selection)
    assert (total, is_exact, sorted(map(str, told.run_ids or []))) == (
        2,
        True,
        sorted([runs["opposite"], runs["mixture"]]),
    )
    conditions = told.conditions(Parameters())
    assert not any("result" in condition for condition in conditions)
    # Which of their results match is still asked of these.
    assert any("result" in one for one in told.conditions(Parameters(), of_result="s.position = 0"))
    assert (
        await count_by_configuration(driver, told) == await count_by_configuration(driver, selection)
    ).all()
    # None is few, too.
    nobody, total, is_exact = await count_matching(driver, await select(driver, parse_query("iops=1..2")))
    assert (nobody.run_ids, total, is_exact) == ([], 0, True)
    assert not any("result" in condition for condition in nobody.conditions(Parameters()))


async def test_one_run_and_one_workload_by_id(driver: Any, client: AsyncClient, runs: dict[str, str]) -> None:
    assert await meant(driver, f"run={runs['mixture']}") == [runs["mixture"]]
    whole = (await client.get(f"/api/v1/runs/{runs['mixture']}")).json()
    workload = whole["results"][1]["workload_id"]
    assert await meant(driver, f"workload={workload}") == [runs["mixture"]]
    assert await meant(driver, f"host_id={whole['host']['id']}") == [runs["opposite"], runs["mixture"]]


async def test_the_copy_in_memory_follows_every_change(
    driver: Any, client: AsyncClient, runs: dict[str, str]
) -> None:
    async def counted(query: str) -> int:
        return (await count(driver, await select(driver, parse_query(query))))[0]

    assert await counted("host=jupiter") == 2
    await put(client, jobs({"rw": "read", "bs": "1m"}))
    assert await counted("host=jupiter&bs=1m") == 1
    assert (await client.delete(f"/api/v1/runs/{runs['read 4k']}")).status_code == 204
    assert await counted("host=jupiter") == 2
    edited = await client.patch(f"/api/v1/runs/{runs['write 64k']}", json={"labels": {"bay": "4"}})
    assert edited.status_code == 200
    assert (await counted("label.bay=3"), await counted("label.bay=4")) == (0, 1)
