"""Hostile and broken outputs through the whole service: each gets the stated answer (threat-model section 6, ids in the
names). The readers' own tests have every variant; here it is what a sender sees and what is stored."""

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import orjson
import pytest
import uvicorn
from httpx2 import AsyncClient

from fioboard.app.ingest import body as request_body
from fioboard.core.database import Database
from tests.app.ingest import test_bad_uploads
from tests.app.ingest.test_uploads import counts, send
from tests.factories.fio_output import direction, document, job, latency, output
from tests.factories.upload import body, manifest
from tests.house.conftest import CHECKOUT

pytestmark = pytest.mark.anyio
IMPORT = "/api/v1/import"
HOST = {"host": "jupiter"}
HTML = "<img src=x onerror=alert(1)>{{7*7}}%s%n\u202eevil\u200b\x1b[31m\r\nSet-Cookie: a=b"


@dataclass(frozen=True)
class Case:
    """One output, and the answer to it. `says`: names of remarks that the sender and the run's page are told."""

    content: bytes
    error: str | None = None
    status: int = 201
    says: frozenset[str] = frozenset()
    run: Callable[[dict[str, Any]], bool] = lambda _: True


def said(*names: str) -> frozenset[str]:
    return frozenset(names)


def refused(content: bytes, error: str, status: int = 422) -> Case:
    return Case(content, error, status)


def read_as(**fields: Any) -> bytes:
    """An output whose read direction has these fields in place of its own."""
    return output(job(read=direction(**fields)))


def replaced(old: bytes, new: bytes) -> bytes:
    """A good output with one place changed by hand, as no JSON writer would."""
    good = output()
    assert old in good
    return good.replace(old, new, 1)


def first(run: dict[str, Any]) -> dict[str, Any]:
    result: dict[str, Any] = run["results"][0]
    return result


def is_whole(run: dict[str, Any]) -> bool:
    return run["state"] == "understood" and first(run)["iops"] == 1000.0


