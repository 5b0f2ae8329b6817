"""`fioboard import`: a folder once, the same folder again, a bad file among good ones."""

import asyncio
import gzip
import multiprocessing
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from fioboard.cli import import_processes
from fioboard.cli.importing import Source
from fioboard.cli.program import app
from fioboard.core.compression import compress
from fioboard.core.config import Settings
from fioboard.core.database import make_engine
from tests.factories.fio_output import direction, job, output
from tests.factories.nas_mail import MAIL, TABLE_LINES


@pytest.mark.usefixtures("emptied")
@pytest.mark.quick(1)
@pytest.mark.parametrize("number", [50, 500])
def test_folder_with_one_file_that_is_no_output(tmp_path: Path, number: int) -> None:
    (tmp_path / "deeper").mkdir()
    good = number - 1
    for n in range(good):
        place = tmp_path / ("deeper" if n % 2 else "") / f"run{n:03}.json"
        place.write_bytes(output(job(f"job {n}", read=direction(iops=100 + n))))
    (tmp_path / "notes.txt").write_text("bought new drives today\n")
    runner = CliRunner(env={"COLUMNS": "300"})  # a narrower table breaks a long name anywhere
    first = runner.invoke(app, ["import", str(tmp_path), "--host", "jupiter", "--label", "fan=off"])
    assert first.exit_code == 1, first.output
    assert f"{number} files: {good} created ({good} runs), 0 duplicates, 1 refused" in first.output
    assert "notes.txt" in first.output.replace("\n", "").replace(" ", "")
    again = runner.invoke(app, ["import", str(tmp_path), "--host", "jupiter", "--label", "fan=off"])
    assert f"{number} files: 0 created (0 runs), {good} duplicates, 1 refused" in again.output


def stored(settings: Settings) -> tuple[int, int]:
    """How many uploads and hosts there are."""
    assert settings.database_url is not None
    address = settings.database_url.get_secret_value()

    async def counted() -> tuple[int, int]:
        engine = make_engine(address, pool_size=1)
        async with engine.connect() as connection:
            row = (
                await connection.execute(text("select (select count(*) from upload), count(*) from host"))
            ).one()
        await engine.dispose()
        return row[0], row[1]

    return asyncio.run(counted())


ONE, TWO = ("--processes", "1"), ("--processes", "2")


def outputs(folder: Path, files: int) -> None:
    for n in range(files):
        (folder / f"run{n:03}.json").write_bytes(output(job(f"job {n}", read=direction(iops=100 + n))))


@pytest.mark.nightly
@pytest.mark.usefixtures("emptied")
def test_two_processes_store_each_file_once_under_one_host(
    tmp_path: Path, configured: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_processes, "BATCH_FILES", 3)
    outputs(tmp_path, 30)
    (tmp_path / "notes.txt").write_text("bought new drives today\n")
    (tmp_path / "copy.json").write_bytes((tmp_path / "run029.json").read_bytes())
    arguments = ["import", str(tmp_path), "--host", "jupiter"]
    first = CliRunner().invoke(app, [*arguments, *TWO])
    assert "32 files: 30 created (30 runs), 1 duplicate, 1 refused" in first.output, first.output
    # The table is in the order of the files, whoever read them.
    places = [first.output.index(name) for name in ("copy.json", "notes.txt", "run000.json", "run029.json")]
    assert places == sorted(places)
    assert stored(configured) == (30, 1)
    again = CliRunner().invoke(app, [*arguments, *ONE])
    assert "32 files: 0 created (0 runs), 31 duplicates, 1 refused" in again.output
    assert stored(configured) == (30, 1)


@pytest.mark.usefixtures("emptied")
@pytest.mark.nightly
def test_what_a_killed_process_had_is_named_and_an_import_goes_on(
    tmp_path: Path, configured: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    outputs(tmp_path, 40)
    give = import_processes.Importing.give
    times = count()

    def one_is_killed_at_the_fifth(
        importer: import_processes.Importing, left: import_processes.Batches, sources: Sequence[Source]
    ) -> None:
        give(importer, left, sources)
        if next(times) == 4:
            multiprocessing.active_children()[0].kill()

    monkeypatch.setattr(import_processes, "BATCH_FILES", 3)
    monkeypatch.setattr(import_processes.Importing, "give", one_is_killed_at_the_fifth)
    arguments = ["import", str(tmp_path), "--host", "jupiter"]
    broken = CliRunner().invoke(app, [*arguments, *TWO], env={"COLUMNS": "300"})
    assert broken.exit_code == 1
    refusals = [line for line in broken.output.splitlines() if import_processes.DIED in line]
    # At most the batches that it had; the other process did all the rest.
    assert 1 <= len(refusals) <= 3 * import_processes.BATCHES_AHEAD
    assert f"{40 - len(refusals)} created" in broken.output

    again = CliRunner().invoke(app, [*arguments, *ONE])
    assert again.exit_code == 0, again.output
    assert stored(configured) == (40, 1)


@pytest.mark.usefixtures("emptied")
def test_packed_files_are_what_they_unpack_to(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(output(job("a")))
    (tmp_path / "a.json.gz").write_bytes(gzip.compress(output(job("a"))))
    (tmp_path / "b.json.zst").write_bytes(compress(output(job("b"))))
    (tmp_path / "cut.json.gz").write_bytes(gzip.compress(output(job("c")))[:50])
    done = CliRunner().invoke(app, ["import", str(tmp_path), "--host", "jupiter"])
    assert "4 files: 2 created (2 runs), 1 duplicate, 1 refused" in done.output
    assert "The gzip stream is truncated." in done.output


@pytest.mark.usefixtures("emptied")
def test_standard_input() -> None:
    done = CliRunner().invoke(app, ["import", "-", "--host", "jupiter"], input=output())
    assert done.exit_code == 0, done.output
    assert "1 file: 1 created (1 run)" in done.output


@pytest.mark.usefixtures("emptied")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["import", "/nowhere/at/all.json"], "No such file"),
        (["import", "-", "--label", "fan"], "is not KEY=VALUE"),
        (["import", "-", "--accept-found", "some"], "accept: is one of output, all, none"),
        (["import", "-", "--run-label", "slot=3"], "is not N:KEY=VALUE"),
        (["import", "-", "--run-label", "2:slot"], "is not KEY=VALUE"),
        (["import", "-", "--started-at", "yesterday"], "no RFC 3339 time"),
        (["import", "-", "--started-at", "2026-11-21T10:00:00"], "no time zone"),
    ],
)
def test_mistakes_are_named(arguments: list[str], said: str) -> None:
    done = CliRunner().invoke(app, arguments, input=b"")
    assert done.exit_code != 0
    assert said in done.output


@pytest.mark.usefixtures("emptied")
def test_tables_beside_results_are_judged_and_every_line_is_told(tmp_path: Path) -> None:
    (tmp_path / "mail.txt").write_text(MAIL)
    told = CliRunner().invoke(
        app, ["import", str(tmp_path / "mail.txt"), "--host", "nas"], env={"COLUMNS": "200"}
    )
    assert told.exit_code == 0, told.output
    [lost] = [line for line in told.output.splitlines() if " 12.9 " in line]
    assert "swapped" in lost and "read and write are swapped, and its k or M is missing" in lost
    first, last = TABLE_LINES
    assert f"4 in tables ({first}-{last})" in told.output.replace("\n", " ")
    assert "not understood (" not in told.output
