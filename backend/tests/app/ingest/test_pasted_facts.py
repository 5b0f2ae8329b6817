"""Facts of the text around the results: offered in the preview, stated factors and a path after the import."""

from pathlib import Path
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.pasted import PastedFactOut
from fioboard.engine.formats.pasted.assign import MAX_FACTS
from tests.app.system.reparse.test_reparse import all_changes
from tests.loops import check_each

pytestmark = pytest.mark.anyio
POSTS = Path(__file__).parents[2] / "data" / "pasted" / "posts"
EPYC = (POSTS / "epyc.md").read_bytes()
RESULT = """root@pve1:~# uname -r
root@pve1:~# smartctl -i /dev/nvme0n1
=== START OF INFORMATION SECTION ===
Model Number:                       Samsung SSD 970 EVO Plus 1TB
Firmware Version:                   2B2QEXM7

The drive is in slot 3.

root@pve1:~# fio --name=t --filename=/dev/nvme0n1 --rw=randread --bs=4k --ioengine=libaio --direct=1 --iodepth=32
t: (g=0): rw=randread, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, ioengine=libaio, iodepth=32
fio-3.33
Starting 1 process
t: (groupid=0, jobs=1): err= 0: pid=11: Mon Mar  3 10:00:20 2025
  read: IOPS=400k, BW=1562MiB/s (1638MB/s)(45.8GiB/30001msec)
    clat (usec): min=20, max=2000, avg=79.00, stdev=9.00
"""


async def preview(client: AsyncClient, content: str | bytes) -> list[PastedFactOut]:
    answer = await client.post("/api/v1/import/preview", content=content)
    assert answer.status_code == 200, answer.text
    facts: list[PastedFactOut] = answer.json()["found"]
    return facts


async def store(client: AsyncClient, content: str | bytes, **query: object) -> list[dict[str, Any]]:
    answer = await client.post("/api/v1/import", params={"host": "atlas", **query}, content=content)
    assert answer.status_code == 201, answer.text
    return [(await client.get(f"/api/v1/runs/{run['id']}")).json() for run in answer.json()["runs"]]


async def test_the_preview_tells_each_fact_with_its_line(client: AsyncClient) -> None:
    facts = {fact["key"]: fact for fact in await preview(client, RESULT)}
    assert facts["drive.model"] == {
        "key": "drive.model",
        "value": "Samsung SSD 970 EVO Plus 1TB",
        "unit": None,
        "where": "line 4",
        "line": 4,
        "confidence": "output",
        "applies_to": [1],
        "is_contradicted": False,
        "accepted_for": [1],
    }
    assert (facts["slot"]["confidence"], facts["slot"]["accepted_for"]) == ("prose", [])
    assert (facts["host"]["value"], facts["host"]["accepted_for"]) == ("pve1", [])


@pytest.mark.parametrize(
    ("accept", "labels"),
    [
        (None, {"drive.model": "Samsung SSD 970 EVO Plus 1TB", "drive.firmware": "2B2QEXM7"}),
        ("output", {"drive.model": "Samsung SSD 970 EVO Plus 1TB", "drive.firmware": "2B2QEXM7"}),
        ("all", {"drive.model": "Samsung SSD 970 EVO Plus 1TB", "drive.firmware": "2B2QEXM7", "slot": "3"}),
        ("none", {}),
    ],
)
async def test_what_is_accepted_becomes_a_stated_factor(
    client: AsyncClient, accept: str | None, labels: dict[str, str]
) -> None:
    query = {} if accept is None else {"accept": accept}
    [run] = await store(client, RESULT, **query)
    assert run["labels"] == labels
    assert {key: run["factors"].get(key) for key in labels} == labels


async def test_a_rejected_fact_is_none_and_a_label_stands_above_one(client: AsyncClient) -> None:
    facts = await preview(client, RESULT)
    number = 1 + [fact["key"] for fact in facts].index("drive.firmware")
    [run] = await store(client, RESULT, accept="all", reject=number, **{"label.slot": "7"})
    assert run["labels"] == {"drive.model": "Samsung SSD 970 EVO Plus 1TB", "slot": "7"}


async def test_facts_that_contradict_are_named_and_none_counts(client: AsyncClient) -> None:
    text = RESULT.replace("slot 3.", "slot 3.\n\nOutput of the second day, from slot 4.")
    facts = [fact for fact in await preview(client, text) if fact["key"] == "slot"]
    assert [(fact["value"], fact["is_contradicted"]) for fact in facts] == [("3", True), ("4", True)]
    answer = await client.post("/api/v1/import", params={"host": "a", "accept": "all"}, content=text)
    [remark] = [one for one in answer.json()["warnings"] if one["error"] == "FactsContradict"]
    assert remark["detail"] == (
        "The text contradicts itself about one run, so neither value is used: slot 3 (line 7); slot 4 (line 9)."
    )
    run = (await client.get(f"/api/v1/runs/{answer.json()['runs'][0]['id']}")).json()
    assert "slot" not in run["labels"]