LONG = "x" * 100_000
CASES = {
    "B1_empty_body": refused(b"", "NotUnderstood"),
    "B10_text_around": Case(b"fio: note\n" + output() + b"\nbye\n", says=said("TextAroundDocument"), run=is_whole),
    "B11_several_documents": Case(
        output(job(read=direction(runtime_ms=500))) + b"\n" + output(), says=said("SeveralDocuments"), run=is_whole
    ),
    "B12_bytes_that_are_no_utf8": Case(replaced(b'"jobname":"job"', b'"jobname":"j\xff\xfeb"'), run=is_whole),
    "B12_raw_control_characters": Case(replaced(b'"jobname":"job"', b'"jobname":"j\tb\x01"'), run=is_whole),
    "B13_bom": Case(b"\xef\xbb\xbf" + output(), run=is_whole),
    "B13_utf16": Case(output().decode().encode("utf-16"), run=is_whole),
    "B13_crlf": Case(orjson.dumps(document(), option=orjson.OPT_INDENT_2).replace(b"\n", b"\r\n"), run=is_whole),
    **{
        f"B14_{name}": Case(
            replaced(b'"iops":1000.0', b'"iops":' + name.encode()),
            says=said("NotFinite"),
            run=lambda run: first(run)["iops"] is None,
        )
        for name in ("NaN", "nan", "-nan", "inf", "1e400")
    },
    "B15_beyond_64_bits": Case(
        replaced(b'"total_ios":1000', b'"total_ios":' + str(2**64).encode()),
        says=said("OutOfRange"),
        run=lambda run: first(run)["total_ios"] is None,
    ),
    "B15_many_digits": Case(
        replaced(b'"total_ios":1000', b'"total_ios":' + b"9" * 5000),
        says=said("OutOfRange"),
        run=lambda run: first(run)["total_ios"] is None,
    ),
    "B16_duplicate_keys": Case(
        replaced(b'"iops":1000.0', b'"iops":7.0,"iops":1000.0'), says=said("DuplicateKey"), run=is_whole
    ),
    "B17_prototype_keys": Case(
        replaced(b'"groupid":0', b'"groupid":0,"__proto__":{"iops":1},"constructor":1,"":2'), run=is_whole
    ),
    "B17_a_key_of_a_megabyte": Case(replaced(b'"groupid":0', b'"groupid":0,"' + b"k" * 2**20 + b'":1'), run=is_whole),
    "B18_nested": refused(replaced(b'"groupid":0', b'"groupid":' + b"[" * 500 + b"]" * 500), "TooDeep"),
    "B19_no_jobs": refused(b'{"fio version": "fio-3.33"}', "NotUnderstood"),
    "B19_jobs_null": refused(b'{"fio version": "fio-3.33", "jobs": null}', "NotUnderstood"),
    "B19_jobs_a_text": refused(b'{"fio version": "fio-3.33", "jobs": "x"}', "NotUnderstood"),
    "B19_jobs_of_numbers": refused(b'{"fio version": "fio-3.33", "jobs": [1, 2]}', "NotUnderstood"),
    **{
        f"B20_{name}": Case(
            replaced(b'"iops":1000.0', b'"iops":' + value),
            says=said("BadValue"),
            run=lambda run: first(run)["iops"] is None and first(run)["io_bytes"] == 4_096_000,
        )
        for name, value in {"negative": b"-5", "boolean": b"true", "text": b'"fast"', "list": b"[1]"}.items()
    },
    "B21_failed_job": Case(
        output(job(error=5)), run=lambda run: (run["outcome"], first(run)["error"]) == ("failed", 5)
    ),
    "B21_interrupted": Case(
        b"fio: terminating on signal 2\n\n" + output(), run=lambda run: run["outcome"] == "interrupted"
    ),
    "B22_contradiction": Case(
        read_as(bw_bytes=1), says=said("Contradiction"), run=lambda run: first(run)["bw_bytes_per_s"] == 1
    ),
    "B22_falling_percentiles": Case(
        read_as(clat_ns=latency() | {"percentile": {"50.000000": 9_000, "99.000000": 1_000}}), says=said("Contradiction")
    ),
    "B23_unknown_keys": Case(
        output(job(flux_capacitor={"a": 1}), **{"fio version": "fio-9.99"}), run=is_whole
    ),
    "B24_nul_and_surrogate": Case(
        replaced(b'"jobname":"job"', rb'"jobname":"a\u0000b\ud83dc"'),
        run=lambda run: first(run)["job_name"] == "a\ufffdb\ufffdc",
    ),
    "B25_very_long_strings": Case(
        output(job(LONG, **{"job options": {"name": LONG, "rw": "randread", "filename": LONG}})),
        run=lambda run: len(first(run)["job_name"]) <= 1024 and first(run)["job_name"].endswith("…"),
    ),
    "B26_markup_and_terminal_codes": Case(output(job(HTML)), run=lambda run: "<img" in first(run)["job_name"]),
    "B27_names_that_are_paths": Case(
        output(job("../../etc/passwd", **{"job options": {"filename": "/dev/sda", "rw": "read"}})),
        run=lambda run: first(run)["job_name"] == "../../etc/passwd",
    ),
    **{
        f"B28_{name}": Case(
            output(timestamp_ms=value, timestamp=0), run=lambda run: run["started_at"] is None and run["started_at_reason"]
        )
        for name, value in {"zero": 0, "negative": -5, "year_294276": 9_223_372_036_854_775, "text": "now"}.items()
    },
    "B29_more_jobs_than_the_limit": refused(
        b'{"fio version": "fio-3.33", "jobs": [' + b",".join([b'{"jobname":"x"}'] * 10_001) + b"]}", "TooMany", 413
    ),
}  # fmt: skip


def remarks(run: dict[str, Any]) -> set[str]:
    """Names of everything that the run's page remarks on the output and its results."""
    return {p["error"] for p in [*run["problems"], *(p for r in run["results"] for p in r["problems"])]}


async def test_hostile_outputs_get_the_stated_answer(client: AsyncClient, database: Database) -> None:
    wrong = []
    for number, (name, case) in enumerate(CASES.items()):
        before = await counts(database)
        answer = await client.post(IMPORT, params={"host": f"host-{number}"}, content=case.content)
        if answer.status_code != case.status or answer.json().get("error") != case.error:
            wrong.append(f"{name}: {answer.status_code} {answer.text[:300]}")
            continue
        if case.error is not None:
            assert len(answer.content) <= 16 * 1024, name
            assert await counts(database) == before, name
            continue
        run_id = answer.json()["runs"][0]["id"]
        run = (await client.get(f"/api/v1/runs/{run_id}")).json()
        if not case.run(run):
            wrong.append(
                f"{name}: {run['state']} {run['outcome']} {run['started_at']} {str(run['results'])[:300]}"
            )
        if not case.says <= remarks(run):
            wrong.append(
                f"{name}: says {remarks(run)}, and {[w['error'] for w in answer.json()['warnings']]}"
            )
        raw = await client.get(f"/api/v1/runs/{run_id}/raw")
        assert raw.content == case.content, name
        assert raw.headers["content-type"] == "application/octet-stream", name
        assert raw.headers["content-security-policy"].startswith("sandbox"), name
        assert raw.headers["content-disposition"].startswith("attachment"), name
        assert (
            "\n" not in raw.headers["content-disposition"] and ".." not in raw.headers["content-disposition"]
        )
    assert wrong == [], "\n".join(wrong)
    listed = await client.get("/api/v1/runs", params={"limit": 200})
    kept = sum(case.error is None for case in CASES.values())
    assert (listed.status_code, len(listed.json()["items"])) == (200, kept)
    exported = await client.get("/api/v1/runs/export", params={"format": "csv"})
    assert exported.status_code == 200


