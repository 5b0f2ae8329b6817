"""Rows of a shared comparison that differ in what is not shown are told apart all the same."""

from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.redaction import Wish, freeze
from tests.app.sharing.redaction.gather import of_comparison
from tests.factories.imports import jobs, put

pytestmark = pytest.mark.anyio
STATED = {"rw": "randread", "bs": "4k", "iodepth": "1", "ioengine": "libaio", "direct": "1"}
# No share shows an option that it does not know.
HIDDEN = [{"warp_drive": "acme-1"}, {"warp_drive": "acme-2"}, {}]


async def test_each_has_a_title_of_its_own(client: AsyncClient) -> None:
    ids = [
        await put(client, jobs(*(STATED | hidden for hidden in HIDDEN), timestamp=n), host="a")
        for n in range(2)
    ]
    base, new = (quote(f"run={run}") for run in ids)
    document = freeze(await of_comparison(client, f"base={base}&new={new}"), Wish()).document
    compare = document["compare"]
    assert compare is not None
    rows = [(row["workload"], row["direction"]) for row in compare["workloads"]]
    assert len(rows) == len(set(rows)) == len(HIDDEN)
    assert "acme" not in str(document)
