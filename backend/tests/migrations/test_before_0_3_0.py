"""The baseline makes the tables of the commit before it; older tables are refused with what to do."""

import re
import subprocess

import asyncpg
import pytest

from fioboard.core.config import Settings
from fioboard.core.migrate import UnknownRevision, upgrade_async
from fioboard.embedded import binaries
from tests.commands.conftest import fioboard
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


async def test_the_baseline_makes_the_tables_of_the_commit_before_it(url: str, configured: Settings) -> None:
    await upgrade_async(url, earlier_data.REVISION)
    assert configured.database_url is not None
    server = configured.database_url.get_secret_value()
    async with fresh_database(server, "earlier") as earlier:
        earlier_data.restore(earlier)
        made, stored = dump_schema(url), dump_schema(earlier)
    assert len(made) > 400
    assert made == stored


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
            refused = fioboard("migrate", database_url=url)
            assert refused.returncode == 1
            assert re.fullmatch(rf"fioboard: .*{why}.*\n", refused.stderr), refused.stderr
            assert await connection.fetchval("select version_num from alembic_version") == revision
    finally:
        await connection.close()
