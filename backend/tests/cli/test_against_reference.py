"""`fioboard compare --against-reference`: what scripts get told, with a code for each way it can end."""

import asyncio
from pathlib import Path

import orjson
import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from fioboard.app.compare.references.pinning import pin_runs
from fioboard.cli.program import app
from fioboard.core import config
from fioboard.core.config import Settings
from fioboard.core.database import Database, make_engine
from fioboard.engine.answers.reference import ReferenceIn
from fioboard.store.queries import references as queries
from tests.app.compare.conftest import randread
from tests.factories.fio_output import output

pytestmark = pytest.mark.usefixtures("stored", "pinned")
SLOW = "label.bay=3"


@pytest.fixture(scope="module")
def stored(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Four runs in slot 2, four 30 % slower ones in slot 3, and one of another test in slot 4."""

    async def empty() -> None:
        engine = make_engine(database_url, pool_size=1)
        async with engine.begin() as connection:
            await connection.execute(text("truncate host, upload, configuration, workload cascade"))
        await engine.dispose()

    asyncio.run(empty())
    folder = tmp_path_factory.mktemp("outputs")
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("FIOBOARD_DATABASE_URL", database_url)
        config.settings.cache_clear()
        for slot, rates in (("2", (1000, 1010, 990, 1003)), ("3", (700, 707, 693, 702)), ("4", (5000,))):
            files: list[Path] = []
            for number, iops in enumerate(rates):
                files.append(folder / f"{slot}-{number}.json")
                job = randread(iops) if slot != "4" else randread(iops, iodepth="64")
                files[-1].write_bytes(output(job))
            done = CliRunner().invoke(
                app, ["import", *map(str, files), "--host", "mac", "--label", f"bay={slot}"]
            )
            assert done.exit_code == 0, done.output
    config.settings.cache_clear()


async def _with(url: str, what: str | None) -> None:
    database = Database(make_engine(url, pool_size=1))
    try:
        async with database.driver() as driver, driver.transaction():
            await driver.execute("delete from reference")
            if what is not None:
                wanted = ReferenceIn(filter=what, name="as bought", host_id=None, workload_id=None)
                row, _ = await pin_runs(driver, wanted, "mara")
                assert await queries.find(driver, row["id"])
    finally:
        await database.close()


@pytest.fixture
def pinned(configured: Settings, database_url: str) -> None:
    """Slot 2 is the reference of everything."""
    asyncio.run(_with(database_url, "label.bay=2"))


def against(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", "--against-reference", *arguments])


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ([SLOW], 0, ""),
        ([SLOW, "--fail-if", "worse:iops>25%"], 3, "iops × 0.7"),
        ([SLOW, "--fail-if", "worse:iops>40%"], 0, ""),
        ([SLOW, "--fail-if", "worse:clat_p42_ns"], 1, "cannot compare"),
        ([SLOW, "--fail-if", "slower:iops"], 1, "is not a condition"),
        (["label.bay=2"], 1, "This is the reference “as bought”."),
        (["label.bay=4"], 4, "no baseline is set"),
        (["host=mac&label.bay=!2"], 0, "1 of 5 runs have no baseline."),
        ([SLOW, "label.bay=4", "--fail-if", "worse:iops"], 3, "no baseline is set"),
        ([f"{SLOW}&iodepth=64"], 1, "No run matches"),
        (["label.bay=9"], 1, "fioboard: "),
        (["run=00000000-0000-7000-8000-000000000000"], 1, "There is no run"),
        ([""], 1, "is empty"),
    ],
)
def test_each_end_has_its_code(arguments: list[str], code: int, said: str) -> None:
    done = against(*arguments)
    assert (done.exit_code, said in done.stderr) == (code, True), done.output
    assert "Traceback" not in done.output


def test_nothing_pinned_is_no_pass(database_url: str) -> None:
    asyncio.run(_with(database_url, None))
    done = against(SLOW, "--fail-if", "worse:iops")
    assert (done.exit_code, done.stdout) == (4, "")


def test_table_markdown_csv_and_json_say_the_same() -> None:
    [item] = orjson.loads(against(SLOW, "--json").stdout)["items"]
    assert item["reference"]["name"] == "as bought"
    cell = item["comparison"]["workloads"][0]["metrics"]["iops"]
    assert (cell["verdict"], cell["base"]["n"], cell["new"]["n"]) == ("worse", 4, 4)
    # The planted figures are 0.7 of the others.
    assert cell["ratio"] == pytest.approx(0.7, rel=0.002)
    table, markdown = against(SLOW), against(SLOW, "--markdown")
    assert table.stdout.startswith("Against the baseline “as bought”, 4 runs\n")
    assert markdown.stdout.startswith("# Against the baseline “as bought”, 4 runs\n")
    assert "worse" in table.stdout and "worse" in markdown.stdout
    assert against(SLOW, "--csv").stdout.startswith("workload,direction,metric,unit,")


def test_a_run_by_its_id() -> None:
    listed = orjson.loads(against(SLOW, "--json").stdout)["items"]
    [run_id] = listed[0]["comparison"]["new"]["run_ids"][:1]
    done = against(run_id, "--json")
    [item] = orjson.loads(done.stdout)["items"]
    assert item["comparison"]["workloads"][0]["metrics"]["iops"]["new"]["n"] == 1
    # One run carries no claim: nothing is worse, and a script can ask for that, too.
    assert against(run_id, "--fail-if", "worse:iops").exit_code == 0
    assert against(run_id, "--fail-if", "not_enough_runs:iops").exit_code == 3


def test_without_the_option_two_sides_are_needed() -> None:
    done = CliRunner().invoke(app, ["compare", SLOW])
    assert done.exit_code == 1
    assert "--against-reference" in done.stderr
