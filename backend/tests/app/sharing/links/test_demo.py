"""The five users' cases can be shared as they are: no false alarm of the second net keeps an ordinary result in."""

from urllib.parse import quote

import pytest
from httpx2 import AsyncClient

from fioboard.app.ingest.demo import load
from fioboard.core.database import Database
from tests.factories.shares import SHARES

pytestmark = pytest.mark.anyio
EPYC = quote("host=epyc (demo)", safe="=")
ADDRESSES = [
    ("compare", f"base={quote(f'{EPYC}&bios.nps=1')}&new={quote(f'{EPYC}&bios.nps=4')}"),
    ("series", "x=iodepth&metric=iops&by=host"),
    ("series", "x=drive.model&metric=bw_bytes_per_s"),
    ("series", "x=raid.width&host=gpu-server%20(demo)&yscale=log"),
    ("series", "x=bs&metric=iops&by=rw&nfs.server=cluster&chart=heat-map"),
]


@pytest.mark.nightly
async def test_comparisons_and_charts_of_the_demo_can_be_shared(
    client: AsyncClient, database: Database
) -> None:
    await load(database)
    for kind, address in ADDRESSES:
        answer = await client.post(f"{SHARES}/preview", json={"kind": kind, "spec": {"address": address}})
        assert answer.status_code == 200, (address, answer.text)
        document = answer.json()["document"]
        assert document["runs"] and document[kind]
        assert "(demo)" not in answer.text
