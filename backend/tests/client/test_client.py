"""The client for notebooks, against the service on a socket: the same runs as the API, in both clients and both tables."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from fioboard_client import (
    AsyncClient,
    Client,
    FioboardError,
    Forbidden,
    Invalid,
    NotFound,
    Unauthorized,
    Unavailable,
    exchange,
)
from fioboard_client import client as clients
from fioboard_client.models import AnswerOut, RunItem
from httpx2 import AsyncClient as ServiceClient
from httpx2 import Response

from fioboard.app.ingest import demo
from fioboard.core.database import Database
from tests.conftest import token_for
from tests.factories.imports import jobs, put
from tests.factories.real_server import served

pytestmark = pytest.mark.anyio
LONG = 25
"""Results of a run: more than a list of runs shows of one."""


@pytest.fixture
async def address(app: Any) -> AsyncIterator[str]:
    async with served(app) as server:
        yield f"http://127.0.0.1:{server.port}"


async def list_runs(address: str, token: str, filter: str = "") -> list[RunItem]:
    def read() -> list[RunItem]:
        with Client(address, token) as reader:
            return list(reader.runs(filter))

    return await asyncio.to_thread(read)


@pytest.mark.nightly
async def test_both_clients_and_both_tables_hold_what_the_api_answers(
    address: str,
    client: ServiceClient,
    database: Database,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    count = await demo.load(database) + 1
    long = await put(client, jobs(*[{}] * LONG))
    token = await token_for(database, "read")
    in_one_page = await list_runs(address, token)
    assert len(in_one_page) == count
    [whole] = [run for run in in_one_page if run["id"] == long]
    assert [result["iops"] for result in whole["results"]] == [1000 * (n + 1) for n in range(LONG)]
    monkeypatch.setattr(clients, "PAGE", 7)
    runs = await list_runs(address, token)
    assert runs == in_one_page

    async with AsyncClient(address, token) as reader:
        assert [run async for run in reader.runs()] == runs
        polars = await reader.runs().to_polars()
        pandas = await reader.runs().to_pandas()

    def make_tables() -> tuple[Any, Any]:
        with Client(address, token) as reader:
            return reader.runs().to_polars(), reader.runs().to_pandas()

    polars_again, pandas_again = await asyncio.to_thread(make_tables)
    assert polars_again.equals(polars) and pandas_again.equals(pandas)

    # The documentation's example runs unchanged.
    document = (Path(__file__).parents[3] / "docs/notebooks.md").read_text()
    code = document.split("```python\n")[1].split("```")[0].replace("https://fio.example", address)
    printed = document.split("```text\n")[1].split("```")[0]
    (tmp_path / "fioboard-token").write_text(f"{token}\n")
    monkeypatch.chdir(tmp_path)
    await asyncio.to_thread(exec, code, {})
    assert capsys.readouterr().out.split() == printed.split()

    # Both tables hold the same, cell by cell; unknown stays unknown.
    assert list(pandas.columns) == polars.columns
    for name in polars.columns:
        cells = [
            None if cell is None else cell
            for cell in pandas[name].astype(object).where(pandas[name].notna(), None)
        ]
        assert cells == polars[name].to_list(), name

    # And both what the API says, one row for each result.
    expected = [(run, result) for run in runs for result in (run["results"] or [None])]
    assert polars["run_id"].to_list() == [run["id"] for run, _ in expected]
    for figure in ("iops", "bw_bytes_per_s", "io_bytes", "runtime_ms", "bs_bytes", "direct", "usr_cpu_pct"):
        assert polars[figure].to_list() == [result and result.get(figure) for _, result in expected], figure
    latencies = [result and result["clat_ns"] for _, result in expected]
    assert polars["clat_n"].to_list() == [latency and latency.get("n") for latency in latencies]
    p99 = [latency and (latency["percentiles"] or {}).get("99") for latency in latencies]
    assert polars["clat_p99_ns"].to_list() == p99
    assert 0 < polars["clat_p99_ns"].null_count() < len(expected)
    chunks = [run["factors"].get("raid.chunk") for run, _ in expected]
    assert polars["raid.chunk [bytes]"].to_list() == chunks and any(chunks)


async def test_a_refusal_says_the_sentence_of_the_api(address: str, database: Database) -> None:
    token, upload = await token_for(database, "read"), await token_for(database, "upload")
    missing = "/runs/00000000-0000-7000-8000-000000000000/answer"
    for given, filter, kind, words in (
        ("fio_x", "", Unauthorized, "token"),
        (upload, "", Forbidden, "read"),
        (token, "colour=red", Invalid, "colour"),
        (token, "host=jupiter", Invalid, "jupiter"),
    ):
        with pytest.raises(kind, match=words) as refused:
            await list_runs(address, given, filter)
        assert refused.value.error and refused.value.status, filter
        assert given not in repr(refused.value)
        async with AsyncClient(address, given) as reader:
            with pytest.raises(kind) as same:
                [run async for run in reader.runs(filter)]
        assert str(same.value) == str(refused.value)
    async with AsyncClient(address, token) as reader:
        with pytest.raises(NotFound, match="There is no"):
            await reader.read(missing, AnswerOut)
        assert token not in repr(reader) + repr(reader.runs("host=x"))
    with pytest.raises(Unavailable, match="cannot be reached"):
        await list_runs("http://127.0.0.1:1", token)


async def test_no_client_is_made_of_what_holds_a_password_or_no_token() -> None:
    for url, token in (
        ("https://me:pass@fio.example", "t"),
        ("fio.example", "t"),
        ("https://fio.example", "a\nb"),
    ):
        with pytest.raises(ValueError, match="address|token") as refused:
            Client(url, token)
        assert token == "t" or token not in str(refused.value)


async def test_it_waits_as_long_as_the_service_asks_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    busy = {"error": "Unavailable", "detail": "The database did not answer."}
    answers: list[Response] = []
    with Client("https://fio.example", "t") as reader:
        monkeypatch.setattr(reader._http, "get", lambda *_, **__: answers.pop(0))
        answers[:] = [
            Response(503, json=busy, headers={"retry-after": "2"}),
            Response(429, json=busy, headers={"retry-after": "7"}),
            Response(200, json={"items": []}),
        ]
        assert reader.read("/factors", dict) == {"items": []}
        assert waits == [2, 7]
        # A long pause, none, and too many tries are refusals.
        for pause, tries in (("3600", 1), ("", 1), ("1", exchange.MAX_TRIES)):
            answers[:] = [Response(503, json=busy, headers={"retry-after": pause})] * exchange.MAX_TRIES
            with pytest.raises(Unavailable, match="The database did not answer"):
                reader.read("/factors", dict)
            assert len(answers) == exchange.MAX_TRIES - tries, pause
        answers[:] = [Response(502, text="<html>bad gateway</html>")]
        with pytest.raises(FioboardError, match="fioboard answered 502"):
            reader.read("/factors", dict)
