"""The life of requests between people, the queue and an agent that polls."""

import asyncio
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.app.measuring.wakeups import wakeups
from fioboard.app.measuring.work import run_due
from fioboard.core.database import Database
from fioboard.core.times import now as utc_now
from fioboard.store.queries.requests import expire_requests
from tests.app.measuring.conftest import OFFERS, POLL, URL, Agent, add, agent_of, get, running, sample
from tests.conftest import BASE_URL, token_for
from tests.factories.fio_output import direction, job, output
from tests.factories.nights import upload_night
from tests.factories.upload import body, inventory, manifest

pytestmark = pytest.mark.anyio


async def let_lease_end(database: Database) -> None:
    async with database.driver() as driver:
        await driver.execute("update request set lease_until = now()")


async def test_a_request_runs_and_names_what_arrived(client: AsyncClient, agent: Agent) -> None:
    made = await add(client, agent.host_id, parameters={"iodepth": 32, "until": "5%"})
    assert made["together"] is None
    assert (made["state"], made["is_host_away"], made["host_seen_at"], made["run_ids"]) == (
        *("queued", True, None, []),
    )
    offered = (await agent.poll())["request"]
    assert offered == {
        **{"id": made["id"], "kind": "suite", "name": "quick", "target": "/srv/bench", "run_id": None},
        **{"parameters": {"iodepth": 32, "until": "5%"}, "is_together": False, "seed": None},
    }
    second = sample(1, 87_200)
    check = {"id": "swap", "status": "unknown", "text": "Swapping", "reason": "not in /proc/vmstat"}
    told = await agent.poll(running=running(made["id"], samples=[second], checks=[check, {"id": 7}, "odd"]))
    assert told["takes_checks"] is True
    now = await get(client, made)
    assert now["progress"]["checks"] == [check]
    assert (now["state"], now["is_host_away"], now["progress"]["left_s"]) == ("running", False, 58.5)
    run_id = await upload_night(
        client, 1, 100_000, batch={"id": made["id"], "name": "quick", "step": 1, "steps": 1}
    )
    key = (await add(client, agent.host_id))["id"]
    await agent.report(made["id"], "done")
    now = await get(client, made)
    assert (now["state"], now["progress"], now["batch_id"], now["run_ids"]) == (
        *("done", None, made["id"], [run_id]),
    )
    await agent.poll()
    run_id = await upload_single(client, key)
    await agent.report(key, "done")
    now = await get(client, {"id": key})
    assert (now["batch_id"], now["run_ids"]) == (None, [run_id])


