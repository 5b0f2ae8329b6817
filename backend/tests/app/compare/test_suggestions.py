"""What an empty comparison page offers: settings with two values on one host, and batches that were repeated."""

from uuid import uuid4

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread
from tests.app.compare.test_compare import KERNEL_6_1, KERNEL_6_12, compare

pytestmark = pytest.mark.anyio
URL = "/api/v1/compare/choices"


async def test_two_values_of_a_setting_and_two_batches_are_offered(client: AsyncClient, send: Sender) -> None:
    assert (await client.get(URL)).json() == {"items": []}
    for hardware in (KERNEL_6_1, KERNEL_6_1, KERNEL_6_12):
        await send(randread(1000), hardware=hardware)
    first, last = ({"id": str(uuid4()), "name": "nightly", "step": 1, "steps": 1} for _ in range(2))
    await send(randread(1000), hardware=KERNEL_6_12, batch=first, started_at="2026-11-21T01:00:00Z")
    await send(randread(1000), hardware=KERNEL_6_12, batch=last, started_at="2026-11-22T01:00:00Z")
    setting, batch = (await client.get(URL)).json()["items"]
    assert setting["kind"] == "setting"
    assert setting["title"].endswith(": Kernel 6.1.0 vs. Kernel 6.12.0")
    assert (setting["base_runs"], setting["new_runs"]) == (2, 3)
    assert batch["kind"] == "previous_batch"
    assert batch["title"].endswith(": last nightly vs. the one before")
    assert (batch["base"], batch["new"]) == (f"batch={first['id']}", f"batch={last['id']}")
    # Each is a comparison that can be asked for as it is.
    found = await compare(client, setting["base"], setting["new"])
    assert found["attribution"]["keys"] == ["kernel"]
    assert (await compare(client, batch["base"], batch["new"]))["workloads_total"] == 1


async def test_values_without_a_workload_in_common_are_not_offered(client: AsyncClient, send: Sender) -> None:
    await send(randread(1000), hardware=KERNEL_6_1)
    await send(randread(1000, bs="64k"), hardware=KERNEL_6_12)
    assert (await client.get(URL)).json() == {"items": []}
