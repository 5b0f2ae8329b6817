"""The baseline makes the tables of the commit before it; older tables are refused with what to do."""

import asyncio
import hashlib
import re
import subprocess
from collections.abc import AsyncIterator

import asyncpg
import pytest
from httpx2 import ASGITransport, AsyncClient

from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine
from fioboard.core.migrate import UnknownRevision, upgrade_async
from fioboard.main import create_app
from fioboard.store.embedded import binaries
from tests.cli.conftest import fioboard
from tests.conftest import BASE_URL
from tests.factories import earlier_data
from tests.factories.fresh_database import fresh_database

pytestmark = pytest.mark.anyio


def dump_schema(url: str) -> dict[str, str]:
    """What makes each table, function, index and comment, by its heading; without the partitions of single months."""
    options = ["--schema-only", "--no-owner", "--no-privileges"]
    done = subprocess.run(
        [binaries.find().program("pg_dump"), *options, url], stdout=subprocess.PIPE, text=True, check=True
    )
    headings = re.split(r"^--\n-- Name: (.*)\n--\n", done.stdout, flags=re.MULTILINE)[1:]
    parts = dict(zip(headings[::2], headings[1::2], strict=True))
    return {
        # The first partition ends with the month in which the tables were made. The last part has a random line.
        heading: re.sub(r"TO \('[0-9a-f-]+'\)|\\unrestrict .*", "", part).strip()
        for heading, part in parts.items()
        if not re.search(r"_\d{4}_\d\d", heading)
    }


@pytest.fixture
async def earlier(configured: Settings) -> AsyncIterator[str]:
    """A database as the service of that commit left it."""
    assert configured.database_url is not None
    async with fresh_database(configured.database_url.get_secret_value(), "earlier") as own:
        earlier_data.restore(own)
        yield own


@pytest.mark.nightly
async def test_the_baseline_makes_the_tables_of_the_commit_before_it(url: str, earlier: str) -> None:
    await upgrade_async(url, earlier_data.REVISION)
    made, stored = dump_schema(url), dump_schema(earlier)
    assert len(made) > 400
    assert made == stored


@pytest.mark.nightly
async def test_every_run_figure_byte_and_link_of_before_is_there(earlier: str) -> None:
    stored = await earlier_data.read_stored(earlier)
    assert (len(stored.runs), len(stored.shared)) == (9, 5)
    await upgrade_async(earlier)
    app = create_app()
    app.state.database = Database(make_engine(earlier))
    app.state.replica = None
    headers = {"authorization": f"Bearer {earlier_data.read_secrets()['tokens']['read']}"}
    async with AsyncClient(transport=ASGITransport(app), base_url=BASE_URL, headers=headers) as client:

        async def ask(path: str) -> bytes:
            answer = await client.get(path)
            assert answer.status_code == 200, (path, answer.text)
            return answer.content

        assert await earlier_data.find_differences(stored, ask) == []

        # And a difference would be seen.
        run = next(run for run in stored.runs.values() if run.figures and run.originals)
        run.figures[0]["clat_p99"] = 1.5
        run.originals[next(iter(run.originals))] += b" "
        opened = hashlib.sha256(earlier_data.read_secrets()["links"]["run"].encode()).hexdigest()
        stored.shared[opened]["title"] = "another"
        stored.notes.clear()
        assert len(await earlier_data.find_differences(stored, ask)) == 4
    await app.state.database.close()


async def test_older_and_newer_tables_are_refused_with_what_to_start(url: str) -> None:
    await upgrade_async(url)
    connection = await asyncpg.connect(url)
    try:
        for revision, why in {
            "3f9b60c2d8e5": r"before 0\.3\.0 \(revision 3f9b60c2d8e5\): start commit 577ecdae on them once",
            "0123456789ab": "does not know revision 0123456789ab of the tables: start the version that made them",
        }.items():
            await connection.execute("update alembic_version set version_num = $1", revision)
            with pytest.raises(UnknownRevision, match=why):
                await upgrade_async(url)
            assert await connection.fetchval("select version_num from alembic_version") == revision
        refused = await asyncio.to_thread(fioboard, "migrate", database_url=url)
        assert refused.returncode == 1
        assert re.fullmatch(rf"fioboard: .*{why}.*\n", refused.stderr), refused.stderr
    finally:
        await connection.close()
