"""The five users' cases: ordinary documents freeze without a false alarm, and keep what support needs."""

from collections import Counter
from typing import Any
from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.redaction import Wish, freeze
from tests.app.sharing.redaction.gather import SHAPE, ask, of_comparison, of_run, of_series
from tests.app.sharing.redaction.unaccounted import unaccounted
from tests.factories.kept_demo import emptied, kept, loaded

pytestmark = pytest.mark.anyio
__all__ = ["emptied", "kept", "loaded"]


# The nights of a host are alike.
by_day_and_night = pytest.mark.parametrize(
    "most_of_a_host", [2, pytest.param(200, marks=pytest.mark.nightly)]
)


async def list_runs(client: AsyncClient, most_of_a_host: int) -> list[Any]:
    """Return the newest runs of each host, so many at most."""
    taken: Counter[str] = Counter()
    chosen = []
    for item in (await ask(client, "/runs?limit=200"))["items"]:
        taken[item["host"]["name"]] += 1
        if taken[item["host"]["name"]] <= most_of_a_host:
            chosen.append(item)
    return chosen


@by_day_and_night
@pytest.mark.nightly
async def test_every_run_of_the_demo_freezes(client: AsyncClient, loaded: int, most_of_a_host: int) -> None:
    items = await list_runs(client, most_of_a_host)
    assert len(items) > 10
    for item in items:
        frozen = freeze(await of_run(client, item["id"]), Wish())
        SHAPE.validate_python(frozen.document)
        shown = str(frozen.document)
        assert (item["title"] or item["host"]["name"]) not in shown and item["host"]["name"] not in shown


@pytest.mark.nightly
@by_day_and_night
async def test_every_text_of_the_demo_is_accounted_for(
    client: AsyncClient, loaded: int, most_of_a_host: int
) -> None:
    every = [await of_run(client, item["id"]) for item in await list_runs(client, most_of_a_host)]
    every += [await of_series(client, "x=host&metric=bw_bytes_per_s&by=drive.model")]
    every += [await of_comparison(client, await nps(client))]
    assert [texts for one in every if (texts := unaccounted(one))] == []


async def nps(client: AsyncClient) -> str:
    """The EPYC's runs under NPS1 against those under NPS4."""
    items = (await ask(client, "/runs?limit=200"))["items"]
    sides = [
        [i["id"] for i in items if (i["title"] or "").startswith(start)] for start in ("NPS1", "NPS4, any")
    ]
    assert all(sides)
    return "&".join(
        f"{name}={quote('&'.join(f'run={i}' for i in ids))}"
        for name, ids in zip(("base", "new"), sides, strict=True)
    )


def answers(document: dict[str, Any]) -> dict[str, tuple[str, str | None]]:
    return {q["key"]: (q["answer"], q["value"]) for q in document["questions"]}


@pytest.mark.nightly
async def test_the_epyc_s_comparison_answers_what_the_vendor_asked(client: AsyncClient, loaded: int) -> None:
    """ "Is it in an x16 slot? Did you pin the process to a NUMA node? Are our drivers installed?" """
    document = freeze(await of_comparison(client, await nps(client)), Wish()).document
    SHAPE.validate_python(document)
    assert [q["key"] for q in document["questions"][:3]] == ["slot-width", "numa-pinning", "driver"]
    found = answers(document)
    assert found["slot-width"] == ("yes", "slot PCIE_1_A, x16 connector, trained Gen4 x16 of Gen4 x16")
    assert found["numa-pinning"] == ("value", "not pinned by fio's options")
    assert found["driver"] == ("yes", "nvme (version not recorded)")
    assert found["numa-node"] == ("value", "host 1: node 0; host 1, configuration 2: node 1")
    assert found["link-full"] == ("yes", "5 of 5 links to the drives at full width and speed")
    assert found["array"] == ("value", "md raid0 of 4 on 4 drives")
    assert found["temperature"] == ("unknown", None)
    assert document["title"] == "Comparison on host 1: NUMA nodes per socket 1 → 4"
    compare = document["compare"]
    assert compare["attribution"]["text"] == "Of what was recorded, only NUMA nodes per socket 1 → 4 changed."
    # The very answer of the comparison's own page.
    assert compare["answer"]["sentence"] == (
        "NPS 4 gives 28.4 GB/s where NPS 1 gave 7.00 to 9.00 GB/s: 3.2 to 4.1 times as much."
    )
    assert compare["answer"]["sure"] == "n = 2 and 1, p = 0.33: too few for an interval"
    assert compare["sentence"].endswith(compare["attribution"]["text"])
    assert compare["base"]["run_ids"] == ["run 1", "run 2"]
    assert compare["new"]["run_ids"] == ["run 3"]
    assert {v["run_id"] for w in compare["workloads"] for v in w["metrics"]["iops"]["base"]["values"]} == {
        "run 1",
        "run 2",
    }
    rows = {row["path"]: (row["base"], row["new"]) for row in compare["inventory_difference"]["rows"]}
    assert rows["cpu.numa.nodes_per_socket"] == (1, 4)
    assert compare["paths"]["new"]["targets"][0]["path"] == "target 1 (block device)"
    assert [m["disk"] for m in compare["paths"]["new"]["targets"][0]["members"]] == [
        "drive A",
        "drive B",
        "drive C",
        "drive D",
    ]


