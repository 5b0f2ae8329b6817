"""Exports: the storage team's table with the right directions, cells that no spreadsheet runs, constant memory."""

import csv
import io
from urllib.parse import urlencode, urljoin

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.history import export
from fioboard.app.runs.history.tables import Heading, csv_lines, format_table
from fioboard.engine.answers.run import RunItem
from tests.factories.fio_output import direction, job, output
from tests.factories.imports import put
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
URL = "/api/v1/runs/export"
IDLE = direction(iops=0, runtime_ms=0)

# The case nas-client: the hand-made table had read and write of the first two rows swapped.
ROWS = (
    ("randwrite", 8192, 6_004, 16_320_000),
    ("randread", 8192, 12_899, 7_750_000),
    ("randwrite", 262_144, 3_085, 32_360_000),
    ("randread", 262_144, 3_376, 29_610_000),
)


@pytest.fixture
async def storage_team(client: AsyncClient) -> None:
    for n, (rw, bs, iops, mean_ns) in enumerate(ROWS):
        figures = direction(iops=iops, bs_bytes=bs, runtime_ms=300_000, clat_mean_ns=mean_ns)
        sides = {"read": IDLE, "write": figures} if "write" in rw else {"read": figures, "write": IDLE}
        options = {"rw": rw, "bs": str(bs), "ioengine": "psync", "direct": "1"}
        await put(
            client,
            output(job(f"=case {n}", **sides, **{"job options": options})),
            host="nas-client",
            started_at=f"2026-11-0{n + 1}T00:00:00Z",
        )


async def test_the_storage_teams_table_comes_out_with_the_right_direction(
    client: AsyncClient, storage_team: None
) -> None:
    query = {
        "format": "markdown",
        "sort": "started_at",
        "columns": "bs,rw,direction,iops,bw_bytes_per_s,clat_mean_ns",
    }
    answer = await client.get(URL, params=query)
    assert answer.headers["content-type"].startswith("text/markdown")
    assert answer.text == (
        "| Block size | I/O pattern | Direction | IOPS | Bandwidth (MB/s) | Completion latency, mean (ms) |\n"
        "| ---: | --- | --- | ---: | ---: | ---: |\n"
        "| 8k | randwrite | write | 6,004 | 49.2 | 16.32 |\n"
        "| 8k | randread | read | 12,899 | 105.7 | 7.75 |\n"
        "| 256k | randwrite | write | 3,085 | 808.7 | 32.36 |\n"
        "| 256k | randread | read | 3,376 | 885.0 | 29.61 |\n"
    )
    for form, first in (("bbcode", "[table]\n[tr][th]Block size[/th]"), ("text", "Block size  I/O pattern")):
        assert (await client.get(URL, params=query | {"format": form})).text.startswith(first)


async def test_csv_keeps_base_units_and_runs_no_formula(client: AsyncClient, storage_team: None) -> None:
    query = {"sort": "started_at", "columns": "job_name,bs,iops,bw_bytes_per_s,slat_p99_ns,direct"}
    rows = list(csv.reader(io.StringIO((await client.get(URL, params=query)).text)))
    assert rows[0] == ["job_name", "bs", "iops", "bw_bytes_per_s", "slat_p99_ns", "direct"]
    assert rows[1] == ["'=case 0", "8192", "6004.0", "49184768", "", "1"]
    assert len(rows) == 5


async def test_titles_and_endings_are_columns_like_any_other(client: AsyncClient, storage_team: None) -> None:
    query = {"sort": "started_at", "columns": "title,outcome,rw,verdict_share"}
    rows = list(csv.reader(io.StringIO((await client.get(URL, params=query)).text)))
    assert rows[:2] == [["title", "outcome", "rw", "verdict_share"], ["", "complete", "randwrite", ""]]


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "\tx", "\r=x", "  =x", "\x00=x", "＝1+1", "＠x"])
def test_no_text_becomes_a_formula(text: str) -> None:
    [[cell]] = csv.reader(io.StringIO(csv_lines([[text]]), newline=""))
    assert cell.startswith("'")


