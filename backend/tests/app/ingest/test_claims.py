"""Hand-made tables beside results: judged in the preview and in the answer, never stored as measurements."""

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.preview import ImportPreview
from tests.app.ingest.test_uploads import counts
from tests.app.system.reparse.test_reparse import all_changes
from tests.conftest import token_for
from tests.factories.nas_mail import MAIL, TABLE, TABLE_LINES
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
PREVIEW = "/api/v1/import/preview"


async def previewed(client: AsyncClient, content: str, **query: str) -> ImportPreview:
    answer = await client.post(PREVIEW, params=query, content=content.encode())
    assert answer.status_code == 200, answer.text
    return shape_of(ImportPreview).validate_python(answer.json())


def told(preview: ImportPreview) -> list[tuple[str, str, str, str | None]]:
    return [(c["text"], c["direction"] or "", c["status"], c["cause"]) for c in preview["claims"]]


JUDGED = [
    ("6004", "read", "swapped", None),
    ("49.2", "read", "swapped", None),
    ("12.9", "write", "swapped", "lost_suffix"),
    ("106", "write", "swapped", None),
    ("3376", "read", "right", None),
    ("885", "read", "right", None),
    ("3085", "write", "right", None),
    ("809", "write", "right", None),
]


async def test_the_table_of_the_nas_is_told_from_its_runs(client: AsyncClient, database: Database) -> None:
    """Case 002: the 8k rows are swapped, and 12.9k became 12.9."""
    before = await counts(database)
    preview = await previewed(client, MAIL)
    assert [run["results"][0]["direction"] for run in preview["runs"]] == ["write", "read", "write", "read"]
    assert told(preview) == JUDGED
    lost = preview["claims"][2]
    assert (lost["where"], lost["run"], lost["run_id"]) == (f"line {TABLE_LINES[1] - 1}, column 40", 1, None)
    assert lost["sentence"] == (
        "12,900 IOPS (read) was measured: read and write are swapped, and its k or M is missing."
    )
    assert await counts(database) == before


async def test_every_line_is_accounted_for_once(client: AsyncClient) -> None:
    preview = await previewed(client, MAIL)
    lines = preview["lines"]
    listed = [line for kind in lines.values() for first, last in kind for line in range(first, last + 1)]
    assert len(listed) == len(set(listed))
    filled = {number for number, line in enumerate(MAIL.split("\n"), 1) if line.strip()}
    assert filled <= set(listed)
    assert lines["claims"] == [TABLE_LINES]
    assert lines["not_understood"] == []
    assert all("FiguresInProse" not in str(run["problems"]) for run in preview["runs"])


async def test_import_answers_with_the_stored_runs_and_stores_no_claim(
    client: AsyncClient, database: Database
) -> None:
    stored = (await client.post("/api/v1/import", params={"host": "nas"}, content=MAIL.encode())).json()
    assert [claim["status"] for claim in stored["claims"]] == [status for _, _, status, _ in JUDGED]
    assert stored["claims"][2]["run_id"] == stored["runs"][1]["id"]
    assert (await counts(database))["run"] == 4
    assert [(change.facts, change.refused) for change in await all_changes(database)] == [({}, None)]


async def test_a_table_alone_is_shown_and_held_against_the_hosts_runs(client: AsyncClient) -> None:
    alone = await previewed(client, TABLE, host="nas")
    assert (alone["kind"], len(alone["runs"])) == ("table", 2)
    assert {claim["status"] for claim in alone["claims"]} == {"no_run"}
    stored = (await client.post("/api/v1/import", params={"host": "nas"}, content=MAIL.encode())).json()
    judged = await previewed(client, TABLE, host="nas")
    assert told(judged) == JUDGED
    assert judged["claims"][2]["run_id"] == stored["runs"][1]["id"]
    elsewhere = await previewed(client, TABLE, host="another")
    assert {claim["status"] for claim in elsewhere["claims"]} == {"no_run"}


async def test_typed_results_prove_nothing(client: AsyncClient) -> None:
    results = [{"direction": "read", "rw": "randread", "bs": "8k", "iops": "6004"}]
    await client.post("/api/v1/typed-results", json={"host": "nas", "results": results})
    alone = await previewed(client, TABLE, host="nas")
    assert {claim["status"] for claim in alone["claims"]} == {"no_run"}


