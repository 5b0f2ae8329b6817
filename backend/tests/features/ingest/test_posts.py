"""Posts of the five cases, written as their authors would: the question of each is answered without a typed label."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.features.ingest.test_pasted_facts import store

pytestmark = pytest.mark.anyio
POSTS = Path(__file__).parents[2] / "data" / "pasted" / "posts"


def ceiling(run: dict[str, Any], stage: str) -> dict[str, Any]:
    [row] = [one for one in run["answer"]["ceilings"] if one["stage"] == stage]
    return dict(row)


async def test_slot_2_against_slot_3_with_the_link_named(client: AsyncClient) -> None:
    """The workstation: the stated link of slot 3 cannot be, for 1.56 GB/s were written through 1.0."""
    runs = await store(client, (POSTS / "workstation.md").read_bytes(), accept="all")
    assert [run["factors"]["slot"] for run in runs] == ["2", "2", "3"]
    assert [run["labels"]["slot.link"] for run in runs] == ["Gen2 x16", "Gen2 x16", "Gen1 x4"]
    assert runs[2]["answer"]["verdict"]["sentence"] == (
        "Implausible: 1.56 GB/s is more than Gen1 x4, the stated link, can transfer (1.00 GB/s)."
    )
    assert "faster-than-possible" in runs[0]["answer"]["checks"]["fine"]
    row = ceiling(runs[0], "shared_links")
    assert (row["label"], row["source"], row["state"]) == (
        "1 × Gen2 x16, as stated",
        "stated",
        "not_comparable",
    )
    answer = await client.get(
        "/api/v1/compare", params={"base": f"run={runs[0]['id']}", "new": f"run={runs[2]['id']}"}
    )
    assert answer.status_code == 200, answer.text
    assert "slot" in answer.text


async def test_without_acceptance_nothing_of_a_sentence_counts(client: AsyncClient) -> None:
    runs = await store(client, (POSTS / "workstation.md").read_bytes())
    assert [run["labels"] for run in runs] == [{}, {}, {}]


async def test_shares_of_the_rated_iops_with_the_cpu_beside_them(client: AsyncClient) -> None:
    """The FreeBSD machine: 19 % with a full CPU, 17 % of 450,000, and 90 % of 75,000."""
    runs = await store(client, (POSTS / "freebsd-box.md").read_bytes(), accept="all")
    assert [run["labels"]["rated_iops"] for run in runs] == ["450000", "450000", "75000"]
    assert [round(100 * ceiling(run, "rated")["share"]) for run in runs] == [19, 17, 90]
    assert runs[0]["answer"]["verdict"]["sentence"] == (
        "The CPU is the limit: all 4 jobs used 99.9 % of a CPU, 98.7 % of it in the kernel."
    )
    assert "cpu-saturated-job" in runs[1]["answer"]["checks"]["fine"]
    assert {run["factors"]["os.name"] for run in runs} == {"FreeBSD"}
