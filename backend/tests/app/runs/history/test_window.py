"""GET /runs/{id}/window, and the clock that it counts on."""

from typing import Any
from uuid import uuid4

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.time_series import RunWindow, Timeline
from tests.app.hosts.machines.test_inventories import ask, stored
from tests.app.ingest.test_uploads import send
from tests.factories.fio_output import direction, document, job
from tests.factories.measured_machine import samples, upload
from tests.loops import check_each


def measured(started_ms: int | None, ended_ms: int, **options: str) -> bytes:
    """fio's output of a job of ten seconds."""
    own = {"job options": {"name": "job", "rw": "read", "bs": "4k", **options}}
    started = {} if started_ms is None else {"job_start": started_ms}
    whole = document(job("job", read=direction(iops=1000, runtime_ms=10_000), **own, **started))
    return orjson.dumps({**whole, "timestamp_ms": ended_ms, "timestamp": ended_ms // 1000})


ZERO = "2026-11-20T10:00:00.000Z"
ZERO_MS = 1_795_168_800_000


async def clock_of(client: AsyncClient, content: bytes, **sampled: Any) -> dict[str, Any]:
    run = await stored(client, "laptop", content=content, sampled={**samples(["nvme0n1"], n=20), **sampled})
    return dict((await ask(client, f"/runs/{run['id']}/time-series", Timeline))["clock"])


@pytest.mark.anyio
async def test_fio_states_the_start_of_its_job(client: AsyncClient) -> None:
    content = measured(ZERO_MS + 4321, ZERO_MS + 14_400, ramp_time="2")
    clock = await clock_of(client, content, started_at=ZERO)
    assert (clock["log_offset_ms"], clock["basis"], clock["zero_at_ms"]) == (4321, "stated", ZERO_MS)
    assert [(p["name"], p["from_ms"], p["to_ms"]) for p in clock["phases"]] == [
        ("before", 0, 2321),
        ("ramp", 2321, 4321),
        ("measured", 4321, 14_321),
    ]


@pytest.mark.anyio
async def test_without_it_the_end_less_the_runtime_tells(client: AsyncClient) -> None:
    clock = await clock_of(client, measured(None, ZERO_MS + 14_321), started_at=ZERO)
    assert (clock["log_offset_ms"], clock["basis"]) == (4321, "computed")


@pytest.mark.anyio
@check_each(
    "content, started_at, words",
    [
        (measured(None, ZERO_MS + 14_321, verify="crc32c"), ZERO, "verify"),
        (measured(None, ZERO_MS + 14_000), ZERO, "3.36"),
        (measured(ZERO_MS - 3_600_000, ZERO_MS), ZERO, "another clock"),
        (measured(ZERO_MS, ZERO_MS + 10_010), "2026-11-20T10:00:00", "do not say when"),
        (measured(ZERO_MS, ZERO_MS + 10_010), "noon", "do not say when"),
        (measured(ZERO_MS, ZERO_MS + 10_010), None, "do not say when"),
    ],
)
async def test_a_place_that_nobody_knows_is_none_and_says_why(
    client: AsyncClient, content: bytes, started_at: str | None, words: str
) -> None:
    clock = await clock_of(client, content, started_at=started_at)
    assert (clock["log_offset_ms"], clock["basis"], clock["phases"]) == (None, None, [])
    assert words in clock["reason"]


@pytest.mark.anyio
async def test_the_window_of_a_stored_run_is_what_its_samples_say(client: AsyncClient) -> None:
    content = measured(ZERO_MS + 5000, ZERO_MS + 15_010)
    run = await stored(
        client, "laptop", content=content, sampled={**samples(["nvme0n1"], n=20), "started_at": ZERO}
    )
    whole = await ask(client, f"/runs/{run['id']}/window", RunWindow)
    assert (whole["from_ms"], whole["to_ms"], whole["is_measured_phase"]) == (5000, 15_000, True)
    part = await ask(client, f"/runs/{run['id']}/window?from_ms=6000&to_ms=8500", RunWindow)
    by_name = {one["name"]: one for one in part["figures"]}
    assert (by_name["bandwidth"]["value"], by_name["bandwidth"]["n"]) == (2e9, 3)
    assert by_name["temperature"]["value"] == 48


@pytest.mark.anyio
async def test_a_run_without_anything_over_time_has_an_empty_window(client: AsyncClient) -> None:
    answer = await send(client, upload("laptop"))
    found = await ask(client, f"/runs/{answer.json()['id']}/window", RunWindow)
    assert found["figures"] == []


@pytest.mark.anyio
async def test_bad_windows_are_named(client: AsyncClient) -> None:
    run = await stored(client, "laptop", sampled=samples(["nvme0n1"]))
    own = f"/api/v1/runs/{run['id']}/window"
    for path, status, error in (
        (f"/api/v1/runs/{uuid4()}/window", 404, "RunNotFound"),
        ("/api/v1/runs/zzz/window", 404, "RunNotFound"),
        (f"{own}?from_ms=-1", 422, "Invalid"),
        (f"{own}?from_ms=soon", 422, "Invalid"),
        (f"{own}?to_ms={2**60}", 422, "Invalid"),
        (f"{own}?from_ms=5&to_ms=5", 422, "Invalid"),
        (f"{own}?buckets=5", 422, "UnknownKey"),
    ):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error), path
