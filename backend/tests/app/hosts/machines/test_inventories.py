"""GET /inventories: the document with what follows from it, the picture of the machine, the difference of two."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.answers.difference import DifferenceOut
from fioboard.engine.answers.inventory import InventoryOut
from fioboard.engine.answers.machine import MachineOut
from tests.app.ingest.test_uploads import send
from tests.factories.machine import NAMES, machine
from tests.factories.measured_machine import fio_output, samples, upload
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio
MEMBERS = ["nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1"]


async def stored(client: AsyncClient, name: str, **more: Any) -> dict[str, Any]:
    """Uploads a machine; its run."""
    answer = await send(client, upload(name, **more))
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = (await client.get(f"/api/v1/runs/{answer.json()['id']}")).json()
    return found


async def ask(client: AsyncClient, path: str, model: Any) -> Any:
    """The answer of a GET, which fits its declared shape."""
    answer = await client.get(f"/api/v1{path}")
    assert answer.status_code == 200, answer.text
    shape_of(model).validate_python(answer.json())
    return answer.json()


async def test_inventory_comes_whole_with_its_moment_settings_and_findings(client: AsyncClient) -> None:
    run = await stored(client, "epyc-nps4")
    found = await ask(client, f"/inventories/{run['inventory_id']}", InventoryOut)
    sent = machine("epyc-nps4")["inventory"]
    assert found["document"] == sent
    assert found["run_count"] == 1
    assert {s["key"]: (s["value"], s["source"]) for s in found["firmware"]} == {
        "numa.nodes_per_socket": (4, "inferred")
    }
    assert all(found[f"{facet}_fingerprint"].startswith("fp1:") for facet in ("hw", "fw", "os"))


async def test_sections_that_are_too_long_are_left_out_named_and_there_when_asked_for(
    client: AsyncClient,
) -> None:
    sent = machine("laptop")["inventory"] | {"tunables": {f"/sys/{n}": "x" * 100 for n in range(20_000)}}
    run = await stored(client, "laptop", hardware=sent)
    answer = await client.get(f"/api/v1/inventories/{run['inventory_id']}")
    assert len(answer.content) < 1_000_000
    found = answer.json()
    assert [one["section"] for one in found["left_out"]] == ["tunables"]
    assert found["left_out"][0]["bytes"] > 2_000_000
    assert found["document"] == {name: part for name, part in sent.items() if name != "tunables"}
    whole = await ask(client, f"/inventories/{run['inventory_id']}?whole=true", InventoryOut)
    assert (whole["document"], whole["left_out"]) == (sent, [])


async def test_one_content_is_one_inventory_whatever_the_moment(
    client: AsyncClient, database: Database
) -> None:
    first = await stored(client, "laptop")
    hotter = machine("laptop")["inventory"] | {"moment": {"disks": {"nvme0n1": {"temperature_c": 71}}}}
    second = await stored(client, "laptop", hardware=hotter)
    assert first["inventory_id"] == second["inventory_id"]
    found = await ask(client, f"/inventories/{first['inventory_id']}", InventoryOut)
    assert found["document"]["moment"]["disks"]["nvme0n1"]["temperature_c"] == 71
    assert first["inventory"]["moment"]["disks"]["nvme0n1"]["temperature_c"] == 43
    assert found["run_count"] == 2


@check_each("name", NAMES)
async def test_every_machine_has_a_picture(client: AsyncClient, name: str) -> None:
    run = await stored(client, name)
    await ask(client, f"/inventories/{run['inventory_id']}/machine", MachineOut)
    found = await ask(client, f"/inventories/{run['inventory_id']}/machine?run={run['id']}", MachineOut)
    assert found["run"]["id"] == run["id"]
    roots = [root for socket in found["sockets"] for root in socket["roots"]] + found["unplaced"]
    drawn = [node["id"] for root in roots for node in flat(root)]
    assert len(drawn) == len(set(drawn))
    assert set(drawn) >= set(machine(name)["inventory"]["pci"]) | set(machine(name)["inventory"]["disks"])


def flat(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(found for child in node["children"] for found in flat(child))]


async def test_picture_shows_what_the_run_moved_over_each_hop(client: AsyncClient) -> None:
    run = await stored(client, "epyc-nps4", sampled=samples(MEMBERS, read=7.0e9))
    found = await ask(client, f"/inventories/{run['inventory_id']}/machine?run={run['id']}", MachineOut)
    [socket, other] = found["sockets"]
    assert (socket["title"], socket["nodes"], other["roots"]) == ("Socket 0", [0, 1, 2, 3], [])
    [port] = socket["roots"]
    assert (port["slot"]["name"], port["numa_node"], port["is_on_path"]) == ("PCIE_1_A", 1, True)
    [switch] = port["children"]
    assert (switch["kind"], switch["used_bytes_per_s"]) == ("switch_up", 28.0e9)
    link = switch["link"]
    assert (link["generation"], link["lanes"], link["class"], link["seen"]) == (4, 16, "full", "idle")
    assert link["ceiling_bytes_per_s"] == [26_532_793_522, 28_807_032_967]
    [drive] = switch["children"][0]["children"]
    assert (drive["kind"], drive["used_bytes_per_s"]) == ("endpoint", 7.0e9)
    assert [child["kind"] for child in drive["children"]] == ["disk"]


async def test_without_a_run_nothing_is_on_the_path(client: AsyncClient) -> None:
    run = await stored(client, "epyc-nps4")
    found = await ask(client, f"/inventories/{run['inventory_id']}/machine", MachineOut)
    nodes = [node for s in found["sockets"] for root in s["roots"] for node in flat(root)]
    assert {node["is_on_path"] for node in nodes} == {False}
    assert {node["used_bytes_per_s"] for node in nodes} == {None}


async def test_gpu_is_the_end_of_the_path_of_a_run_that_names_it(client: AsyncClient) -> None:
    hardware = machine("gpu-server")["inventory"]
    for address in ("0000:3a:00.0", "0000:3b:00.0"):
        hardware["pci"][address]["link"] |= {"max_gts": 8.0, "max_lanes": 16}
    hardware["os"]["is_nvidia_fs_loaded"] = True
    content = fio_output().replace(b'"libaio"', b'"libcufile", "cuda_io": "cufile", "gpu_dev_ids": "0"')
    run = await stored(client, "gpu-server", content=content, hardware=hardware)
    found = await ask(client, f"/inventories/{run['inventory_id']}/machine?run={run['id']}", MachineOut)
    gpus = found["gpus"]
    assert gpus["is_nvidia_fs_loaded"] is True
    assert gpus["use"] == {
        "way": "direct", "option": "cuda_io=cufile", "numbers": [0], "end_reason": None,
    }  # fmt: skip
    [gpu] = gpus["gpus"]
    [group] = gpu["drives"]
    assert (group["nearness"], group["disks"], group["rate_bytes_per_s"]) == (
        "same socket",
        MEMBERS,
        3_938_461_538,
    )
    # Four Gen3 x4 drives behind a Gen3 x16 uplink and the same link of the GPU.
    carried = {gpu[name] for name in ("link_bytes_per_s", "drives_bytes_per_s", "together_bytes_per_s")}
    assert (gpu["is_end"], carried) == (True, {15_753_846_154})
    alone = await ask(client, f"/inventories/{run['inventory_id']}/machine", MachineOut)
    assert (alone["gpus"]["use"], alone["gpus"]["gpus"][0]["is_end"]) == (None, False)


async def test_difference_of_two_settings_of_one_host(client: AsyncClient) -> None:
    one, four = await stored(client, "epyc-nps1"), await stored(client, "epyc-nps4")
    found = await ask(
        client, f"/inventories/{one['inventory_id']}/diff/{four['inventory_id']}", DifferenceOut
    )
    assert {f["facet"]: f["state"] for f in found["facets"]} == {
        "hw": "same",
        "fw": "different",
        # Less than half of the system's parts are known.
        "os": "cannot_tell",
    }
    rows = {row["path"]: (row["base"], row["new"]) for row in found["rows"]}
    assert rows["cpu.numa.nodes_per_socket"] == (1, 4)
    assert found["base"]["id"] == one["inventory_id"]
    same = await ask(client, f"/inventories/{one['inventory_id']}/diff/{one['inventory_id']}", DifferenceOut)
    assert same["rows"] == []


async def test_bad_addresses_are_named(client: AsyncClient) -> None:
    run, other = await stored(client, "vm"), await stored(client, "laptop")
    own = f"/api/v1/inventories/{run['inventory_id']}"
    for path, status, error in (
        (f"/api/v1/inventories/{uuid4()}", 404, "InventoryNotFound"),
        (f"/api/v1/inventories/{uuid4()}/machine", 404, "InventoryNotFound"),
        (f"{own}/diff/{uuid4()}", 404, "InventoryNotFound"),
        (f"{own}/diff/seven", 404, "InventoryNotFound"),
        ("/api/v1/inventories/seven", 404, "InventoryNotFound"),
        (f"{own}/machine?run={uuid4()}", 404, "RunNotFound"),
        (f"{own}/machine?run={other['id']}", 404, "RunNotFound"),
        (f"{own}/machine?run=seven", 422, "Invalid"),
        (f"{own}/machine?colour=red", 422, "UnknownKey"),
        (f"{own}?colour=red", 422, "UnknownKey"),
    ):
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (status, error), path


async def test_an_inventory_of_another_shape_is_stored_and_shown(client: AsyncClient) -> None:
    odd = {"schema": 1, "pci": [1, 2], "disks": "none", "cpu": 7, "network": {"eth0": None}}
    run = await stored(client, "vm", hardware=odd)
    await ask(client, f"/inventories/{run['inventory_id']}", InventoryOut)
    await ask(client, f"/inventories/{run['inventory_id']}/machine?run={run['id']}", MachineOut)
