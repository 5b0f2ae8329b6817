"""Every page is either read from the standby, or its reason not to be stands here."""

import re
from typing import Any

import pytest
from httpx2 import AsyncClient

from fioboard.app.replica.route import ReadingRoute
from fioboard.core.database import Database
from fioboard.store.replica.standby import Replica
from tests.app.access.test_rights import fill, routes
from tests.app.replica.conftest import Reads
from tests.factories.measured_machine import samples, upload
from tests.factories.standby import Pair, caught_up

pytestmark = pytest.mark.anyio
STREAM = "a stream that breaks in the middle cannot be begun again elsewhere"
LINK = "a link that was ended must open nothing, and its openings are noted"
MAKER = "whoever makes or ends links decides by it"
ACCOUNTS = "who may do what, and who did it: true now"
BEFORE = "asked just before or after something is written"
FROM_PRIMARY = {
    "/runs/export": STREAM,
    "/fleet/export": STREAM,
    "/runs/{run_id}/attachments": f"{BEFORE}: by an agent that has just uploaded",
    "/batches/{batch_id}/result": f"{BEFORE}: by an agent that has just uploaded its last step",
    "/enrolments": ACCOUNTS,
    "/enrolments/{enrolment_id}": f"{BEFORE}: by a page that waits for a host to enrol",
    "/batches/{batch_id}/deletion": f"{BEFORE}: what deleting would take along",
    "/demo": f"{BEFORE}: progress of what the primary stores",
    "/reparse/{reparse_id}": f"{BEFORE}: progress of the primary's own work",
    "/feeds": ACCOUNTS,
    "/feeds/{token}.atom": "its address is a secret that may have been taken away, and its use is noted",
    "/tokens": ACCOUNTS,
    "/session": ACCOUNTS,
    "/account/sessions": ACCOUNTS,
    "/users": ACCOUNTS,
    "/invitations": ACCOUNTS,
    "/audit": ACCOUNTS,
    "/shares": MAKER,
    "/shares/{share_id}": MAKER,
    "/shares/{share_id}/views": MAKER,
    "/shares/{share_id}/document": MAKER,
    "/shares/{share_id}/replies": MAKER,
    "/shares/{share_id}/replies/{reply_id}": MAKER,
    "/shares/{share_id}/replies/{reply_id}/raw": f"{MAKER}, and the audit log has it",
    "/runs/{run_id}/questions": MAKER,
    "/hosts/{host_id}/questions": MAKER,
    "/shared/{token}": LINK,
    "/shared/{token}/export": LINK,
    "/shared/{token}/raw": LINK,
    "/shared/{token}/replies": LINK,
    "/reference-sets/{set_id}/stated": f"{BEFORE}: by whoever has just pasted a table",
    "/runs/{run_id}/confirmation": f"{BEFORE}: by an agent that measures again",
    "/hosts/{host_id}/offers": f"{BEFORE}: by whoever asks the host to measure",
    "/runs/{run_id}/job": f"{BEFORE}: by an agent that measures again",
    "/requests": f"{BEFORE}: by whoever waits for a request to start",
    "/requests/{request_id}": f"{BEFORE}: by whoever watches a request run",
    "/request-groups/{group_id}": f"{BEFORE}: by whoever watches hosts measure together",
    "/request-groups/{group_id}/samples": f"{BEFORE}: by whoever watches hosts measure together",
    "/requests/{request_id}/live": STREAM,
    "/requests/{request_id}/samples": f"{BEFORE}: by whoever watches a request run",
    "/runs/{run_id}/live": STREAM,
    "/offers": f"{BEFORE}: by whoever asks a host to measure",
    "/schedules": f"{BEFORE}: by whoever changes when a host measures",
    "/schedules/times": "asks no database",
    "/spec-jobs": f"{BEFORE}: by an agent that measures",
    "/spec-defaults": "asks no database",
    "/factors": "asks no database",
    "/purposes": "asks no database",
    "/purposes/{purpose_id}": "asks no database",
    "/purposes/{purpose_id}/jobs": "asks no database",
    "/info": "asks no database",
}
API = "/api/v1"
# What a page asks for that cannot be without.
SIDES = "base=host%3Depyc-nps4&new=host%3Depyc-nps4"
QUERIES = {
    "/runs/groups": "by=host",
    "/compare": SIDES,
    "/compare/bootstrap": f"{SIDES}&workload=000000000000",
    "/compare/distribution": f"{SIDES}&workload=000000000000",
    "/compare/time-series": f"{SIDES}&workload=000000000000",
    "/compare/choices": "run={run_id}",
    "/expectations/suggestions": "host_id={host_id}",
    "/ratings": "run={run_id}",
    "/references/against": "run={run_id}",
    "/trends": "run={run_id}",
    "/series": "x=iodepth&metric=iops",
}


def list_lagging(app: Any) -> set[str]:
    """List the paths of all routes that a standby may answer."""
    return {path for _, path, route in routes(app) if isinstance(route, ReadingRoute) and route.may_lag}


async def test_every_page_is_declared(app: Any) -> None:
    pages = {path for method, path, _ in routes(app) if method == "GET" and path.startswith(API)}
    lagging = list_lagging(app)
    assert len(lagging) > 60
    assert pages == lagging | {f"{API}{path}" for path in FROM_PRIMARY}
    assert not lagging & {f"{API}{path}" for path in FROM_PRIMARY}


@pytest.mark.nightly
async def test_every_such_page_reads_and_writes_nothing(
    app: Any,
    both: Pair,
    replica: Replica,
    client: AsyncClient,
    browser: AsyncClient,
    database: Database,
    reads: Reads,
) -> None:
    """A standby refuses to write: what tried would be asked of the primary again, which is counted."""
    request, headers = upload("epyc-nps4", sampled=samples([f"nvme{n}n1" for n in range(4)]))
    stored = await client.post(f"{API}/uploads", content=request, headers=headers)
    assert stored.status_code == 201, stored.text
    run_id = stored.json()["id"]
    async with database.driver() as driver:
        known = {
            "run_id": run_id,
            "result_id": await driver.fetchval("select id from result limit 1"),
            "workload_id": await driver.fetchval("select workload_id from result limit 1"),
            "host_id": await driver.fetchval("select id from host"),
            "inventory_id": await driver.fetchval("select id from inventory limit 1"),
            "other_id": await driver.fetchval("select id from inventory limit 1"),
            "spec_id": await driver.fetchval("select id from spec_card limit 1"),
        }
    await caught_up(both)
    replica.max_lag_s = 60
    await replica.measure()
    wrong = {}
    for path in sorted(list_lagging(app)):
        query = QUERIES.get(path.removeprefix(API), "")
        address = re.sub(r"\{(\w+)\}", lambda key: str(known.get(key[1]) or key[0]), f"{path}?{query}")
        answer = await browser.get(fill(address))
        counted = reads.new()
        if answer.status_code >= 500 or counted not in ({"replica": 1}, {"replica": 1, "missing": 1}):
            wrong[address] = (counted, answer.status_code, answer.text[:300])
    assert not wrong