async def test_one_at_a_time_by_priority_and_again_only_after_the_lease(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    low, high = await add(client, agent.host_id), await add(client, agent.host_id, priority=5)
    polls = await asyncio.gather(*(agent.poll() for _ in range(5)))
    assert [one["request"]["id"] for one in polls if one["request"]] == [high["id"]]
    await let_lease_end(database)
    assert (await agent.poll())["request"]["id"] == high["id"]
    await agent.report(high["id"], "running")
    await let_lease_end(database)
    assert (await agent.poll())["request"] is None
    offered = await agent.report(high["id"], "done")
    assert offered is not None and offered["id"] == low["id"]
    # A poll that a proxy sends again does not bring it back.
    await agent.report(high["id"], "running")
    assert (await get(client, high))["state"] == "done"


async def test_a_poll_that_waits_gets_a_request_at_once_and_holds_no_connection(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    listening = asyncio.create_task(wakeups.listen(database))
    waiting = [asyncio.create_task(agent.poll(wait_s=25)) for _ in range(30)]
    async with database.driver() as driver:
        # Of the connections only this one and the listener's are in use when all have looked.
        while (
            len(wakeups._waiting.get(UUID(agent.host_id), ())) < 30
            or database.use.in_use + database.use.waiting > 2
        ):
            await driver.fetchval("select 1")
        assert wakeups.is_listening
    loop = asyncio.get_running_loop()
    began = loop.time()
    made = await add(client, agent.host_id)
    done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    assert loop.time() - began < 1
    assert [one.result()["request"]["id"] for one in done] == [made["id"]]
    wakeups.close()
    rest = await asyncio.gather(*waiting)
    assert sum(one["request"] is not None for one in rest) == 1
    wakeups.is_closing = False
    listening.cancel()


async def test_cancelled_before_and_while_it_runs(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    queued = await add(client, agent.host_id)
    assert (await client.delete(f"{URL}/{queued['id']}")).json()["state"] == "cancelled"
    assert (await client.delete(f"{URL}/{uuid4()}")).json()["error"] == "RequestNotFound"
    assert (await agent.poll())["request"] is None

    made = await add(client, agent.host_id)
    await agent.poll()
    assert (await agent.poll(running=running(made["id"])))["cancel"] == []
    assert (await client.delete(f"{URL}/{made['id']}")).json()["state"] == "running"
    assert (await agent.poll(running=running(made["id"])))["cancel"] == [made["id"]]
    await agent.report(made["id"], "cancelled")
    again = (await client.delete(f"{URL}/{made['id']}")).json()
    assert again["state"] == "cancelled" and again["ended_at"] is not None
    audited = (await client.get("/api/v1/audit")).json()["items"]
    assert sum(one["action"] == "request.cancel" for one in audited) == 2

    lost = await add(client, agent.host_id)
    await agent.poll()
    await client.delete(f"{URL}/{lost['id']}")
    await let_lease_end(database)
    assert (await agent.poll())["request"] is None
    async with database.driver() as driver:
        assert await expire_requests(driver) == 1
    assert (await get(client, lost))["state"] == "cancelled"
    # The agent had begun it all the same: its word counts, and it is told to end.
    assert (await agent.poll(running=running(lost["id"])))["cancel"] == [lost["id"]]


async def test_expired_refused_and_forgotten(client: AsyncClient, agent: Agent, database: Database) -> None:
    late, refused, forgotten = [await add(client, agent.host_id) for _ in range(3)]
    async with database.driver() as driver:
        await driver.execute("update request set expires_at = now() where id = $1", late["id"])
        assert await expire_requests(driver) == 1
        assert (await get(client, late))["reason"] == "Nobody started it in time: the host was away or busy."
        assert (await agent.poll())["request"]["id"] == refused["id"]
        why = "The suite quick is not in /etc/fioboard/serve.toml."
        offered = await agent.report(refused["id"], "refused", why)
        assert offered is not None and offered["id"] == forgotten["id"]
        await agent.report(refused["id"], "refused", why)
        now = await get(client, refused)
        assert (now["state"], now["reason"], now["started_at"]) == ("refused", why, None)
        audited = (await client.get("/api/v1/audit")).json()["items"]
        assert [one["detail"] for one in audited if one["action"] == "request.refuse"] == [{"reason": why}]

        await agent.report(forgotten["id"], "running")
        await driver.execute("update request set seen_at = now() - interval '11 min'")
        await agent.poll(running=running(forgotten["id"]))
        assert (await get(client, forgotten))["state"] == "running"
        await driver.execute("update request set seen_at = now() - interval '11 min'")
        await agent.poll()
        await run_due(database)
        now = await get(client, forgotten)
        assert (now["state"], now["reason"]) == (
            "failed",
            "The host no longer knows this request: its agent was reinstalled, or lost its state folder.",
        )


async def upload_single(client: AsyncClient, key: str) -> str:
    """A single run, whose upload key is its request's id; it has no batch."""
    files = {"fio.json": output(job(read=direction(iops=1000, clat_mean_ns=100_000)))}
    about = manifest(files, host={"id": "host-jupiter", "name": "jupiter"}, upload_key=key)
    content, headers = body(files, about, inventory())
    return str((await client.post("/api/v1/uploads", content=content, headers=headers)).json()["id"])


async def test_a_host_that_does_not_return_ends_its_request_and_what_it_says_later_counts(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    async def leave(made: dict[str, Any], minutes: int, heard_min: int | None = None) -> dict[str, Any]:
        """Its host was last heard of so long ago, and the service has heard hosts for `heard_min`."""
        async with database.driver() as driver:
            for table in ("request", "serving_host"):
                await driver.execute(
                    f"update {table} set seen_at = now() - make_interval(mins => $2) where host_id = $1",
                    *(UUID(agent.host_id), minutes),
                )
        since = None if heard_min is None else utc_now() - timedelta(minutes=heard_min)
        await run_due(database, since)
        return await get(client, made)

    async def begin() -> dict[str, Any]:
        made = await add(client, agent.host_id, kind="job", name="nightly")
        assert (await agent.poll())["request"]["id"] == made["id"]
        await agent.poll(running=running(made["id"], samples=[sample(1, 100)]))
        return made

    made = await begin()
    assert (await leave(made, 9))["state"] == "running"
    # The service was away for an hour itself: it hears of no host until hosts have asked again.
    assert (await leave(made, 60, heard_min=9))["state"] == "running"
    gone = await leave(made, 11, heard_min=11)
    reason = "The host did not return within 10 min. If it comes back, what it reports and uploads counts."
    assert (gone["state"], gone["reason"], gone["progress"]) == ("failed", reason, None)
    assert gone["ended_at"] is not None
    assert (await client.get(f"{URL}/{made['id']}/samples")).json()["samples"] == []

    # Its network is back while fio runs: the request runs again, and gets no second offer.
    assert (await agent.poll(running=running(made["id"])))["request"] is None
    now = await get(client, made)
    assert (now["state"], now["reason"], now["ended_at"]) == ("running", None, None)
    assert (await leave(made, 11))["state"] == "failed"
    # It comes back with the result, twice, while its next request waits.
    waiting = await add(client, agent.host_id)
    stored = [await upload_single(client, made["id"]) for _ in range(2)]
    assert stored[0] == stored[1] and (await get(client, made))["run_ids"] == stored[:1]
    offered = await agent.report(made["id"], "done")
    assert offered is not None and offered["id"] == waiting["id"]
    await agent.report(made["id"], "done")
    now = await leave(made, 60)
    assert (now["state"], now["reason"], now["run_ids"]) == ("done", None, stored[:1])
    await agent.report(waiting["id"], "done")

    # Cancelled while it was away, it is cancelled; its agent hears of that once it is back.
    made = await begin()
    await client.delete(f"{URL}/{made['id']}")
    now = await leave(made, 11)
    assert (now["state"], now["reason"]) == ("cancelled", None)
    assert (await agent.poll(running=running(made["id"])))["cancel"] == [made["id"]]
    await agent.report(made["id"], "cancelled", "It was cancelled.")
    assert (await get(client, made))["reason"] == "It was cancelled."
    # What its own host says replaces what the service took to be so.
    made = await begin()
    assert (await leave(made, 11))["reason"] == reason
    await agent.report(made["id"], "cancelled", "It was stopped there.")
    assert (await get(client, made))["reason"] == "It was stopped there."


async def test_a_request_that_is_refused_now_holds_up_none_behind_it(
    client: AsyncClient, agent: Agent, database: Database
) -> None:
    plants = (
        "[]",
        '"runtime=5"',
        '{"runtime": "5"}',
        '{"bs": "4k", "filename": "/dev/sda"}',
        '{"rw": "trim"}',
    )
    made = [await add(client, agent.host_id) for _ in plants]
    last = await add(client, agent.host_id, parameters={"runtime": 5})
    async with database.driver() as driver:
        await driver.execute(
            """update request set parameters = '{"runtime": null, "bs": "4k"}' where id = $1""", last["id"]
        )
        for one, parameters in zip(made, plants, strict=True):
            await driver.execute("update request set parameters = $2 where id = $1", one["id"], parameters)
    offered = (await agent.poll())["request"]
    assert (offered["id"], offered["parameters"]) == (last["id"], {"bs": "4k"})
    listed = (await client.get(URL)).json()["items"]
    assert [one["state"] for one in listed] == ["offered", *["failed"] * len(plants)]
    assert [one["parameters"] for one in listed] == [{"bs": "4k"}, {}, {"bs": "4k"}, {}, {}, {}]
    assert listed[1]["reason"].startswith(
        "This version of the service rejects the request (rw: 'trim' is not allowed)"
    )


async def test_who_may_what(app: Any, client: AsyncClient, agent: Agent, database: Database) -> None:
    made = await add(client, agent.host_id)
    transport = ASGITransport(app, raise_app_exceptions=False)
    for scope in ("read", "upload"):
        headers = {"authorization": f"Bearer {await token_for(database, scope)}"}
        async with AsyncClient(transport=transport, base_url=BASE_URL, headers=headers) as other:
            wanted = {"host_id": agent.host_id, "kind": "suite", "name": "quick", "target": "/srv/bench"}
            refused = [
                (await other.post(URL, json=wanted)).status_code,
                (await other.delete(f"{URL}/{made['id']}")).status_code,
                (await other.post(POLL, json={"agent_version": "1", "offers": OFFERS})).status_code,
            ]
            assert refused == [403, 403, 403], scope
            assert (await other.get(URL)).status_code == (200 if scope == "read" else 403)
    await upload_night(client, 0, 100_000, host="saturn")
    hosts = {row["name"]: row["id"] for row in (await client.get("/api/v1/hosts")).json()["items"]}
    async with agent_of(app, database, hosts["saturn"]) as stranger:
        assert (await stranger.poll())["request"] is None
        await stranger.report(made["id"], "done")
        await stranger.poll(running=running(made["id"]))
    assert (await get(client, made))["state"] == "queued"


async def test_lists_page_by_page_and_by_state(client: AsyncClient, agent: Agent) -> None:
    made = [(await add(client, agent.host_id))["id"] for _ in range(3)]
    [host] = (await client.get("/api/v1/hosts")).json()["items"]
    first = (await client.get(URL, params={"limit": 2, "host": host["name"]})).json()
    second = (await client.get(URL, params={"limit": 2, "before": first["next"]})).json()
    assert [one["id"] for one in first["items"] + second["items"]] == made[::-1]
    assert second["next"] is None
    assert (await client.get(URL, params={"host": "nobody"})).json()["items"] == []
    assert (await client.get(URL, params={"state": ["running", "done"]})).json()["items"] == []


async def test_bad_requests_are_refused(client: AsyncClient, agent: Agent) -> None:
    good = {"host_id": agent.host_id, "kind": "suite", "name": "quick", "target": "/srv/bench"}
    bad: list[tuple[dict[str, Any], int]] = [
        ({"host_id": str(uuid4())}, 404),
        ({"kind": "shell"}, 422),
        ({"name": None}, 422),
        ({"name": "a\x00b"}, 422),
        ({"name": "x" * 101}, 422),
        ({"target": ""}, 422),
        ({"target": "/srv\n/etc"}, 422),
        ({"kind": "repeat"}, 422),
        ({"run_id": str(uuid4())}, 422),
        ({"priority": 10}, 422),
        ({"expires_in_s": 0}, 422),
        ({"options": "--filename=/dev/sda"}, 422),
        ({"kind": "job", "name": "db", "parameters": {"bs": "4k,8k"}}, 422),
        *(
            ({"name": "sweep", "parameters": parameters}, 422)
            for parameters in (
                {"rw": "read,trim"},
                {"bs": "4k,"},
                {"bs": "4k, 8k"},
                {"bs": ",".join(["4k"] * 99)},
                {"iodepth": "1,0"},
                {"iodepth": "1,70000"},
                {"numjobs": "1,2000"},
                {"runtime": "1,2"},
            )
        ),
        *(
            ({"parameters": parameters}, 422)
            for parameters in (
                {"filename": "/dev/sda"},
                {"rw": "trim"},
                {"rw": "randread --exec_prerun=x"},
                {"bs": "4k --exec_prerun=x"},
                {"bs": "0"},
                {"bs": "4k\n"},
                {"iodepth": 0},
                {"iodepth": "32"},
                {"iodepth": "1,32"},
                {"iodepth": True},
                {"numjobs": 1.5},
                {"runtime": -1},
                {"runtime": 10**20},
                {"rwmixread": 101},
                {"repeats": 0},
                {"until": "0%"},
                {"until": "100%"},
                {"until": "5"},
                {"until": 5},
            )
        ),
    ]

    for wrong, status in bad:
        answer = await client.post(URL, json=good | wrong)
        assert answer.status_code == status, (wrong, answer.text)
    assert (await client.get(URL)).json()["items"] == []


async def test_bad_polls_are_refused(agent: Agent) -> None:
    second = sample(1, 87_200)
    for bad in (
        {"wait_s": 26},
        {"offers": OFFERS | {"suites": ["x"] * 201}},
        {"offers": OFFERS | {"shell": True}},
        {"running": running(str(uuid4()), elapsed_s=-1)},
        {"running": running(str(uuid4()), samples=[second | {"read_iops": -5}])},
        {"running": running(str(uuid4()), samples=[second | {"at": "2026-11-29T07:30:01"}])},
        {"running": running(str(uuid4()), samples=[second] * 301)},
        {"reports": [{"request_id": str(uuid4()), "state": "queued"}]},
        {"reports": [{"request_id": "1", "state": "done"}]},
    ):
        answer = await agent.client.post(POLL, json={"agent_version": "1", "offers": OFFERS} | bad)
        assert answer.status_code == 422, (bad, answer.text)


async def test_people_see_what_a_host_offers(client: AsyncClient, agent: Agent) -> None:
    url = f"/api/v1/hosts/{agent.host_id}/offers"
    before = (await client.get(url)).json()
    known = {"host_id": agent.host_id, "host_name": "jupiter"}
    assert before == known | {"seen_at": None, "is_away": True, "offers": None}
    assert (await client.get("/api/v1/offers")).json()["items"] == []
    await agent.poll()
    after = (await client.get(url)).json()
    assert (after["is_away"], after["offers"]) == (False, OFFERS)
    assert (await client.get(f"/api/v1/hosts/{uuid4()}/offers")).status_code == 404
    [one] = (await client.get("/api/v1/offers")).json()["items"]
    assert one == after
    # A poll is a sign of life, with the version and the time; what waits there it does not say.
    host = (await client.get(f"/api/v1/hosts/{agent.host_id}")).json()["agent"]
    assert (host["agent_version"], host["reported_at"]) == ("0.3.0", after["seen_at"])
    assert (host["waiting"], host["refused"]) == (None, None)
    [listed] = (await client.get("/api/v1/hosts")).json()["items"]
    assert listed["agent_at"] is not None and listed["agent_waiting"] is None
    word = {"agent_host_id": "host-jupiter", "agent_version": "0.4.0", "waiting": 2, "refused": 0}
    assert (
        await client.post("/api/v1/agent-reports", json=word | {"waiting_since": after["seen_at"]})
    ).is_success
    host = (await client.get(f"/api/v1/hosts/{agent.host_id}")).json()["agent"]
    assert (host["agent_version"], host["waiting"]) == ("0.4.0", 2)


async def test_a_host_reads_the_jobs_of_its_runs_and_of_what_it_repeats_alone(
    app: Any, client: AsyncClient, agent: Agent, database: Database
) -> None:
    [run] = (await client.get("/api/v1/runs")).json()["items"]
    url = f"/api/v1/runs/{run['id']}/job"
    job_of_person = (await client.get(url)).json()
    assert job_of_person["job_file"].startswith("[")
    assert (job_of_person["run_id"], job_of_person["fio_version"]) == (run["id"], run["tool"]["version"])
    own = await agent.client.get(url)
    assert (own.status_code, own.json()) == (200, job_of_person)
    await upload_night(client, 0, 100_000, host="saturn")
    hosts = {row["name"]: row["id"] for row in (await client.get("/api/v1/hosts")).json()["items"]}
    async with agent_of(app, database, hosts["saturn"]) as stranger:
        assert (await stranger.client.get(url)).status_code == 404
        made = await add(client, stranger.host_id, kind="repeat", name=None, run_id=run["id"])
        assert (await stranger.client.get(url)).status_code == 404
        await stranger.poll()
        assert (await stranger.client.get(url)).json() == job_of_person
        await stranger.report(made["id"], "done")
        assert (await stranger.client.get(url)).status_code == 404
