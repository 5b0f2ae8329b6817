"""One machine is one host, whoever enrols it and however often; a code attaches to nothing that it does not allow."""

from typing import Any
from uuid import uuid4

import pytest
from httpx2 import AsyncClient, Response

from fioboard.core.database import Database
from tests.factories.fio_output import output
from tests.factories.upload import body, inventory, manifest
from tests.loops import check_each

pytestmark = pytest.mark.anyio
UUID = "4c4c4544-0042-3510-8058-b4c04f4d3732"


def machine(number: int = 1, **without: bool) -> dict[str, Any]:
    """What an agent reads of a machine; `board=False`: without root."""
    digit = str(number)
    system = {
        "vendor": "Acme",
        "uuid": UUID[:-1] + digit,
        "serial": f"SRV-774{digit}",
        "board": {"serial": f"BRD-91{digit}X"},
    }
    parts: dict[str, Any] = {
        "host": {"machine_id_hash": digit * 64},
        "system": system,
        "disks": {
            f"nvme{n}n1": {"model": "X", "serial": f"S4EV{digit}{n}", "transport": "pcie"} for n in range(2)
        },
        "moment": {"boot_id_hash": digit * 63 + "b"},
    }
    names = {"board": "system", "system": "host", "drives": "disks", "boot": "moment"}
    return {
        key: value
        for key, value in parts.items()
        if key not in {names[w] for w, keep in without.items() if not keep}
    }


class Lab:
    """Enrols agents."""

    def __init__(self, browser: AsyncClient, stranger: AsyncClient) -> None:
        self.browser = browser
        self.stranger = stranger

    async def code(self, **wanted: Any) -> str:
        made = await self.browser.post("/api/v1/enrolments", json=wanted)
        assert made.status_code == 201, made.text
        return str(made.json()["code"])

    async def exchange(self, code: str, name: str, found: dict[str, Any] | None, **said: Any) -> Response:
        about = {"code": code, "host_id": str(uuid4()), "host_name": name, "machine": found} | said
        return await self.stranger.post("/api/v1/enrolments/exchange", json=about)

    async def enrol(self, name: str, found: dict[str, Any] | None, **said: Any) -> dict[str, Any]:
        answer = await self.exchange(await self.code(), name, found, **said)
        assert answer.status_code == 200, answer.text
        got: dict[str, Any] = answer.json()
        return got

    async def names(self) -> list[str]:
        return [host["name"] for host in (await self.browser.get("/api/v1/hosts")).json()["items"]]


@pytest.fixture
def lab(browser: AsyncClient, stranger: AsyncClient) -> Lab:
    return Lab(browser, stranger)


async def test_root_a_user_and_a_lost_folder_are_one_host(lab: Lab) -> None:
    first = await lab.enrol("vm", machine())
    assert first["host"] == {"name": "vm", "known_since": None}
    for found in (machine(), machine(board=False), machine(board=False, boot=False), machine(boot=False)):
        again = await lab.enrol("vm", found)
        assert again["host"]["name"] == "vm"
        assert again["host"]["known_since"] is not None
        assert again["token"] != first["token"]
    assert await lab.names() == ["vm"]


async def test_a_machine_that_may_be_known_is_asked_about_and_the_code_stays_good(lab: Lab) -> None:
    await lab.enrol("vm", machine())
    only_system = machine(board=False, drives=False, boot=False)
    code = await lab.code()
    asked = (await lab.exchange(code, "vm", only_system)).json()
    assert (asked["token"], asked["host"]) == (None, None)
    assert [(one["name"], one["is_other_machine"]) for one in asked["candidates"]] == [("vm", False)]
    said = (await lab.exchange(code, "vm", only_system, same_as="vm")).json()
    assert said["host"]["name"] == "vm"
    assert (await lab.exchange(code, "vm", only_system, same_as="vm")).status_code == 401
    new = await lab.enrol("vm", only_system, is_new=True)
    assert new["host"] == {"name": "vm (2)", "known_since": None}