@pytest.mark.nightly
async def test_a_hidden_change_is_no_other_verdict(client: AsyncClient, loaded: int) -> None:
    """What changed cannot be hidden by hiding its values: the verdict stays, the values become labels."""
    found = freeze(await of_comparison(client, await nps(client)), Wish(hide=("bios.settings",))).document
    assert found["compare"]["attribution"]["kind"] == "only"
    assert (
        found["compare"]["attribution"]["text"]
        == "Of what was recorded, only NUMA nodes per socket value 1 → value 2 changed."
    )
    assert answers(found)["bios-settings"] == ("unknown", None)


@pytest.mark.nightly
async def test_series_of_the_demo_freeze(client: AsyncClient, loaded: int) -> None:

    async def shown(address: str) -> tuple[str, Any, list[tuple[Any, list[Any]]]]:
        document = freeze(await of_series(client, address), Wish()).document
        SHAPE.validate_python(document)
        series = document["series"]
        lines = [(line["key"], [p["x"] for p in line["points"]]) for line in series["series"]]
        return document["title"], series["x"], lines

    assert await shown("x=raid.width&metric=bw_bytes_per_s&host=gpu-server+(demo)") == (
        "Bandwidth vs. RAID width", "raid.width", [(None, [2, 3, 4])],
    )  # fmt: skip
    # A label's key and values are a person's words.
    assert await shown("x=label.cpus&metric=bw_bytes_per_s") == (
        "Bandwidth vs. label 1", "label 1", [(None, ["value 1", "value 2", "value 3"])],
    )  # fmt: skip
    title, x, lines = await shown("x=host&metric=bw_bytes_per_s&by=drive.model")
    assert (title, x) == ("Bandwidth vs. host, by drive model", "host")
    # The model is known from an inventory of the share: a fact. Hosts are labels.
    assert "INTEL SSDPEDMD020T4" in {key for key, _ in lines}
    assert {host for _, hosts in lines for host in hosts} == {f"host {n}" for n in range(1, 8)}


async def test_what_stands_in_a_name_s_place_is_of_this_run(client: AsyncClient, loaded: int) -> None:
    """A preview that said "randread 4k QD32 x4" of every run's job name, and "block device" of a file, was an example."""
    [run] = [i for i in (await ask(client, "/runs?tag=workstation"))["items"] if "slot 3" in i["title"]]
    frozen = freeze(await of_run(client, run["id"]), Wish())
    shown = {left["field"]: left["replaced_by"] for left in frozen.left_out}
    assert shown["job.name"] == "randwrite 64k QD1 x8" == frozen.document["runs"][0]["results"][0]["job_name"]
    assert frozen.document["title"] == "Random write 64 KiB, QD 1, 8 jobs on host 1"
    assert shown["target.path"] == "target 1 (file)"
    assert (shown["host.name"], shown["run.title"]) == ("host 1", "run 1")
