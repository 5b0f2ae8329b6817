"""GET /runs/{id}/answer, the verdict in lists, and the filters and groups by what was found."""

import csv
import io
from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.app.runs.explore.facets import answers as facets_of_answers
from fioboard.engine.answers.answer import AnswerOut
from tests.app.hosts.machines.test_inventories import stored
from tests.factories.measured_machine import fio_output
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
RUNS = "/api/v1/runs"


@pytest.fixture
async def runs(client: AsyncClient) -> dict[str, dict[str, Any]]:
    """One figure that cannot be, one that nothing explains."""
    above = fio_output(1_562_200_000, "randwrite", "64k")
    return {
        "above": await stored(client, "workstation-slot3", content=above),
        "below": await stored(client, "epyc-nps4"),
    }


@pytest.fixture
async def full(client: AsyncClient) -> str:
    """The id of a run that fills its link."""
    run = await stored(client, "epyc-nps4", content=fio_output(28_400_000_000, "read", "1m"))
    return str(run["id"])


async def ids(client: AsyncClient, **query: str) -> set[str]:
    answer = await client.get(RUNS, params=query)
    assert answer.status_code == 200, answer.text
    return {item["id"] for item in answer.json()["items"]}


async def test_the_answer_is_that_of_the_run_and_its_verdict_stands_in_lists(
    client: AsyncClient, runs: dict[str, dict[str, Any]]
) -> None:
    run = runs["above"]
    answer = (await client.get(f"{RUNS}/{run['id']}/answer")).json()
    shape_of(AnswerOut).validate_python(answer)
    assert answer == run["answer"]
    assert (answer["verdict"]["kind"], answer["verdict"]["id"]) == ("trust", "faster-than-possible")
    listed = {item["id"]: item["verdict"] for item in (await client.get(RUNS)).json()["items"]}
    assert listed[run["id"]] == {
        key: answer["verdict"][key] for key in ("kind", "id", "sentence", "share", "compared_with")
    }


async def test_the_release_of_the_tool_is_judged(client: AsyncClient) -> None:
    old = fio_output(1_000_000_000, "read", "1m").replace(b"fio-3.33", b"fio-2.1.9")
    assert b"fio-2.1.9" in old
    run = await stored(client, "epyc-nps4", content=old)
    assert "old-tool" in run["answer"]["checks"]["found"]


async def test_exports_tell_the_answer(client: AsyncClient, full: str) -> None:
    answer = (await client.get(f"{RUNS}/{full}/answer")).json()
    verdict, found = answer["verdict"], answer["checks"]["found"]
    url = f"{RUNS}/export"
    [row] = (await client.get(url, params={"format": "json"})).json()
    told = [row[key] for key in ("verdict", "verdict_id", "verdict_sentence", "verdict_share")]
    assert told == [verdict[key] for key in ("kind", "id", "sentence", "share")]
    assert row["verdict_share"] > 0.9
    kept = row["finding_ids"].split()
    # What other runs tell of it is found at reading time, and in no export.
    assert "at-link-limit" in kept and kept == [rule for rule in found if rule in kept]
    [line] = csv.DictReader(io.StringIO((await client.get(url)).text))
    assert line == {key: "" if cell is None else str(cell) for key, cell in row.items()}
    run = (await client.get(url, params={"format": "ndjson"})).json()
    assert (run["verdict"]["share"], run["finding_ids"]) == (verdict["share"], kept)


async def test_runs_are_filtered_by_what_was_found(
    client: AsyncClient, runs: dict[str, dict[str, Any]]
) -> None:
    above, below = runs["above"]["id"], runs["below"]["id"]
    assert await ids(client, finding="faster-than-possible") == {above}
    assert await ids(client, finding="!faster-than-possible") == {below}
    assert await ids(client, finding="below-link-limit") == {below}
    assert await ids(client, trust="faster-than-possible") == {above}
    # Both ran for a second: that is a doubt, too.
    assert await ids(client, trust="!faster-than-possible") == {below}
    assert await ids(client, trust="too-short") == {above, below}
    assert await ids(client, trust="") == set()
    assert await ids(client, finding="") == set()


async def test_runs_are_grouped_by_what_was_found(
    client: AsyncClient, runs: dict[str, dict[str, Any]]
) -> None:
    assert len(runs) == 2
    groups = (await client.get(f"{RUNS}/groups", params={"by": "finding"})).json()["groups"]
    told = {group["value"]: group["runs"] for group in groups}
    assert told["faster-than-possible"] == told["below-link-limit"] == 1