def test_negative_numbers_stay_numbers() -> None:
    assert csv_lines([[-1.5, None, True, 'a "b", c']]) == '-1.5,,1,"a ""b"", c"\r\n'


def test_marks_of_the_target_language_are_harmless() -> None:
    headings = [Heading("t", "Title", "text"), Heading("n", "N", "number")]
    rows = [["a|b [x](y)\n<b>", 7], [None, None]]
    assert "| a\\|b \\[x\\](y) \\<b\\> | 7 |\n| – | – |\n" in format_table(headings, rows, "markdown")
    assert "[td]a|b (x)(y) <b>[/td][td]7[/td]" in format_table(headings, rows, "bbcode")


async def test_everything_streams_page_by_page(
    client: AsyncClient, storage_team: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "PAGE", 3)
    lines = (await client.get(URL, params={"format": "ndjson"})).text.splitlines()
    items = [shape_of(RunItem).validate_python(orjson.loads(line)) for line in lines]
    assert [item["results"][0]["bs_bytes"] for item in items] == [262_144, 262_144, 8192, 8192]
    whole = (await client.get(URL, params={"format": "json", "bs": "8k", "columns": "rw,run"})).json()
    assert [row["rw"] for row in whole] == ["randread", "randwrite"]


async def test_a_table_too_long_to_paste_is_refused(
    client: AsyncClient, storage_team: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "MAX_TABLE_RUNS", 3)
    answer = await client.get(URL, params={"format": "text"})
    assert answer.status_code == 422
    assert "in parts (max_runs=200)" in answer.json()["detail"]
    assert (await client.get(URL, params={"format": "csv"})).status_code == 200


@pytest.mark.parametrize("form", ["csv", "ndjson", "json"])
async def test_one_file_holds_so_many_results_and_the_parts_together_hold_all(
    client: AsyncClient, storage_team: None, monkeypatch: pytest.MonkeyPatch, form: str
) -> None:
    query = {"format": form, "columns": "run", "sort": "started_at"}
    whole = await client.get(URL, params=query)
    assert "link" not in whole.headers
    monkeypatch.setattr(export, "MAX_EXPORT_RESULTS", 3)
    refused = await client.get(URL, params=query)
    assert refused.status_code == 422
    assert "holds" in refused.json()["detail"]
    assert (await client.get(URL, params=query | {"max_runs": "4"})).status_code == 422

    parts: list[str] = []
    url = f"{URL}?{urlencode(query | {'max_runs': '3'})}"
    while url:
        answer = await client.get(url)
        parts.append(answer.text)
        following = answer.links.get("next")
        url = urljoin(URL, following["url"]) if following else ""
    assert len(parts) == 2
    assert sorted(_list_runs(form, parts)) == sorted(_list_runs(form, [whole.text]))
    assert len(set(_list_runs(form, parts))) == 4


def _list_runs(form: str, texts: list[str]) -> list[str]:
    if form == "json":
        return [row["run"] for text in texts for row in orjson.loads(text)]
    lines = [line for text in texts for line in text.splitlines()]
    return (
        [orjson.loads(line)["id"] for line in lines] if form == "ndjson" else [x for x in lines if x != "run"]
    )


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ({"columns": "hots"}, "did you mean 'host'"),
        ({"format": "pdf"}, "format"),
        ({"rw": "x"}, "rw=x"),
        ({"max_runs": "0"}, "max_runs"),
        ({"max_runs": "9", "cursor": "no"}, "cursor"),
        ({"cursor": "bm8"}, "max_runs"),
    ],
)
async def test_bad_exports_are_named(client: AsyncClient, query: dict[str, str], says: str) -> None:
    answer = await client.get(URL, params=query)
    assert answer.status_code == 422
    assert says in answer.json()["detail"]
