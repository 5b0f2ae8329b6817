"""`fioboard add`: a result typed at a shell."""

import pytest
from typer.testing import CliRunner

from fioboard.cli.program import app

GIVEN = ["add", "--host", "nas", "--tool", "fio", "--direction", "read", "--rw", "randread", "--bs", "8k"]


@pytest.mark.usefixtures("emptied")
def test_a_result_is_added_once_and_its_address_is_told() -> None:
    runner = CliRunner()
    line = [*GIVEN, "--iops", "12.9k", "--bw", "106 MB/s", "--label", "fan=off", "--by", "Ada"]
    first = runner.invoke(app, line)
    assert first.exit_code == 0, first.output
    assert first.output.startswith("stored: http://testserver/runs/")
    again = runner.invoke(app, line)
    assert again.output == first.output.replace("stored", "known already")


@pytest.mark.quick(2)
@pytest.mark.usefixtures("configured")
@pytest.mark.parametrize(
    ("line", "words"),
    [
        ([*GIVEN, "--iops", "fast"], "/results/0/iops: 'fast' is not valid; write it like 12.9k"),
        (GIVEN, "/results/0: A result needs IOPS, a bandwidth or a latency."),
        ([*GIVEN, "--iops", "5", "--date", "soon"], "date"),
        ([*GIVEN, "--iops", "5", "--label", "Fan"], "--label 'Fan' is not KEY=VALUE"),
        (["add", "--direction", "up", "--iops", "5"], "results/0/direction"),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(line: list[str], words: str) -> None:
    refused = CliRunner().invoke(app, line)
    assert refused.exit_code == 2
    assert words in refused.output
