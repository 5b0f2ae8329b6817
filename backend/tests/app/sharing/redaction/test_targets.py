"""What was measured bears one pseudonym wherever a share names it: in its path, in charts and in comparisons."""

from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.redaction import Wish, freeze
from tests.app.sharing.redaction.gather import of_comparison, of_series
from tests.factories.imports import jobs, put
from tests.factories.run_detail import run_detail, sources

pytestmark = pytest.mark.anyio
PATHS = ("/dev/disk/by-id/acme-1", "/dev/disk/by-id/acme-2")


@pytest.fixture
async def runs(client: AsyncClient) -> list[str]:
    stated = {"rw": "randread", "bs": "4k", "iodepth": "1", "ioengine": "libaio", "direct": "1"}
    return [
        await put(client, jobs(stated | {"filename": path}, timestamp=n), host="a")
        for n, path in enumerate(PATHS)
    ]


async def test_a_comparison_calls_two_targets_target_1_and_2(client: AsyncClient, runs: list[str]) -> None:
    base, new = (quote(f"run={run}") for run in runs)
    found = await of_comparison(client, f"base={base}&new={new}")
    compare = freeze(found, Wish()).document["compare"]
    assert compare is not None
    [change] = compare["factors_changed"]
    assert (change["key"], change["base"], change["new"]) == ("target.path", "target 1", "target 2")
    assert (
        compare["attribution"]["text"]
        == "Of what was recorded, only Target drive or folder target 1 → target 2 changed."
    )
    compare = freeze(found, Wish(reveal=("target.path",))).document["compare"]
    assert compare is not None
    assert compare["factors_changed"][0]["new"] == PATHS[1]


async def test_a_chart_over_targets_has_their_pseudonyms_along_x(
    client: AsyncClient, runs: list[str]
) -> None:
    found = await of_series(client, "x=target.path&metric=iops")
    series = freeze(found, Wish()).document["series"]
    assert series is not None
    assert [point["x"] for line in series["series"] for point in line["points"]] == ["target 1", "target 2"]


async def test_path_and_factor_of_a_run_say_the_same_pseudonym() -> None:
    run = run_detail("epyc-nps4")
    path, place = run["path"]["targets"][0]["path"], "md array 0d4f7c1e [9bd1c0ee]"
    run["path"]["targets"][0]["place"] = place
    run["factor_values"] = [{"key": "target.path", "value": place, "source": "output", "detected": None}]
    [shown] = freeze(sources(run), Wish()).document["runs"]
    assert shown["path"] is not None
    assert shown["path"]["targets"][0]["path"] == "target 1 (block device)"
    assert [entry["value"] for entry in shown["factor_values"] if entry["key"] == "target.path"] == [
        "target 1"
    ]
    # Who reveals a path reveals no part of a serial number.
    [shown] = freeze(sources(run), Wish(reveal=("target.path",))).document["runs"]
    assert shown["path"] is not None
    assert shown["path"]["targets"][0]["path"] == path
    assert [entry["value"] for entry in shown["factor_values"] if entry["key"] == "target.path"] == [
        "target 1"
    ]
