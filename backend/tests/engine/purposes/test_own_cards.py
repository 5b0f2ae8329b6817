"""A folder of the operator's own cards: taken beside the built-in ones, or refused with a sentence."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from httpx2 import AsyncClient

from fioboard.cli.purpose_cards import require_purpose_cards
from fioboard.core.config import Settings, settings
from fioboard.engine.purposes.own_cards import read_own_purposes
from tests.app.runs.history.test_purposes import etcd_run, load
from tests.factories.imports import put

DOCUMENT = Path(__file__).parents[4] / "docs/purposes.md"
[CARD] = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
ETCD = CARD.replace("8192", "2300").replace("bs=8k", "bs=2300")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder with a card and with a file that turned bad since the start."""
    (tmp_path / "db-log.toml").write_text(ETCD)
    (tmp_path / "bad.toml").write_text("no TOML")
    monkeypatch.setenv("FIOBOARD_PURPOSE_CARDS", str(tmp_path))
    settings.cache_clear()
    yield
    settings.cache_clear()


def test_a_bad_card_is_refused_with_a_sentence_that_names_it(tmp_path: Path) -> None:
    faults = {
        "schema = 1\nid": "not TOML: ",
        CARD.replace('version = "2"\n', ""): "version: a card of your own states one",
        CARD.replace('"db-log"', '"etcd"'): "id: etcd is a built-in purpose; choose another id",
        CARD.replace("direct = false", "direct = false\ncolour = 1"): "requirement.0.colour: Extra inputs",
        CARD.replace('source = "runbook"', 'source = "wiki"'): "card: Value error, no source has the key wiki",
        CARD.partition("[[source]]")[0]: "source: Field required",
        CARD.replace('"rw=write", ', ""): "requirement.0: Value error, job states rw",
        CARD.replace('"bs=8k"', '"bs=8k", "iodepth=deep"'): "iodepth, numjobs and rwmixread of a job",
        CARD.replace("\n\n[[source]]", f"\n\n{CARD[CARD.index('[[requirement') : CARD.index('[[source')]}[[source]]"):
            "two requirements have the same id",
        "#" * 20_001: "a card can have at most 20,000 bytes",
    }  # fmt: skip
    file = tmp_path / "a.toml"
    for text, fault in faults.items():
        file.write_text(text)
        own = read_own_purposes(tmp_path)
        assert own.purposes == () and len(own.refusals) == 1, fault
        assert own.refusals[0].startswith(f"{file}: "), fault
        assert fault in own.refusals[0], own.refusals[0]


def test_of_two_cards_with_one_id_the_second_file_is_refused_and_others_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.toml").write_text(CARD)
    (tmp_path / "b.toml").write_text(CARD)
    (tmp_path / "c.toml").write_text(CARD.replace('"db-log"', '"db-data"'))
    (tmp_path / "README.md").write_text("no card")
    own = read_own_purposes(tmp_path)
    assert [purpose.id for purpose in own.purposes] == ["db-log", "db-data"]
    sentence = f"{tmp_path}/b.toml: id: db-log is the id of another card in this folder."
    assert own.refusals == (sentence,)
    with pytest.raises(typer.Exit) as ended:
        require_purpose_cards(Settings(purpose_cards=tmp_path))
    assert ended.value.exit_code == 2
    assert capsys.readouterr().err == f"fioboard: FIOBOARD_PURPOSE_CARDS: {sentence}\n"
    assert read_own_purposes(tmp_path / "none").refusals == (
        f"{tmp_path}/none cannot be read: FileNotFoundError.",
    )


@pytest.mark.anyio
@pytest.mark.usefixtures("folder")
async def test_a_run_is_judged_by_an_own_card_and_the_answer_names_its_version(client: AsyncClient) -> None:
    run = await put(client, etcd_run(6_000_000))
    items = {one["id"]: one for one in (await load(client, f"/runs/{run}/purposes"))["items"]}
    own, built_in = items["db-log"], items["etcd"]
    assert (own["verdict"], own["is_own"], own["version"]) == ("fails", True, "2")
    assert own["requirements"][0]["sentence"] == (
        "6.00 ms, misses it by a factor of 1.2. Our runbook: p99 of a durable write \N{LESS-THAN OR EQUAL TO} 5 ms."
    )
    assert built_in["is_own"] is False
    listed = (await load(client, "/purposes"))["items"]
    assert [(one["id"], one["version"]) for one in listed if one["is_own"]] == [("db-log", "2")]
    assert {one["version"] for one in listed if not one["is_own"]} == {built_in["version"]}
    jobs = await load(client, "/purposes/db-log/jobs")
    assert (jobs["version"], jobs["jobs"][0]["bs"]) == ("2", "2300")
