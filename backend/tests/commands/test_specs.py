"""`fioboard spec`: cards at the terminal."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from fioboard.commands.specs import app
from fioboard.specs.built_in import built_in_cards
from fioboard.specs.read import read_card


def test_all_cards_are_listed_and_found_by_a_word() -> None:
    everything = CliRunner().invoke(app, ["list"])
    assert len(everything.stdout.splitlines()) == len(built_in_cards())
    some = CliRunner().invoke(app, ["list", "p3700"])
    assert [line.split("\t")[0] for line in some.stdout.splitlines()] == [
        "intel-dc-p3700",
        "intel-dc-p3700-400-gb",
    ]


def test_a_card_is_shown_with_sources_conditions_and_contradictions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    shown = CliRunner().invoke(app, ["show", "intel-dc-s3700"]).stdout
    assert "up to 75,000 IOPS" in shown
    assert "randread, 4,096 bytes, 32 outstanding, full span" in shown
    assert "no rating of its smallest drive" in shown
    source = built_in_cards()["intel-dc-s3700"].source[0]
    assert source.address in shown
    doubted = CliRunner().invoke(app, ["show", "intel-dc-p3700"]).stdout
    assert "contradict each other on randread: at least 450,000 IOPS; up to 460,000 IOPS" in doubted


def test_what_is_exported_is_the_card(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(CliRunner().invoke(app, ["export", "intel-dc-s3700"]).stdout)
    assert read_card(file.read_bytes()) == built_in_cards()["intel-dc-s3700"]
    checked = CliRunner().invoke(app, ["check", str(file)])
    assert (checked.exit_code, checked.stdout.split(", ")[1].strip()) == (0, "0 without source")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "no-such"], "no card 'no-such'"),
        (["export", "../cards"], "no card '../cards'"),
        (["list", "no such drive"], "no card with 'no such drive' in its title"),
        (["check", "no-such-file.toml"], "No such file"),
    ],
)
def test_what_cannot_be_found_is_said(arguments: list[str], said: str) -> None:
    outcome = CliRunner().invoke(app, arguments)
    assert outcome.exit_code == 1
    assert said in outcome.stderr


def test_a_card_that_cannot_be_read_is_refused_with_its_fault(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("schema = 2\n")
    outcome = CliRunner().invoke(app, ["check", str(file)])
    assert outcome.exit_code == 1
    assert "mine.toml: schema:" in outcome.stderr


def test_jobs_of_a_card_are_printed_and_writing_ones_only_by_name() -> None:
    every = CliRunner().invoke(app, ["job", "intel-dc-s3700", "--target", "/dev/sdx"])
    assert "filename=/dev/sdx" in every.stdout
    assert "OVERWRITES" not in every.stdout
    assert "writes: fioboard spec job intel-dc-s3700" in every.stdout
    figures = built_in_cards()["intel-dc-s3700"].rating
    writing = next(n for n, rating in enumerate(figures, start=1) if rating.is_write)
    assert "OVERWRITES" in CliRunner().invoke(app, ["job", "intel-dc-s3700", str(writing)]).stdout


@pytest.mark.parametrize("words", [["no-such-card"], ["intel-dc-s3700", "999"]])
def test_job_of_nothing(words: list[str]) -> None:
    assert CliRunner().invoke(app, ["job", *words]).exit_code == 1