async def test_another_machine_of_the_same_name_is_another_host(lab: Lab) -> None:
    await lab.enrol("ubuntu", machine(1))
    assert (await lab.enrol("ubuntu", machine(2)))["host"]["name"] == "ubuntu (2)"


async def test_placeholders_are_no_identity(lab: Lab) -> None:
    filler = {
        "system": {
            "uuid": "03000200-0400-0500-0006-000700080009",
            "serial": "To be filled by O.E.M.",
            "board": {"serial": "0123456789"},
        },
        "disks": {"sda": {"model": "QEMU HARDDISK", "serial": "QM00001"}, "sdb": {"serial": "0000000000"}},
    }
    await lab.enrol("ubuntu", filler)
    assert (await lab.enrol("ubuntu", filler))["host"]["name"] == "ubuntu (2)"


async def test_a_clone_with_another_name_is_asked_about(lab: Lab) -> None:
    cloned = machine(drives=False, boot=False)
    await lab.enrol("golden", cloned)
    asked = await lab.enrol("worker-1", cloned)
    assert [(one["name"], one["is_other_machine"]) for one in asked["candidates"]] == [("golden", False)]


async def test_an_agent_copied_with_its_folder_is_asked_about(lab: Lab) -> None:
    agent = str(uuid4())
    await lab.enrol("vm", machine(1), host_id=agent)
    asked = await lab.enrol("vm", machine(2), host_id=agent)
    assert [(one["name"], one["is_other_machine"]) for one in asked["candidates"]] == [("vm", True)]
    assert (await lab.enrol("vm", machine(2), host_id=agent, same_as="vm"))["host"]["name"] == "vm"


async def test_a_code_attaches_to_no_host_that_the_machine_is_not(lab: Lab) -> None:
    await lab.enrol("db1", machine(1))
    for said in ({"same_as": "db1"}, {"same_as": "nobody"}):
        refused = await lab.exchange(await lab.code(), "stranger", machine(2), **said)
        assert (refused.status_code, refused.json()["error"]) == (409, "Conflict")
        assert "Nothing shows that this machine is" in refused.json()["detail"]
    assert (await lab.enrol("db1", None))["host"]["name"] == "db1 (2)"


async def test_a_code_for_new_hosts_only_joins_none(lab: Lab) -> None:
    await lab.enrol("vm", machine())
    answer = await lab.exchange(await lab.code(may_join=False), "vm", machine())
    assert answer.json()["host"]["name"] == "vm (2)"
    refused = await lab.exchange(await lab.code(may_join=False), "vm", machine(), same_as="vm")
    assert refused.status_code == 409


async def test_a_code_for_one_host_attaches_to_that_host_alone(lab: Lab, client: AsyncClient) -> None:
    await client.post("/api/v1/import?host=by-hand", content=output())
    await lab.enrol("other", machine(2), host_id="host-of-other")
    answer = await lab.exchange(await lab.code(host_id="by-hand"), "vm", machine(1))
    assert answer.json()["host"]["name"] == "by-hand"
    refused = await lab.exchange(
        await lab.code(host_id="by-hand"), "other", machine(2), host_id="host-of-other"
    )
    assert refused.status_code == 409
    missing = await lab.browser.post("/api/v1/enrolments", json={"host_id": "nobody"})
    assert missing.status_code == 404


async def test_each_agent_keeps_its_token_and_sends_for_the_one_host(lab: Lab, database: Database) -> None:
    agents = {str(uuid4()): machine(), str(uuid4()): machine(board=False)}
    sent = []
    for agent, found in agents.items():
        token = (await lab.enrol("vm", found, host_id=agent))["token"]
        files = {"fio.json": output()}
        about = manifest(files, host={"id": agent, "name": "vm"})
        content, headers = body(files, about, inventory(**found))
        headers = headers | {"authorization": f"Bearer {token}"}
        stored = await lab.stranger.post("/api/v1/uploads", content=content, headers=headers)
        assert stored.status_code == 201, stored.text
        sent.append(stored.json()["id"])
        word = {"agent_host_id": agent, "agent_version": "0.2.0", "waiting": 0, "refused": 0}
        said = await lab.stranger.post(
            "/api/v1/agent-reports", json=word, headers={"authorization": f"Bearer {token}"}
        )
        assert said.status_code == 200, said.text
    [host] = (await lab.browser.get("/api/v1/hosts")).json()["items"]
    assert (host["name"], host["run_count"]) == ("vm", 2)
    async with database.driver() as driver:
        assert (
            await driver.fetchval(
                "select count(*) from api_token where expires_at is not null and host_id is not null"
            )
            == 0
        )