async def test_who_may_not_read_learns_nothing_of_a_hosts_runs(
    client: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    await client.post("/api/v1/import", params={"host": "nas"}, content=MAIL.encode())
    headers = {"authorization": f"Bearer {await token_for(database, 'upload')}"}
    answer = await stranger.post(PREVIEW, params={"host": "nas"}, content=TABLE.encode(), headers=headers)
    assert answer.status_code == 200
    assert {claim["status"] for claim in answer.json()["claims"]} == {"no_run"}


async def test_the_rows_of_a_table_alone_are_stored_as_typed_runs(
    client: AsyncClient, database: Database
) -> None:
    answer = await client.post("/api/v1/import", params={"host": "nas"}, content=TABLE.encode())
    assert answer.status_code == 201, answer.text
    runs = [(await client.get(f"/api/v1/runs/{run['id']}")).json() for run in answer.json()["runs"]]
    assert [run["factors"]["source"] for run in runs] == ["typed"] * 2
    assert {claim["status"] for claim in answer.json()["claims"]} == {"no_run"}
    assert [(change.facts, change.refused) for change in await all_changes(database)] == [({}, None)]
    again = await client.post("/api/v1/import", params={"host": "nas"}, content=TABLE.encode())
    assert (again.status_code, (await counts(database))["run"]) == (200, 2)


async def test_a_table_without_a_direction_is_no_result_and_says_what_to_do(
    client: AsyncClient, database: Database
) -> None:
    table = b"| Test | IOPS | MB/s |\n|---|---|---|\n| first | 6004 | 49.2 |\n| second | 3376 | 885 |\n"
    before = await counts(database)
    answer = await client.post("/api/v1/import", params={"host": "nas"}, content=table)
    assert (answer.status_code, answer.json()["error"]) == (422, "NotUnderstood")
    assert "Hand-written tables contain 4 figures that no run in the text measured" in answer.json()["detail"]
    assert await counts(database) == before


@pytest.mark.nightly
async def test_the_answer_stays_small_over_a_hostile_table(client: AsyncClient) -> None:
    """A megabyte of cells: at most a thousand claims, and in time."""
    rows = "".join(f"| {n}k | {n}.5k | {n} MB/s |\n" for n in range(1, 40_000))
    preview = await previewed(client, "| bs | read IOPS | read MB/s |\n|---|---|---|\n" + rows)
    assert 0 < len(preview["claims"]) <= 1_000


MERGED = {
    "a heading over two columns": """<table>
<tr><th>test</th><th colspan="2">read IOPS</th></tr>
<tr><td>4k</td><td>3376</td><td>885 MB/s</td></tr>
</table>""",
    "a cell over two rows": """<table>
<tr><th>bs</th><th>read IOPS</th><th>write IOPS</th></tr>
<tr><td rowspan=2>256k</td><td>3376</td><td>3085</td></tr>
<tr><td>3377</td><td>3086</td></tr>
</table>""",
    "headings over two rows": """<table>
<tr><th>bs</th><th>read IOPS</th><th>write IOPS</th></tr>
<tr><th>size</th><th>885 MB/s</th><th>809 MB/s</th></tr>
<tr><td>256k</td><td>3376</td><td>3085</td></tr>
</table>""",
}


@pytest.mark.parametrize("table", MERGED.values(), ids=MERGED)
async def test_merged_cells_and_headings_are_no_claims_and_named(client: AsyncClient, table: str) -> None:
    """Below which heading a figure stands would be a guess: nobody is accused, and the lines are named."""
    fio = MAIL.replace(TABLE, "")
    preview = await previewed(client, f"{fio}\n\n{table}\n")
    assert preview["claims"] == []
    first = fio.count("\n") + 3
    rows = {first + i for i, line in enumerate(table.split("\n")) if "<td" in line}
    unread = {line for low, high in preview["lines"]["not_understood"] for line in range(low, high + 1)}
    assert rows <= unread
    [remark] = [one for one in preview["warnings"] if one["error"] == "TableNotRead"]
    assert str(max(rows)) in remark["detail"] and remark["remark_class"] == "note"


@check_each("table", MERGED.values())
@check_each("path", [PREVIEW, "/api/v1/import"])
async def test_a_table_with_merged_cells_alone_is_refused_for_that(
    client: AsyncClient, path: str, table: str
) -> None:
    answer = await client.post(path, params={"host": "jupiter"}, content=table.encode())
    assert (answer.status_code, answer.json()["error"]) == (422, "NotUnderstood")
    assert "merged cells or with headings over several rows" in answer.json()["detail"]
    assert (await client.get("/api/v1/runs")).json()["items"] == []


async def test_a_row_that_begins_with_a_heading_is_read(client: AsyncClient) -> None:
    table = """<table>
<tr><th>bs</th><th>read IOPS</th><th colspan="1">write IOPS</th></tr>
<tr><th>256k</th><td>3376</td><td>3085</td></tr>
</table>"""
    assert [
        claim["text"] for claim in (await previewed(client, MAIL.replace(TABLE, "") + table))["claims"]
    ] == [
        "3376",
        "3085",
    ]
