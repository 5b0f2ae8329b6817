"""Whatever inventory was uploaded, up to the largest that ingest takes: every answer made of it is bounded."""

import time
from collections.abc import Iterator
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient, Response

from fioboard.engine.hardware.inventory.difference import compare_documents, limit_rows
from fioboard.engine.hardware.inventory.picture import draw_picture
from fioboard.engine.words.limits import MAX_DIFFERENCE_ROWS, MAX_INVENTORY_BYTES, MAX_PICTURE_NODES
from tests.contract.test_bounds import MOST_BYTES, document
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio
# Of this process alone. What grows with the square takes minutes; `make bench-bounds` has the figures (2.03 at load 12).
MOST_CPU_S = 8.0
RUNS = 6


def hostile(number: int, functions: int) -> dict[str, Any]:
    """Many ports, drives and interfaces, lists of CPUs that all differ; nothing is the same in two of them."""
    pci = {
        f"{i // 8192:04x}:{i // 32 % 256:02x}:{i % 32:02x}.0": {
            "parent": f"{(i - 1) // 8192:04x}:{(i - 1) // 32 % 256:02x}:{(i - 1) % 32:02x}.0"
            if i % 50
            else None,
            "name": f"Function {number} {i} " + "n" * (5_000 if i < 30 else 20),
            "ids": {"class": "0x0604" if i % 50 < 49 else "0x0108", "vendor": "0x144d", "device": "0xa80a"},
            "link": {"current_gts": 16.0, "current_lanes": 4, "max_gts": 16.0, "max_lanes": 4 + number},
            "local_cpus": f"{i}-8000",
        }
        for i in range(functions)
    }
    disks = {
        f"nvme{i}n1": {"model": f"Model {i}", "serial": f"S{number}{i:08d}", "pci": "0000:00:00.0"}
        for i in range(functions)
    }
    networks = [{"name": f"eth{number}{i}", "pci": f"0000:00:{i % 32:02x}.0"} for i in range(functions)]
    nodes = [{"id": i, "cpus": f"{i}-{i + 9}"} for i in range(1_000)]
    unknown = {f"field{number}-{i}": i for i in range(functions)}
    firmware = {
        f"Setting {i}": f"{number} " + "v" * (20_000 if i < 20 else 10) for i in range(functions // 2)
    }
    cpu = {"model": "Example CPU", "sockets": 2, "numa": {"nodes": nodes}}
    return inventory(
        pci=pci, disks=disks, network=networks, cpu=cpu, unknown=unknown, firmware={"attributes": firmware}
    )


def largest(number: int) -> dict[str, Any]:
    """About the largest of these that is taken."""
    few, more = (len(orjson.dumps(hostile(number, functions))) for functions in (2_000, 4_000))
    return hostile(number, 2_000 + int(0.98 * (MAX_INVENTORY_BYTES - few) / (more - few) * 2_000))


async def send(client: AsyncClient, number: int, hardware: object) -> Response:
    files = {"fio.json": document(number, sections=3)}
    about = manifest(files, target="/dev/nvme0n1", started_at=f"2026-11-20T1{number}:00:00Z")
    content, headers = body(files, about, hardware)
    return await client.post("/api/v1/uploads", content=content, headers=headers)


def nodes_of(picture: dict[str, Any]) -> Iterator[dict[str, Any]]:
    waiting = [*picture["unplaced"], *(root for socket in picture["sockets"] for root in socket["roots"])]
    while waiting:
        node = waiting.pop()
        waiting += node["children"]
        yield node


@pytest.mark.nightly
def test_a_picture_and_a_difference_are_bounded_and_say_what_they_leave_out() -> None:
    one, other = hostile(0, 1_500), hostile(1, 1_500)
    drawn = draw_picture(one)
    assert len(list(nodes_of(dict(drawn)))) == MAX_PICTURE_NODES
    assert drawn["left_out"] > 0
    assert len(orjson.dumps(drawn)) <= MOST_BYTES
    rows = compare_documents(one, other)
    shown = limit_rows(row.serialize() for row in rows)
    assert 0 < len(shown) < len(rows)
    assert len(orjson.dumps(shown)) <= MOST_BYTES / 2


@pytest.mark.nightly
async def test_an_inventory_of_the_largest_size_costs_no_page_more_than_its_bound(
    client: AsyncClient,
) -> None:
    runs = []
    for number in range(2):
        stored = await send(client, number, largest(number))
        assert stored.status_code == 201, stored.text
        runs.append((await client.get(f"/api/v1/runs/{stored.json()['id']}")).json())
    one, other = (run["inventory_id"] for run in runs)
    answers = {}
    for path in (
        f"/inventories/{one}",
        f"/inventories/{one}/machine",
        f"/inventories/{one}/machine?run={runs[0]['id']}",
        f"/inventories/{one}/diff/{other}",
        f"/compare?base=run%3D{runs[0]['id']}&new=run%3D{runs[1]['id']}",
        f"/compare/choices?run={runs[0]['id']}",
        f"/hosts/{runs[0]['host']['id']}",
        f"/runs/{runs[0]['id']}",
        f"/runs/{runs[0]['id']}/answer",
        "/runs",
        "/hosts",
        "/fleet",
        "/facets",
    ):
        began = time.process_time()
        answer = await client.get(f"/api/v1{path}")
        took_s = time.process_time() - began
        assert answer.status_code == 200, (path, answer.text)
        assert len(answer.content) <= MOST_BYTES, (path, len(answer.content))
        assert took_s <= MOST_CPU_S, (path, took_s)
        answers[path] = answer.json()
    picture = answers[f"/inventories/{one}/machine"]
    assert len(list(nodes_of(picture))) <= MAX_PICTURE_NODES
    assert picture["left_out"] > 0
    difference = answers[f"/inventories/{one}/diff/{other}"]
    assert 0 < len(difference["rows"]) <= MAX_DIFFERENCE_ROWS
    assert difference["rows_left_out"] > 0
    whole = await client.get(f"/api/v1/inventories/{one}?whole=true")
    assert len(whole.content) <= MAX_INVENTORY_BYTES + MOST_BYTES


@pytest.mark.nightly
async def test_a_host_compares_as_many_inventories_as_its_page_may_cost(client: AsyncClient) -> None:
    for number in range(RUNS):
        stored = await send(client, number, largest(number))
        assert stored.status_code == 201, stored.text
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    began = time.process_time()
    answer = await client.get(f"/api/v1/hosts/{host['id']}")
    assert time.process_time() - began <= MOST_CPU_S
    found = answer.json()
    assert len(answer.content) <= MOST_BYTES
    assert found["timeline"][0]["change_count"] > 0
    assert len(found["timeline"]) + found["timeline_left_out"] == RUNS


@pytest.mark.parametrize(
    "more", [{"text": "x" * MAX_INVENTORY_BYTES}, {"numbers": [1e300] * 14_000}], ids=["long", "written out"]
)
async def test_a_larger_inventory_is_refused_with_its_size(client: AsyncClient, more: dict[str, Any]) -> None:
    """PostgreSQL writes 1e300 as 301 digits, and whoever reads it gets all of them."""
    refused = await send(client, 0, inventory(unknown=more))
    assert (refused.status_code, refused.json()["error"]) == (422, "BadManifest")
    assert "larger than 4.19 MB" in refused.json()["detail"]
