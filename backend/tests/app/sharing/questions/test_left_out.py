"""What was left out on purpose is said to be left out; what nobody recorded is not."""

import pytest

from fioboard.app.sharing.questions.answers import QUESTIONS
from fioboard.app.sharing.questions.left_out import FACTS, reason
from fioboard.app.sharing.redaction import Wish, freeze
from fioboard.app.sharing.redaction.fields import GROUPS
from tests.factories.run_detail import run_detail, sources


def test_every_question_has_its_groups_and_every_group_is_one() -> None:
    assert set(FACTS) == {key for key, *_ in QUESTIONS}
    assert {group for groups in FACTS.values() for group in groups} <= set(GROUPS)


@pytest.mark.parametrize(
    ("key", "hidden", "words"),
    [
        ("bios-version", ("bios.version",), "The BIOS version is not part of this share."),
        ("bios-settings", ("bios.settings",), "The BIOS settings are not part of this share."),
        ("temperature", ("temperatures",), "The drive temperature is not part of this share."),
        ("temperature", ("kernel",), None),
        ("errors", ("path",), "The path of the data is not part of this share."),
        ("errors", (), None),
    ],
)
def test_the_reason(key: str, hidden: tuple[str, ...], words: str | None) -> None:
    assert reason(key, hidden) == words


def test_a_hidden_fact_is_not_taken_for_one_that_nobody_recorded() -> None:
    hidden = ("bios.version", "os", "kernel")
    document = freeze(sources(run_detail("laptop")), Wish(hide=hidden)).document
    shown = {q["key"]: q for q in document["questions"]}
    for key in ("bios-version", "system"):
        assert shown[key]["answer"] == "unknown"
        assert shown[key]["text"].endswith("not part of this share.")
        assert shown[key]["command"] is None
    whole = {q["key"]: q for q in freeze(sources(run_detail("laptop")), Wish()).document["questions"]}
    assert not any("not part of this share" in q["text"] for q in whole.values())


def test_a_second_machine_is_told_by_what_differs_from_the_first() -> None:
    one = run_detail("epyc-nps1") | {"host": {"id": "1", "name": "a1"}}
    two = run_detail("epyc-nps4", id="019-other") | {"host": {"id": "2", "name": "b2"}}
    first, second = freeze(sources(one, two), Wish()).document["hosts"]
    assert "differences" not in first
    paths = [row["path"] for row in second["differences"]]
    assert any("numa" in path for path in paths)
    assert not [path for path in paths if path.startswith("host.")]
    assert len(paths) == len(set(paths))


def test_without_an_inventory_there_is_no_difference() -> None:
    one = run_detail("epyc-nps1") | {"host": {"id": "1", "name": "a1"}}
    two = run_detail("epyc-nps4", id="019-other", inventory=None, inventory_id=None)
    document = freeze(sources(one, two), Wish()).document
    assert not any("differences" in host for host in document["hosts"])


def test_what_vendors_ask_for_is_suggested_and_nothing_else() -> None:
    run = run_detail("laptop")
    next(iter(run["inventory"]["disks"].values()))["serial"] = "S4711"
    left_out = {one["field"]: one for one in freeze(sources(run), Wish()).left_out}
    assert left_out["drive.serial"]["suggestion"] and left_out["drive.serial"]["can_reveal"]
    assert left_out["host.name"]["suggestion"] is None