@pytest.mark.quick(1)
@pytest.mark.parametrize(
    ("by", "values"),
    [
        ("verdict", {"trust": 1, "limit": 1, "unexplained": 1}),
        ("limit", {"at-link-limit": 1, None: 2}),
        ("trust", {"faster-than-possible": 1, "too-short": 3}),
    ],
)
async def test_groups_and_facets_count_what_answers_say(
    client: AsyncClient, runs: dict[str, dict[str, Any]], full: str, by: str, values: dict[str | None, int]
) -> None:
    assert len({full, *(run["id"] for run in runs.values())}) == 3
    groups = (await client.get(f"{RUNS}/groups", params={"by": by, "metric": "iops"})).json()["groups"]
    assert {group["value"]: group["runs"] for group in groups} == values
    # A run stands in each of its groups with its one result.
    assert all(group["results"] == group["runs"] for group in groups)
    [facet] = (await client.get("/api/v1/facets", params={"keys": by})).json()["facets"]
    told = {value["value"]: value["runs"] for value in facet["values"]}
    assert told | ({None: facet["unknown"]} if facet["unknown"] else {}) == values
    assert (facet["source"], facet["of_newest"]) == ("answer", None)
    for value, number in values.items():
        assert len(await ids(client, **{by: value or ""})) == number, value
        assert len(await ids(client, **{by: f"!{value or ''}"})) == 3 - number, value


async def test_a_facet_leaves_its_own_filter_out_and_follows_the_others(
    client: AsyncClient, runs: dict[str, dict[str, Any]], full: str
) -> None:
    query = {"limit": "at-link-limit", "trust": "too-short"}
    facets = (await client.get("/api/v1/facets", params=query)).json()
    by_key = {facet["key"]: facet for facet in facets["facets"]}
    assert list(by_key)[:4] == ["verdict", "limit", "trust", "finding"]
    assert (facets["total"], by_key["verdict"]["values"]) == (
        1,
        [{"value": "limit", "runs": 1, "is_chosen": False}],
    )
    assert by_key["limit"]["values"] == [{"value": "at-link-limit", "runs": 1, "is_chosen": True}]
    assert by_key["limit"]["unknown"] == 2
    assert await ids(client, **query) == {full}


async def test_beyond_what_is_read_facets_count_the_newest_and_say_so(
    client: AsyncClient, runs: dict[str, dict[str, Any]], full: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(facets_of_answers, "MAX_RUNS", 1)
    newest = (await client.get(RUNS, params={"limit": "1"})).json()["items"][0]
    [facet] = (await client.get("/api/v1/facets", params={"keys": "verdict"})).json()["facets"]
    assert facet["of_newest"] == 1
    assert facet["values"] == [{"value": newest["verdict"]["kind"], "runs": 1, "is_chosen": False}]


async def test_one_address_holds_the_size_of_a_page_and_the_limit_asked_for(
    client: AsyncClient, runs: dict[str, dict[str, Any]], full: str
) -> None:
    answer = (await client.get(f"{RUNS}?limit=!at-link-limit&limit=1")).json()
    assert (len(answer["items"]), answer["total"]) == (1, 2)
    assert answer["next_cursor"] is not None
    for path in (RUNS, f"{RUNS}/groups?by=host", "/api/v1/batches"):
        sign = "&" if "?" in path else "?"
        assert (await client.get(f"{path}{sign}limit=at-link-limit&limit=2")).status_code == 200
        refused = await client.get(f"{path}{sign}limit=at-link-limits")
        assert (refused.status_code, refused.json()["error"]) == (422, "Invalid")
        assert "did you mean 'at-link-limit'?" in refused.json()["detail"]
    # Where no page has a size, digits are no limit.
    assert (await client.get("/api/v1/facets?limit=50")).json()["error"] == "UnknownValue"


async def test_a_comparison_is_narrowed_by_limit_and_verdict(
    client: AsyncClient, runs: dict[str, dict[str, Any]], full: str
) -> None:
    sides = {"base": "limit=at-link-limit", "new": "verdict=unexplained&limit="}
    answer = (await client.get("/api/v1/compare", params=sides)).json()
    assert [answer[side]["run_ids"] for side in ("base", "new")] == [[full], [runs["below"]["id"]]]


@pytest.mark.parametrize(
    "query",
    [{"finding": "no-such-rule"}, {"trust": "at-link-limit"}, {"verdict": "slow"}],
    ids=["finding", "trust", "verdict"],
)
async def test_an_unknown_rule_is_refused_by_name(client: AsyncClient, query: dict[str, str]) -> None:
    answer = await client.get(RUNS, params=query)
    assert (answer.status_code, answer.json()["error"]) == (422, "UnknownValue")
    assert next(iter(query.values())) in answer.json()["detail"]


async def test_no_answer_of_a_run_that_is_not_there(client: AsyncClient) -> None:
    for run_id in (uuid4(), "zzz"):
        assert (await client.get(f"{RUNS}/{run_id}/answer")).status_code == 404
    client.headers.pop("authorization", None)
    client.cookies.clear()
    assert (await client.get(f"{RUNS}/{uuid4()}/answer")).status_code == 401
