"""Runs that memory answered on one side are a difference of their own: nothing is put down to one factor then."""

import pytest
from httpx2 import AsyncClient

from tests.app.compare.conftest import Sender, randread, runs
from tests.app.compare.test_compare import compare
from tests.factories.upload import inventory

pytestmark = pytest.mark.anyio
REQUESTS = 1000


async def buffered(send: Sender, served: int, kernel: str = "6.1.0") -> str:
    """A buffered read of 1,000 blocks, of which the drive served some."""
    hardware = inventory() | {"os": inventory().get("os", {}) | {"kernel": kernel}}
    disk = {"name": "nvme0n1", "read_ios": served, "write_ios": 0, "read_merges": 0, "write_merges": 0}
    return await send(randread(REQUESTS, direct="0"), hardware=hardware, disks=[disk])


@pytest.mark.parametrize(
    ("base", "new", "kind", "doubted"),
    [
        (1000, 1000, "only", []),
        (1000, 100, "cannot_tell", ["new"]),
        (100, 1000, "cannot_tell", ["base"]),
        # Both from memory: alike, and each run's own page says what it is.
        (100, 100, "only", []),
    ],
)
async def test_a_side_that_memory_answered_is_no_clean_comparison(
    client: AsyncClient, send: Sender, *, base: int, new: int, kind: str, doubted: list[str]
) -> None:
    ours = [await buffered(send, base) for _ in range(2)]
    theirs = [await buffered(send, new, "6.12.0") for _ in range(2)]
    attribution = (await compare(client, runs(*ours), runs(*theirs)))["attribution"]
    assert attribution["kind"] == kind
    assert attribution["doubts"] == [f"served by the page cache (2 of 2 runs of {side})" for side in doubted]


async def test_one_cached_run_among_others_is_told(client: AsyncClient, send: Sender) -> None:
    ours = [await buffered(send, 1000), await buffered(send, 100)]
    theirs = [await buffered(send, 1000) for _ in range(2)]
    attribution = (await compare(client, runs(*ours), runs(*theirs)))["attribution"]
    assert attribution["kind"] == "cannot_tell"
    assert attribution["doubts"] == ["served by the page cache (1 of 2 runs of base)"]
