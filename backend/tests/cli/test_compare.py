"""`fioboard compare`: a table for people, exit codes for scripts."""

import asyncio

import orjson
import pytest
from sqlalchemy import text
from typer.testing import CliRunner, Result

from fioboard.cli.program import app
from fioboard.core import config
from fioboard.core.database import make_engine
from tests.app.compare.conftest import randread
from tests.factories.fio_output import output

pytestmark = pytest.mark.usefixtures("stored", "configured")
BASE, NEW = "label.bay=2", "label.bay=3"


@pytest.fixture(scope="module")
def stored(database_url: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Four runs in slot 2, four slower ones in slot 3, for all tests here: none of them changes anything."""

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
        for slot, rates in (("2", (1000, 1010, 990, 1003)), ("3", (700, 705, 695, 702))):
            files = []
            for number, iops in enumerate(rates):
                files.append(folder / f"{slot}-{number}.json")
                files[-1].write_bytes(output(randread(iops)))
            done = CliRunner().invoke(
                app, ["import", *map(str, files), "--host", "mac", "--label", f"bay={slot}"]
            )
            assert done.exit_code == 0, done.output
    config.settings.cache_clear()


def compare(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["compare", BASE, NEW, *arguments])


def test_table_markdown_and_json_say_the_same() -> None:
    table, markdown = compare(), compare("--markdown")
    answer = orjson.loads(compare("--json").output)
    assert (table.exit_code, markdown.exit_code) == (0, 0), table.output
    assert answer["workloads"][0]["metrics"]["iops"]["verdict"] == "worse"
    assert answer["sentence"].split(".")[0] in markdown.output
    assert "worse" in table.output
    assert compare("--csv").output.startswith("workload,direction,metric,unit,")


@pytest.mark.quick(3)
@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ("worse:iops", 3),
        ("worse:iops>5%", 3),
        ("worse:iops>40%", 0),
        ("better:iops", 0),
        ("worse:clat_p95_ns>5%", 3),
        ("not_enough_runs:iops", 0),
        ("worse:clat_p42_ns", 1),  # nobody measured it: silence is no pass
        ("slower:iops", 1),
        ("worse:speed", 1),
        ("worse:iops>5", 1),
    ],
)
def test_exit_code_tells_whether_a_condition_is_met(condition: str, code: int) -> None:
    done = compare("--fail-if", condition)
    assert done.exit_code == code, done.output
    if code == 3:
        assert "worse" in done.stderr


def test_sides_without_a_common_workload_say_so_and_show_no_empty_table() -> None:
    for arguments in ((), ("--markdown",)):
        done = CliRunner().invoke(app, ["compare", BASE, f"{NEW}&host=!mac", *arguments])
        assert done.exit_code == 0, done.output
        assert "no workload was measured on both sides." in done.output
        assert "Only base measured randread" in done.output
        assert "Verdict" not in done.output


def test_what_cannot_be_compared_is_one_sentence() -> None:
    done = CliRunner().invoke(app, ["compare", "label.bay=9", NEW])
    assert done.exit_code == 1
    assert done.stderr.startswith("fioboard: ")
    assert "Traceback" not in done.output
