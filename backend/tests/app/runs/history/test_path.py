"""A run's path, findings, factors: derived at ingest, overridden by what a person states, rebuilt by reparse."""

from typing import Any

import pytest
from httpx2 import AsyncClient
from sqlalchemy import text

from fioboard.app.system.reparse.service import renew_fingerprints
from fioboard.core.database import Database
from fioboard.engine.answers.run import RunDetail
from tests.app.hosts.machines.test_inventories import MEMBERS, stored
from tests.app.ingest.test_uploads import send
from tests.app.system.reparse.test_reparse import all_changes
from tests.factories.machine import NAMES
from tests.factories.measured_machine import fio_output, samples, upload
from tests.loops import check_each
from tests.shapes import shape_of

pytestmark = pytest.mark.anyio


def values(run: dict[str, Any]) -> dict[str, Any]:
    return {f["key"]: (f["value"], f["source"], f["detected"]) for f in run["factor_values"]}


@check_each("name", NAMES)
async def test_every_machine_has_a_path_of_the_declared_shape(client: AsyncClient, name: str) -> None:
    run = await stored(client, name)
    shape_of(RunDetail).validate_python(run)
    assert run["path"]["path_fingerprint"].startswith("fp1:")
    assert [t["path"] for t in run["path"]["targets"]]


async def test_epyc_path_names_layers_members_limit_and_shared_hop(client: AsyncClient) -> None:
    run = await stored(client, "epyc-nps4", sampled=samples(MEMBERS))
    path = run["path"]
    [target] = path["targets"]
    assert target["layers"] == ["md raid0 of 4"]
    assert [(m["disk"], m["link"], m["slot"]["name"], m["numa_node"]) for m in target["members"]] == [
        (disk, "Gen4 x4", "PCIE_1_A", 1) for disk in MEMBERS
    ]
    assert path["chain_limit_bytes_per_s"]["read"] == [26_532_793_522, 28_807_032_967]
    assert path["limited_by"] == "0000:20:03.1"
    [hop] = path["shared_hops"]
    assert (hop["function"], hop["member_count"], hop["ratio"], hop["is_oversubscribed"]) == (
        *("0000:20:03.1", 4, 1.0),
        False,
    )
    assert {f["id"] for f in run["answer"]["findings"]} == {
        *("below-link-limit", "not-pinned", "too-short", "few-repeats", "in-flight")
    }


@pytest.mark.parametrize("launcher", ["numactl --cpunodebind=1", "taskset -c 0-7"])
async def test_nobody_is_told_to_pin_what_a_program_before_fio_binds(
    client: AsyncClient, launcher: str
) -> None:
    argv = [*launcher.split(), "fio", "--output-format=json", "job.fio"]
    run = await stored(client, "epyc-nps4", argv=argv)
    assert "not-pinned" not in {f["id"] for f in run["answer"]["findings"]}
    nice = await stored(client, "epyc-nps4", argv=["nice", "-n", "5", *argv[-3:]])
    assert "not-pinned" in {f["id"] for f in nice["answer"]["findings"]}


async def test_gen1_slot_contradiction_is_on_the_run(client: AsyncClient) -> None:
    output = fio_output(1_562_200_000, "randwrite", "64k")
    run = await stored(client, "workstation-slot3", content=output)
    finding, *further = run["answer"]["findings"]
    assert {one["id"] for one in further} == {"too-short", "in-flight", "few-repeats"}
    assert (finding["id"], finding["severity"]) == ("faster-than-possible", "warning")
    assert finding["evidence"][0] == {
        "name": "measured",
        "value": 1_562_200_000,
        "unit": "bytes/s",
        "source": "result",
    }


async def test_factors_follow_from_path_and_inventory(client: AsyncClient) -> None:
    run = await stored(client, "epyc-nps4")
    assert (
        run["factors"].items()
        >= {
            "slot": "PCIE_1_A",
            "pcie.link": "Gen4 x4",
            "pcie.degraded": False,
            "raid.level": "raid0",
            "raid.width": 4,
            "drive.count": 4,
            "bios.nps": 4,
            "target.kind": "md",
            "chain.limit": 28_807_032_967,
            "bs": 2097152,
        }.items()
    )
    assert values(run)["slot"] == ("PCIE_1_A", "inventory and targets", "PCIE_1_A")
    assert values(run)["rw"] == ("read", "job options", "read")


async def test_a_label_states_a_factor_and_what_was_detected_stays_beside_it(client: AsyncClient) -> None:
    run = await stored(client, "epyc-nps4", labels={"slot": "2", "fan": "off", "raid.width": "3"})
    assert run["factors"]["slot"] == "2"
    assert run["factors"]["raid.width"] == 3
    assert "label.slot" not in run["factors"]
    found = values(run)
    assert found["slot"] == ("2", "stated", "PCIE_1_A")
    assert found["raid.width"] == (3, "stated", 4)
    assert found["label.fan"] == ("off", "stated", None)