async def test_an_agent_with_a_general_token_finds_its_host_by_its_inventory(
    lab: Lab, client: AsyncClient
) -> None:
    await lab.enrol("vm", machine())
    for found in (machine(), machine(board=False), machine(board=False)):
        files = {"fio.json": output()}
        about = manifest(files, host={"id": str(uuid4()), "name": "vm"})
        content, headers = body(files, about, inventory(**found))
        assert (await client.post("/api/v1/uploads", content=content, headers=headers)).status_code == 201
    assert await lab.names() == ["vm"]


@check_each(
    "said",
    [
        {"machine": []},
        {"machine": {"a": 1e400}},
        {"same_as": "x" * 300},
        {"is_new": "perhaps"},
        {"host_id": "short"},
    ],
)
async def test_bad_enrolments_are_refused(lab: Lab, said: dict[str, Any]) -> None:
    content = {"code": await lab.code(), "host_id": str(uuid4()), "host_name": "vm"} | said
    try:
        answer = await lab.stranger.post("/api/v1/enrolments/exchange", json=content)
    except ValueError:
        return  # the client refuses to write it
    assert answer.status_code == 422, answer.text


@pytest.mark.parametrize(
    "odd",
    [{"system": []}, {"disks": {"a": 1}}, {"host": {"machine_id_hash": 5}}, {"system": {"uuid": "\x00"}}],
)
async def test_an_odd_machine_is_a_machine_without_identifiers(lab: Lab, odd: dict[str, Any]) -> None:
    assert (await lab.enrol("vm", odd))["host"]["name"] == "vm"


async def test_a_newer_agent_and_one_from_before_machines_are_enrolled(
    browser: AsyncClient, stranger: AsyncClient
) -> None:
    lab = Lab(browser, stranger)
    assert (await lab.enrol("newer", machine(1), firmware_digest="x", sees={"more": [1]}))["token"]
    about = {"code": await lab.code(), "host_id": "host-older", "host_name": "older"}
    older = await stranger.post("/api/v1/enrolments/exchange", json=about)
    assert older.status_code == 200, older.text


async def test_an_enrolment_tells_which_host_used_it_and_the_first_run_since(lab: Lab) -> None:
    made = (await lab.browser.post("/api/v1/enrolments", json={})).json()
    address = f"/api/v1/enrolments/{made['id']}"
    waiting = (await lab.browser.get(address)).json()
    assert (waiting["used_at"], waiting["host"], waiting["first_run"]) == (None, None, None)
    agent = str(uuid4())
    token = (await lab.exchange(made["code"], "vm", machine(), host_id=agent)).json()["token"]
    enrolled = (await lab.browser.get(address)).json()
    assert (enrolled["host"]["name"], enrolled["first_run"]) == ("vm", None)
    files = {"fio.json": output()}
    content, headers = body(files, manifest(files) | {"host": {"id": agent, "name": "vm"}}, inventory())
    sent = await lab.stranger.post(
        "/api/v1/uploads", content=content, headers=headers | {"authorization": f"Bearer {token}"}
    )
    assert sent.status_code == 201, sent.text
    first = (await lab.browser.get(address)).json()["first_run"]
    assert (first["id"], first["batch_id"]) == (sent.json()["id"], None)
    unknown = await lab.browser.get(f"/api/v1/enrolments/{uuid4()}")
    assert (unknown.status_code, unknown.json()["error"]) == (404, "HostNotFound")
