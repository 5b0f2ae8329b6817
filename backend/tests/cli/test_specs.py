"""`fioboard spec`: cards at the terminal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fioboard.cli.specs import app
from fioboard.core import config
from fioboard.core.config import Settings
from fioboard.engine.hardware.datasheets.built_in import built_in_cards
from fioboard.engine.hardware.datasheets.read import read_card
from fioboard.engine.hardware.datasheets.write import card_toml
from tests.cli.test_shares import execute

OWN = """
schema = 1
id = "acme-9000"
title = "ACME 9000"
class = "client"
rating = [{{ metric = "iops", value = {value}, claim = "up to", rw = "randread" }}]
"""


@pytest.fixture(autouse=True)
def _no_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Unless a test asks for one: else those of this machine would be listed."""
    monkeypatch.setenv("FIOBOARD_DATA_DIR", str(tmp_path / "none"))
    config.settings.cache_clear()
    yield
    config.settings.cache_clear()


def test_own_cards_stand_before_those_of_the_release(configured: Settings, tmp_path: Path) -> None:
    assert configured.database_url is not None
    execute(configured.database_url.get_secret_value(), "delete from spec_card")

    def invoke(*arguments: str) -> str:
        outcome = CliRunner().invoke(app, arguments)
        assert outcome.exit_code == 0, outcome.stderr
        return outcome.stdout

    file = tmp_path / "mine.toml"
    for value in (1000, 2000):
        file.write_text(OWN.format(value=value))
        invoke("add", str(file))
    of_release = built_in_cards()["intel-dc-s3700"]
    file.write_text(card_toml(of_release))
    invoke("add", str(file))

    listed = [line.split("\t") for line in invoke("list").splitlines()]
    assert len(listed) == len(built_in_cards()) + 1
    assert [(line[0], line[3]) for line in listed[:2]] == [
        ("intel-dc-s3700", "own, version 1"),
        ("acme-9000", "own, version 2"),
    ]
    more = [line.split("\t") for line in invoke("list", "--all").splitlines()][len(listed) :]
    assert [(line[0], line[3]) for line in more] == [
        ("acme-9000", "own, version 1"),
        ("intel-dc-s3700", "release"),
    ]
    assert "up to 2,000 IOPS" in invoke("show", "acme-9000")
    assert "up to 1,000 IOPS" in invoke("show", "acme-9000", "--version", "1")
    assert read_card(invoke("export", "acme-9000").encode()).rating[0].value == 2000
    assert "rw=randread" in invoke("job", "acme-9000")
    missing = CliRunner().invoke(app, ["show", "acme-9000", "--version", "3"])
    assert (missing.exit_code, "no datasheet 'acme-9000' of version 3" in missing.stderr) == (1, True)


def test_without_a_database_it_is_said() -> None:
    assert "the release's cards only" in CliRunner().invoke(app, ["list"]).stderr


def test_each_card_is_the_same_after_it_was_written() -> None:
    for card in built_in_cards().values():
        assert read_card(card_toml(card).encode()) == card, card.id


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
        (["show", "no-such"], "no datasheet 'no-such'"),
        (["export", "../cards"], "no datasheet '../cards'"),
        (["list", "no such drive"], "no datasheet with 'no such drive' in its title"),
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


def test_a_pasted_table_becomes_ratings_of_a_card(tmp_path: Path) -> None:
    file = tmp_path / "rows.txt"
    file.write_text("  1TB 2TB\nSequential read 7,000 7,300 MB/s\nTBW 600\n")
    outcome = CliRunner().invoke(app, ["read", str(file)])
    assert outcome.exit_code == 0
    assert (
        outcome.stdout.index("# 1TB") < outcome.stdout.index("7000000000.0") < outcome.stdout.index("# 2TB")
    )
    assert "row 3: no unit: TBW 600" in outcome.stderr
    head = OWN.format(value=1).split("rating =")[0]
    card = read_card((head + outcome.stdout.split("# 2TB\n")[1]).encode())
    assert [rating.value for rating in card.rating] == [7.3e9]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"TBW 600", "no unit"),
        (b"\xff\xfe", "not UTF-8 text"),
        (b"x" * 20_001, "more than 20,000 characters"),
    ],
)
def test_a_table_without_a_figure_is_said(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "rows.txt"
    file.write_bytes(content)
    outcome = CliRunner().invoke(app, ["read", str(file)])
    assert (outcome.exit_code, said in outcome.stderr) == (1, True)