async def test_editing_labels_states_and_takes_back(client: AsyncClient, database: Database) -> None:
    run = await stored(client, "epyc-nps4")
    path = f"/api/v1/runs/{run['id']}"
    edited = (await client.patch(path, json={"labels": {"slot": "7", "fs.type": "xfs"}})).json()
    assert (edited["factors"]["slot"], edited["factors"]["fs.type"]) == ("7", "xfs")
    assert values(edited)["fs.type"] == ("xfs", "stated", None)
    again = (await client.patch(path, json={"labels": {"slot": "8"}})).json()
    assert values(again)["slot"] == ("8", "stated", "PCIE_1_A")
    assert "fs.type" not in again["factors"]
    back = (await client.patch(path, json={"labels": {}})).json()
    assert back["factors"] == run["factors"]
    async with database.driver() as driver:
        assert await driver.fetchval("select sum(run_count) from configuration") == 1


async def test_a_label_that_is_no_value_of_its_factor_is_refused_or_named(client: AsyncClient) -> None:
    answer = await send(client, upload("epyc-nps4", labels={"raid.width": "three"}))
    [warning] = answer.json()["warnings"]
    assert (warning["error"], warning["where"]) == ("LabelNotRead", "/manifest/labels/raid.width")
    path = f"/api/v1/runs/{answer.json()['id']}"
    run = (await client.get(path)).json()
    assert (run["factors"]["raid.width"], run["factors"]["label.raid.width"]) == (4, "three")
    refused = await client.patch(path, json={"labels": {"raid.width": "four"}})
    assert (refused.status_code, refused.json()["error"]) == (422, "Invalid")
    assert refused.json()["problems"][0]["where"] == "/body/labels/raid.width"
    kept = await client.patch(path, json={"labels": {"raid.width": "three", "fan": "off"}})
    assert kept.status_code == 200


async def test_what_the_tool_said_itself_cannot_be_stated_away(client: AsyncClient) -> None:
    run = await stored(client, "vm", labels={"rw": "randread", "host": "elsewhere"})
    assert (run["factors"]["rw"], run["factors"]["label.rw"]) == ("read", "randread")
    assert (run["factors"]["host"], run["factors"]["label.host"]) == ("vm", "elsewhere")


@check_each("said", ["odd", [], [7, {"members": "x"}], {"a": 1}, None])
async def test_odd_targets_do_not_strand_a_result(client: AsyncClient, said: Any) -> None:
    run = await stored(client, "laptop", targets=said, fio_cpus="odd")
    assert run["state"] == "understood"
    shape_of(RunDetail).validate_python(run)


async def test_an_older_agents_target_is_resolved_from_its_inventory(client: AsyncClient) -> None:
    run = await stored(client, "laptop", targets=None, target="/dev/nvme0n1p2")
    assert run["factors"]["drive.model"] == "CT2000P3SSD8"
    assert [t["kind"] for t in run["path"]["targets"]] == ["partition"]
    none = await stored(client, "laptop", targets=None, target="/mnt/somewhere")
    assert none["path"] is None


async def test_reparse_changes_nothing_that_is_current(client: AsyncClient, database: Database) -> None:
    runs = [
        await stored(client, "epyc-nps4", sampled=samples(MEMBERS), labels={"slot": "2"}),
        await stored(client, "nas-client"),
    ]
    assert [c.facts for c in await all_changes(database)] == [{}, {}]
    for run in runs:
        assert (await client.get(f"/api/v1/runs/{run['id']}")).json() == run
    assert await renewed(database, everything=True, dry_run=False) == 0
    assert await all_changes(database, everything=False) == []


async def test_reparse_rebuilds_what_older_rules_made(client: AsyncClient, database: Database) -> None:
    run = await stored(client, "epyc-nps4", sampled=samples(MEMBERS), labels={"slot": "2"})
    async with database.transaction() as session:
        await session.execute(
            text("update run set path = null, path_fingerprint = null, facts_version = null")
        )
        await session.execute(text("update run set overridden = null"))
        await session.execute(text("update configuration set factors = '{}', content_sha256 = 'x'"))
        await session.execute(text("update inventory set hw_fingerprint = null, facts_version = null"))
        await session.execute(text("delete from time_series"))
    [change] = await all_changes(database, everything=False)
    assert change.facts == {"path": 1, "overridden": 1}
    assert await renewed(database, everything=False, dry_run=True) == 1
    assert await renewed(database, everything=False, dry_run=False) == 1
    assert (await client.get(f"/api/v1/runs/{run['id']}")).json() == run
    series = (await client.get(f"/api/v1/runs/{run['id']}/time-series")).json()["series"]
    assert len(series) == 8
    assert await renewed(database, everything=False, dry_run=False) == 0


async def renewed(database: Database, *, everything: bool, dry_run: bool) -> int:
    async with database.driver() as driver:
        return await renew_fingerprints(driver, everything=everything, dry_run=dry_run)