@pytest.mark.parametrize("name", ["B1_empty_body", "B18_nested", "B19_jobs_null"])
async def test_an_agents_output_that_no_reader_takes_is_kept(name: str, client: AsyncClient) -> None:
    answer = await send(client, body({"fio.json": CASES[name].content}))
    assert (answer.status_code, answer.json()["state"]) == (201, "not_understood")


async def test_a_file_name_of_an_upload_stays_a_name(client: AsyncClient) -> None:
    """B27: into no path, and into no header as it is."""
    name = "../../etc/cron.d/x"
    answer = await send(client, body({name: output()}, manifest({name: output()})))
    assert answer.status_code == 201, answer.text
    raw = await client.get(f"/api/v1/runs/{answer.json()['id']}/raw", params={"name": name})
    assert raw.content == output()
    assert "/" not in raw.headers["content-disposition"]


SMUGGLED = {
    "B7_length_and_chunked": b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "B7_negative_length": b"Content-Length: -5\r\n\r\nhello",
    "B7_two_lengths": b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
    "B7_bad_chunk": b"Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
}


async def spoken(app: Any, authorization: str, rest: bytes, *, is_closing: bool = False) -> bytes:
    """What the real HTTP server answers to these bytes until it closes the connection."""
    server = uvicorn.Server(
        uvicorn.Config(app, port=0, lifespan="off", log_level="critical", http="httptools")
    )
    serving = asyncio.create_task(server.serve())
    try:
        while not server.started:  # noqa: ASYNC110 -- uvicorn tells it by nothing else
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        head = (
            f"POST {IMPORT}?host=jupiter HTTP/1.1\r\nHost: testserver\r\nAuthorization: {authorization}\r\n"
        )
        writer.write(head.encode() + rest)
        await writer.drain()
        if is_closing:
            writer.write_eof()
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        return answer
    finally:
        server.should_exit = True
        await serving


@pytest.mark.quick(1)
@pytest.mark.parametrize("name", SMUGGLED)
async def test_a_request_of_two_lengths_is_refused_and_the_connection_closed(
    name: str, app: Any, client: AsyncClient, database: Database
) -> None:
    before = await counts(database)
    answer = await spoken(app, client.headers["authorization"], SMUGGLED[name])
    assert answer.startswith(b"HTTP/1.1 400"), answer[:200]
    assert await counts(database) == before


async def test_b8_a_body_shorter_than_announced_stores_nothing(
    app: Any, client: AsyncClient, database: Database
) -> None:
    before = await counts(database)
    announced = f"Content-Length: {len(output()) + 1}\r\n\r\n".encode()
    await spoken(app, client.headers["authorization"], announced + output(), is_closing=True)
    assert await counts(database) == before


async def test_b8_a_body_that_does_not_come_on_is_told_so(
    app: Any, client: AsyncClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_body, "MAX_WAIT_S", 0.05)
    before = await counts(database)
    answer = await spoken(app, client.headers["authorization"], b"Content-Length: 500\r\n\r\n{")
    assert answer.startswith(b"HTTP/1.1 408") and b'"SlowBody"' in answer, answer[:200]
    assert await counts(database) == before


# Ids whose answer is asserted by a test of its own: (file below backend/tests, name of the test).
ELSEWHERE = {
    4: ("app/ingest/test_bad_uploads.py", "test_announced_size_beyond_the_limit_is_refused_at_once"),
    29: ("engine/formats/fio/json/test_container.py", "test_more_jobs_than_the_limit_are_refused"),
    31: ("app/ingest/test_uploads.py", "test_upload_token_of_one_host_cannot_send_for_another"),
    32: ("contract/test_limits.py", "test_an_unknown_query_key_is_named_wherever_it_is_sent"),
    33: ("app/runs/history/test_list.py", "test_bad_queries_are_named"),
}


@pytest.mark.nightly
def test_every_id_of_the_threat_model_has_its_test() -> None:
    named = {
        *CASES,
        *SMUGGLED,
        *test_bad_uploads.bad_uploads(),
        *(n.removeprefix("test_").capitalize() for n in globals() if n.startswith("test_b8_")),
    }
    covered = {int(found[1]) for name in named if (found := re.search(r"(?:^|_)B(\d+)_", name))}
    for file, test in ELSEWHERE.values():
        assert f"def {test}(" in (CHECKOUT / "backend" / "tests" / file).read_text(), test
    assert covered | set(ELSEWHERE) == set(range(1, 35))
