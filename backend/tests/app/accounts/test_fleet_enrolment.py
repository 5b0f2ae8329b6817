"""One code for many hosts: so many may use it, by name where it says so, and who did is known."""

import asyncio
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import AsyncClient, Response
from typer.testing import CliRunner

from fioboard.cli.program import app
from fioboard.core.database import Database
from fioboard.store.queries.access import revoke_enrolment
from tests.conftest import token_for
from tests.factories.fio_output import output

pytestmark = pytest.mark.anyio
URL = "/api/v1/enrolments"


def machine(number: int) -> dict[str, Any]:
    digits = f"{number:04}"
    return {
        "host": {"machine_id_hash": digits * 16},
        "system": {
            "vendor": "Acme",
            "uuid": f"4c4c4544-0042-3510-8058-b4c04f4d{digits}",
            "serial": f"SRV-{digits}",
        },
        "disks": {"nvme0n1": {"model": "X", "serial": f"S4EV{digits}", "transport": "pcie"}},
    }


async def make(browser: AsyncClient, **wanted: Any) -> dict[str, Any]:
    made = await browser.post(URL, json=wanted)
    assert made.status_code == 201, made.text
    answer: dict[str, Any] = made.json()
    return answer


async def exchange(
    stranger: AsyncClient, code: str, name: str, found: dict[str, Any], **said: Any
) -> Response:
    about = {"code": code, "host_id": str(uuid4()), "host_name": name, "machine": found} | said
    return await stranger.post(f"{URL}/exchange", json=about)


@pytest.mark.nightly
async def test_hosts_of_a_fleet_enrol_at_once_with_one_code(
    browser: AsyncClient, stranger: AsyncClient
) -> None:
    made = await make(browser, hosts=34, valid_minutes=60)
    fresh = [exchange(stranger, made["code"], f"lab-{n}", machine(n)) for n in range(28)]
    assert {answer.status_code for answer in await asyncio.gather(*fresh)} == {200}
    # Installed anew: the same machines, with agents that know nothing.
    again = [await exchange(stranger, made["code"], f"lab-{n}", machine(n)) for n in range(3)]
    assert [answer.json()["host"]["name"] for answer in again] == ["lab-0", "lab-1", "lab-2"]
    assert all(answer.json()["host"]["known_since"] for answer in again)
    # Cloned images: other machines of one name.
    clones = [await exchange(stranger, made["code"], "lab-0", machine(100 + n)) for n in range(3)]
    assert [answer.json()["host"]["name"] for answer in clones] == ["lab-0 (2)", "lab-0 (3)", "lab-0 (4)"]
    hosts = (await browser.get("/api/v1/hosts")).json()["items"]
    assert len(hosts) == 31
    refused = await exchange(stranger, made["code"], "one-more", machine(200))
    assert refused.status_code == 401
    state = (await browser.get(f"{URL}/{made['id']}")).json()
    assert (state["hosts"], state["hosts_enrolled"], len(state["enrolled"])) == (34, 34, 34)
    assert state["used_at"] is not None
    assert {one["is_revoked"] for one in state["enrolled"]} == {False}


async def test_code_stays_good_for_others_until_all_have_used_it(
    browser: AsyncClient, stranger: AsyncClient
) -> None:
    made = await make(browser, hosts=2)
    for n, left in ((1, True), (2, False)):
        assert (await exchange(stranger, made["code"], f"h{n}", machine(n))).status_code == 200
        state = (await browser.get(f"{URL}/{made['id']}")).json()
        assert (state["used_at"] is None) is left
        # Of one host alone the enrolment would be; a fleet's has none.
        assert state["host"] is None


async def test_pattern_admits_names_and_keeps_the_code_for_them(
    browser: AsyncClient, stranger: AsyncClient
) -> None:
    made = await make(browser, hosts=2, host_pattern="LAB-*")
    refused = await exchange(stranger, made["code"], "desk", machine(1))
    assert (refused.status_code, refused.json()["error"]) == (409, "Conflict")
    assert "LAB-*" in refused.json()["detail"]
    assert (await exchange(stranger, made["code"], "lab-7", machine(2))).status_code == 200
    state = (await browser.get(f"{URL}/{made['id']}")).json()
    assert [one["host"]["name"] for one in state["enrolled"]] == ["lab-7"]


async def test_labels_of_a_code_are_handed_to_each_host(browser: AsyncClient, stranger: AsyncClient) -> None:
    made = await make(browser, hosts=2, labels={"rack": "7", "row": "b"})
    for n in range(2):
        answer = await exchange(stranger, made["code"], f"h{n}", machine(n))
        assert answer.json()["labels"] == {"rack": "7", "row": "b"}


async def test_bad_wishes_are_refused(browser: AsyncClient) -> None:
    for wish in (
        {"hosts": 0},
        {"hosts": 1_001},
        {"valid_minutes": 0},
        {"valid_minutes": 10_081},
        {"host_pattern": ""},
        {"labels": {"Rack": "7"}},
        {"labels": {"rack": ""}},
        {"labels": {"rack": "x" * 257}},
        {"labels": ["rack=7"]},
        {"host_id": "x", "hosts": 2},
    ):
        assert (await browser.post(URL, json=wish)).status_code == 422, wish


