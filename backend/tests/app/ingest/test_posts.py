"""Posts of the five cases, written as their authors would: the question of each is answered without a typed label."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from tests.app.ingest.test_pasted_facts import store

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
    assert answer.json()["answer"]["text"] == ["Of what was recorded, only Slot 2 → 3 changed."]


async def test_without_acceptance_nothing_of_a_sentence_counts(client: AsyncClient) -> None:
    runs = await store(client, (POSTS / "workstation.md").read_bytes())
    assert [run["labels"] for run in runs] == [{}, {}, {}]


async def test_shares_of_the_rated_iops_with_the_cpu_beside_them(client: AsyncClient) -> None:
    """The FreeBSD machine: 19 % with a full CPU, 17 % of 450,000, and 90 % of 75,000."""
    runs = await store(client, (POSTS / "freebsd-box.md").read_bytes(), accept="all")
    assert [run["labels"]["rated_iops"] for run in runs] == ["450000", "450000", "75000"]
    assert [round(100 * ceiling(run, "rated")["share"]) for run in runs] == [19, 17, 90]
    assert runs[0]["answer"]["verdict"]["sentence"] == (
        "The CPU is the limit: each of the 4 jobs used 99.9 % of a CPU, 98.7 % of it in the kernel."
    )
    assert "cpu-saturated-job" in runs[1]["answer"]["checks"]["fine"]
    assert {run["factors"]["os.name"] for run in runs} == {"FreeBSD"}


async def test_shares_of_the_rated_sum_and_the_knee_of_an_array(client: AsyncClient) -> None:
    """The GPU server, a table alone: 93, 89 and 68 % of 3.5 GB/s for each drive, and the fourth adds little."""
    runs = await store(client, (POSTS / "gpu-server.md").read_bytes(), accept="all")
    figures = [(run["title"], run["results"][0]["bw_bytes_per_s"] / 1e9) for run in runs]
    assert figures == [("Drives 2", 6.51), ("Drives 3", 9.32), ("Drives 4", 9.47)]
    assert [run["results"][0]["runtime_ms"] for run in runs] == [15_360, 10_730, 10_560]
    assert [round(100 * ceiling(run, "rated")["share"]) for run in runs] == [93, 89, 68]
    assert [(run["factors"]["source"], run["factors"]["drive.count"]) for run in runs] == [
        ("typed", count) for count in (2, 3, 4)
    ]
    assert "width-knee" not in runs[1]["answer"]["checks"]["found"]
    assert runs[2]["answer"]["verdict"]["text"][-1] == (
        "From 3 to 4 drives, sequential reads gained only 150 MB/s, 5 % of one drive: probably a shared component limits them to "
        "about 9.47 GB/s."
    )


@pytest.mark.nightly
async def test_a_heading_that_restates_a_setting_is_no_second_difference(client: AsyncClient) -> None:
    """The epyc post: NPS1 against "NPS4, any CPU"; of socket 0 the affinity differs, too."""
    runs = await store(client, (POSTS / "epyc.md").read_bytes(), accept="all")
    answers = []
    for new in runs[1:3]:
        sides = {"base": f"run={runs[0]['id']}", "new": f"run={new['id']}"}
        answers.append((await client.get("/api/v1/compare", params=sides)).json()["answer"])
    assert answers[0]["text"] == ["Of what was recorded, only NUMA nodes per socket 1 → 4 changed."]
    assert answers[1]["kind"] == "confounded"


async def test_the_same_post_with_the_tools_own_lines(client: AsyncClient) -> None:
    runs = await store(client, (POSTS / "gpu-server-output.md").read_bytes(), accept="all")
    assert [round(100 * ceiling(run, "rated")["share"]) for run in runs] == [93, 89, 68]
    assert ["width-knee" in run["answer"]["checks"]["found"] for run in runs] == [False, False, True]
    samples = [[one["detail"] for one in run["problems"] if one["error"] == "DeviceSamples"] for run in runs]
    assert [len(one) for one in samples] == [1, 0, 0]
    assert samples[0][0].startswith(
        "iostat, one report: read nvme0n1 3.46 GB/s (50.1 %), nvme1n1 3.44 GB/s (49.9 %), together 6.90 GB/s."
    )
    sides = {"base": f"run={runs[0]['id']}", "new": f"run={runs[2]['id']}"}
    answer = (await client.get("/api/v1/compare", params=sides)).json()["answer"]
    assert answer["text"] == ["Of what was recorded, only RAID width 2 → 4 changed."]