@check_each(
    "key, value, detail",
    [
        ("accept", "some", "accept: is one of output, all, none"),
        ("accept", "", "accept: is one of output, all, none"),
        ("reject", "0", "reject: is the number of a fact of the preview, from 1"),
        ("reject", "slot", "reject: is the number of a fact of the preview, from 1"),
        ("reject", "99999", "reject: is the number of a fact of the preview, from 1"),
    ],
)
async def test_what_cannot_be_accepted_is_refused_by_name(
    client: AsyncClient, key: str, value: str, detail: str
) -> None:
    answer = await client.post("/api/v1/import", params={"host": "a", key: value}, content=RESULT)
    assert (answer.status_code, answer.json()["detail"]) == (422, detail)


async def test_pasted_hardware_gives_the_path_and_names_the_link(
    client: AsyncClient, database: Database
) -> None:
    """The epyc case: NPS1 against NPS4, 98.6 % of the link, socket 1 remote; no label was typed."""
    runs = await store(client, EPYC, accept="all")
    assert [run["factors"]["bios.nps"] for run in runs] == [1, 4, 4, 4, 4]
    full = runs[1]
    assert full["answer"]["verdict"]["sentence"] == "The Gen4 x16 link is full: 28.4 of 28.8 GB/s, 98.6 %."
    assert full["path"]["limited_by"] == "0000:20:03.1"
    assert full["factors"]["drive.count"] == 4
    remote = runs[3]["answer"]["verdict"]
    assert remote["id"] == "remote-numa-node"
    assert remote["sentence"].startswith(
        "Remote NUMA: fio ran on nodes 4–7, the drives are attached to node 1"
    )
    assert [run["answer"]["verdict"]["id"] for run in (runs[2], runs[4])] == ["at-link-limit"] * 2
    # Stated, not detected; and read again it is the same.
    assert [(change.facts, change.refused) for change in await all_changes(database)] == [({}, None)]


async def test_pasted_hardware_can_be_left_out(client: AsyncClient) -> None:
    facts = await preview(client, EPYC)
    assert (facts[-1]["key"], facts[-1]["value"]) == (
        "hardware",
        "4 drives, 10 PCIe functions, 1 array, 8 NUMA nodes",
    )
    runs = await store(client, EPYC, reject=len(facts))
    assert [run["path"] for run in runs] == [None] * 5
    assert [run["factors"]["drive.count"] for run in runs] == [4] * 5


async def test_a_text_of_many_facts_is_read_as_far_as_they_can_be_compared(client: AsyncClient) -> None:
    sentences = "\n\n".join(
        f"It sat in slot {n}, on kernel: 5.{n}. Peak {n % 90 + 10} °C." for n in range(1, 1_500)
    )
    text = f"{RESULT}\n\n{sentences}\n"
    answer = await client.post("/api/v1/import", params={"host": "atlas"}, content=text)
    facts, warnings = answer.json()["found"], answer.json()["warnings"]
    assert 0 < len(facts) <= MAX_FACTS
    assert [one["error"] for one in warnings if one["error"] == "FactsLeftOut"] == ["FactsLeftOut"]
    # Those of programs come first.
    assert "drive.model" in {fact["key"] for fact in facts}


async def test_a_section_of_its_own_describes_no_run_of_several_others(client: AsyncClient) -> None:
    command, output = RESULT.split("\n\n")[2].split("\n", 1)
    setup = "## Kernel\n\nroot@pve1:~# uname -a\nLinux pve1 6.1.0-13-amd64 #1 SMP Debian x86_64 GNU/Linux\n"
    runs = [
        f"## BIOS {name}\n\n{command}\n{output.replace('pid=11', f'pid={pid}').replace('10:00:20', f'10:{pid}:20')}"
        for name, pid in (("A", 11), ("B", 12))
    ]
    facts = [fact for fact in await preview(client, "\n".join([setup, *runs])) if fact["key"] == "kernel"]
    assert [(fact["value"], fact["applies_to"], fact["accepted_for"]) for fact in facts] == [
        ("6.1.0-13-amd64", [], [])
    ]
    facts = [fact for fact in await preview(client, "\n".join([setup, runs[0]])) if fact["key"] == "kernel"]
    assert [fact["accepted_for"] for fact in facts] == [[1]]


async def test_a_test_of_the_network_is_a_ceiling_of_what_is_read_over_it(client: AsyncClient) -> None:
    content = """$ mount | grep nas
nas.lan:/export on /mnt/nas type nfs4 (rw,relatime,vers=4.2,rsize=1048576,wsize=1048576,proto=tcp)
$ iperf3 -c nas.lan
[  5]   0.00-10.00  sec  11.0 GBytes  9.40 Gbits/sec                  receiver

fio --name=t --directory=/mnt/nas --rw=read --bs=1M --direct=1
t: (groupid=0, jobs=1): err= 0: pid=11: Mon Mar  3 10:00:20 2025
  read: IOPS=1000, BW=1000MiB/s (1049MB/s)(29.3GiB/30001msec)
"""
    (run,) = await store(client, content)
    assert run["labels"]["network.measured_bw"] == "1175000000"
    network = next(one for one in run["answer"]["ceilings"] if one["stage"] == "network")
    assert (network["high"], network["share"], network["source"]) == (1_175_000_000, 0.8928, "stated")