@pytest.mark.usefixtures("emptied")
def test_command_makes_a_code_and_shows_who_used_it() -> None:
    runner = CliRunner()
    made = runner.invoke(
        app,
        ["enrolment", "create", "--hosts", "3", "--minutes", "1440", "--names", "lab-*", "--label", "rack=7"],
    )
    assert made.exit_code == 0, made.output
    assert "install.sh | sh -s -- --code " in made.output
    shown = runner.invoke(app, ["enrolment", "show", made.output.split()[-1]])
    assert "0 of 3 hosts" in shown.output, shown.output
    enrolment_id = made.output.split()[-1]
    assert enrolment_id in runner.invoke(app, ["enrolment", "list"]).output
    assert runner.invoke(app, ["enrolment", "revoke", enrolment_id]).exit_code == 0
    assert enrolment_id not in runner.invoke(app, ["enrolment", "list"]).output
    for command in ("show", "revoke"):
        for wrong in ("no-id", str(uuid4())):
            assert runner.invoke(app, ["enrolment", command, wrong]).exit_code == 1
    assert runner.invoke(app, ["enrolment", "revoke", enrolment_id]).exit_code == 1


async def test_last_use_of_a_code_is_of_one_host_and_a_revoked_code_of_none(
    browser: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    made = await make(browser, hosts=2)
    answers = await asyncio.gather(*(exchange(stranger, made["code"], f"h{n}", machine(n)) for n in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 401, 401, 401, 401]
    made = await make(browser, hosts=2)
    async with database.transaction() as session:
        assert await revoke_enrolment(session, UUID(made["id"]))
    assert (await exchange(stranger, made["code"], "late", machine(9))).status_code == 401


async def test_silent_hosts_and_those_without_runs_are_listed_first(
    browser: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    made = await make(browser, hosts=4, valid_minutes=60, host_pattern="lab-*")
    for number, name in enumerate(("lab-quiet", "lab-new", "lab-busy")):
        token = (await exchange(stranger, made["code"], name, machine(number))).json()["token"]
    sent = await stranger.post(
        "/api/v1/import?host=lab-busy", content=output(), headers={"Authorization": f"Bearer {token}"}
    )
    assert sent.status_code == 201, sent.text
    async with database.driver() as driver:
        await driver.execute(
            """update api_token set created_at = now() - interval '9 days', last_used_at = now() - interval '8 days'
            where host_id = (select id from host where name = 'lab-quiet')"""
        )
    found = (await browser.get(URL)).json()
    listed = [(one["host"]["name"], one["state"], one["run_count"]) for one in found["items"]]
    assert listed == [("lab-quiet", "stale", 0), ("lab-new", "pending", 0), ("lab-busy", "enrolled", 1)]
    [code] = found["codes"]
    assert (code["id"], code["hosts"], code["hosts_enrolled"], code["host_pattern"]) == (
        made["id"],
        4,
        3,
        "lab-*",
    )
    patient = (await browser.get(URL, params={"stale_days": 9})).json()["items"]
    assert [one["state"] for one in patient] == ["pending", "pending", "enrolled"]
    assert (await browser.get(URL, params={"stale_days": 0})).status_code == 422
    said = await asyncio.to_thread(CliRunner().invoke, app, ["enrolment", "list"], env={"COLUMNS": "200"})
    assert "3 hosts: 1 stale, 1 pending." in said.output, said.output
    assert "3 of 4 hosts" in said.output


async def test_admin_token_enrols_new_hosts_and_revokes_but_names_no_known_host(
    browser: AsyncClient, stranger: AsyncClient, database: Database
) -> None:
    admin, write = [
        {"authorization": f"Bearer {await token_for(database, scope)}"} for scope in ("admin", "write")
    ]
    made = await stranger.post(URL, json={"hosts": 2, "host_pattern": "lab-*"}, headers=admin)
    assert made.status_code == 201, made.text
    enrolment, code = made.json()["id"], made.json()["code"]
    assert (await exchange(stranger, code, "lab-1", machine(1))).status_code == 200
    [host] = (await browser.get("/api/v1/hosts")).json()["items"]
    named = await stranger.post(URL, json={"host_id": host["id"]}, headers=admin)
    assert (named.status_code, named.json()["error"]) == (401, "NotAuthenticated")
    for method, path in (("POST", URL), ("GET", URL), ("DELETE", f"{URL}/{enrolment}")):
        assert (await stranger.request(method, path, headers=write)).status_code == 403, (method, path)
    assert (await stranger.delete(f"{URL}/{enrolment}", headers=admin)).status_code == 204
    assert (await exchange(stranger, code, "lab-2", machine(2))).status_code == 401
    assert (await stranger.get(URL, headers=admin)).json()["codes"] == []
    for gone in (enrolment, str(uuid4()), "no-id"):
        assert (await browser.delete(f"{URL}/{gone}")).status_code == 404, gone
