"""`fioboard explain`: the verdict on a terminal, and what is no run."""

import re
from pathlib import Path
from uuid import uuid4

import orjson
import pytest
from typer.testing import CliRunner, Result

from fioboard.cli.explain import list_unknown
from fioboard.cli.program import app
from fioboard.engine.answers.answer import UnknownCheck
from fioboard.engine.rules import RULES
from tests.factories.fio_output import direction, job, output

pytestmark = pytest.mark.usefixtures("configured")


def explain(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["explain", *arguments])


def imported(folder: Path, *more: str, iops: int = 1000) -> str:
    """A run whose one job used a whole CPU."""
    file = folder / "busy.json"
    file.write_bytes(output(job(read=direction(iops=iops), usr_cpu=1.2, sys_cpu=98.0)))
    tag = f"busy-{uuid4().hex}"
    done = CliRunner().invoke(app, ["import", str(file), "--host", "mac", "--tag", tag, *more])
    assert done.exit_code == 0, done.output
    listed = CliRunner().invoke(app, ["export", f"tag={tag}", "--format", "ndjson"])
    match = re.search(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", listed.output)
    assert match is not None, listed.output
    return match[0]


def test_the_sentence_what_was_checked_and_what_was_not(tmp_path: Path) -> None:
    run = imported(tmp_path)
    told = explain(run)
    assert told.exit_code == 0, told.output
    assert "The CPU is the limit: the job used 99.2 % of a CPU" in " ".join(told.output.split())
    answer = orjson.loads(explain(run, "--json").output)
    assert answer["verdict"]["id"] == "cpu-saturated-job"
    counts = [len(answer["checks"][name]) for name in ("found", "fine", "unknown")]
    # A full queue is a note: it is no finding that a job did what it was asked for.
    assert "in-flight" in answer["checks"]["found"]
    notes = {one["id"] for one in answer["findings"] if (one["kind"], one["severity"]) == ("note", "info")}
    said = f"{sum(counts)} checks: {counts[0] - len(notes)} finding"
    assert said in told.output
    assert f"{len(notes)} note" in told.output
    assert f", {counts[1]} passed, {counts[2]} lacked data." in told.output


@pytest.mark.parametrize(("run", "code"), [("01a20397-0000-7000-8000-000000000000", 1), ("no-run", 2)])
def test_what_is_no_run_is_said(run: str, code: int) -> None:
    told = explain(run)
    assert told.exit_code == code
    assert "Traceback" not in told.output


def test_it_stands_beside_the_datasheet_of_its_drive(tmp_path: Path) -> None:
    run = imported(tmp_path, "--label", "drive.model=INTEL SSDPEDMD020T4", iops=1001)
    told = " ".join(explain(run).output.split())
    assert "Measured vs. datasheet" in told and "Not comparable" in told, told
    assert "Intel SSD DC P3700" in told and "Why not comparable" in told
    nobody = explain(imported(tmp_path, "--label", "drive.model=ACME 9000", iops=1002))
    assert "No datasheet for ACME 9000." in nobody.output


def test_checks_without_data_are_listed_once_for_each_reason() -> None:
    missing, command = "the links", "sudo fioboard-agent inventory --privileged"
    unknown: list[UnknownCheck] = [
        {"id": "at-link-limit", "missing": missing, "command": command},
        {"id": "link-downgraded-width", "missing": missing, "command": command},
        {"id": "hot-drive", "missing": "health", "command": None},
    ]
    links, health = list_unknown(unknown)
    assert links == (
        f"2 need the links: {RULES['at-link-limit'].title}, {RULES['link-downgraded-width'].title}. Run: {command}"
    )
    assert health == f"1 needs health: {RULES['hot-drive'].title}."
