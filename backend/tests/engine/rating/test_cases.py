"""Runs beside datasheets: the cases, from the documents that the demonstration is made of."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import pytest

from fioboard.engine.demo.cases import cases
from fioboard.engine.demo.documents import Figures, document
from fioboard.engine.formats.fio import read_output
from fioboard.engine.hardware.datasheets.in_force import CardInForce, merge_cards
from fioboard.engine.hardware.datasheets.read import check_card
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rating import Stated, build_basis, rate, read_stated
from fioboard.engine.rating.compare import Held, Rated
from fioboard.engine.rules import RunFacts
from tests.engine.hardware.datasheets.test_verdict import own_card
from tests.factories.machine import machine

CASES: Mapping[tuple[str, str], Figures] = {(f.case, f.title): f for f in cases()}
P3700 = {"model": "INTEL SSDPEDMD020T4", "capacity_bytes": 2_000_398_934_016, "basis": "named"}


def a_card(**changes: object) -> CardInForce:
    """A person's card of the P3700 that prints a queue depth."""
    document = own_card(**changes).model_dump(mode="json", by_alias=True, exclude_none=True)
    return CardInForce(check_card(document | {"match": [P3700]}), "person")


def rated(case: str, title: str, *own: CardInForce, labels: Mapping[str, str] | None = None) -> Rated:
    figures = CASES[case, title]
    host = machine(figures.machine)
    path = resolve(host["inventory"], [host["targets"][figures.target]], fio_cpus=host["fio_cpus"])
    [invocation] = read_output(document(figures)).invocations
    facts = RunFacts(results=invocation.results, path=path, document=host["inventory"])
    stated = read_stated({**figures.labels, **(labels or {})})
    return rate(build_basis(facts), stated, merge_cards(own))


def names(held: Held) -> list[str]:
    assert held.compared is not None
    return [one.name for one in held.compared.differs]


def only(held: Sequence[Held], metric: str) -> Held:
    [one] = [one for one in held if one.metric == metric]
    return one


@pytest.mark.parametrize(
    ("title", "share"), [("PCIe SSD, sync, QD 1, 32 jobs", 0.17), ("PCIe SSD, posixaio, QD 32, 4 jobs", 0.19)]
)
def test_the_p3700_s_17_and_19_percent_are_not_comparable(title: str, share: float) -> None:
    held = only(rated("freebsd-box", title, a_card()).held, "iops")
    assert (held.verdict, round(held.share, 2), held.may_judge) == ("not_comparable", share, False)
    assert names(held)[0] == "pattern"
    if share == 0.17:
        assert "outstanding" in names(held)


def test_the_s3700_reaches_90_percent_but_for_the_pattern() -> None:
    labels = {"drive.model": "INTEL SSDSC2BA200G3", "drive.capacity": "200049647616"}
    held = only(rated("freebsd-box", "SATA SSD, sync, QD 1, 32 jobs", labels=labels).held, "iops")
    assert (held.verdict, f"{held.share:.0%}", held.is_stated) == ("not_comparable", "90%", True)
    assert held.rated == 75_000
    assert "outstanding" not in names(held)
    assert "pattern" in names(held)


def nvmecontrol(**labels: str) -> Rated:
    line = b"Threads: 16 Size:   4096  READ Time:  30 IO/s:  128345 MB/s:  501\n"
    [invocation] = read_output(line).invocations
    stated = read_stated(
        {"drive.model": P3700["model"], "drive.capacity": str(P3700["capacity_bytes"])} | labels
    )
    card = a_card(span=None)
    return rate(
        build_basis(RunFacts(results=invocation.results, tool_name="nvmecontrol")),
        stated,
        merge_cards([card]),
    )


def test_nvmecontrol_s_128345_are_at_least_28_5_percent() -> None:
    """It does not print its pattern, and asks the drive itself: a person states both."""
    [held] = nvmecontrol(**{"rw": "randread", "direct": "1", "target.kind": "disk"}).held
    assert (held.verdict, f"{held.share:.1%}", names(held)) == ("at_least", "28.5%", ["outstanding"])
    assert held.tested.conditions.outstanding == 16
    assert not held.may_judge


def test_what_nvmecontrol_does_not_say_stays_unknown() -> None:
    [held] = nvmecontrol().held
    assert (held.verdict, f"{held.share:.1%}") == ("conditions_unknown", "28.5%")
    assert names(held) == ["pattern", "outstanding", "direct", "target"]


def test_without_an_own_card_the_release_s_says_the_same() -> None:
    held = only(rated("freebsd-box", "PCIe SSD, sync, QD 1, 32 jobs").held, "iops")
    assert (held.verdict, round(held.share, 2)) == ("not_comparable", 0.17)
    assert held.card is not None
    assert held.card.card.id == "intel-dc-p3700"


@pytest.mark.parametrize(("drives", "share"), [(2, 0.93), (3, 0.89), (4, 0.68)])
def test_stated_ratings_of_an_array_give_93_89_and_68_percent(drives: int, share: float) -> None:
    held = only(rated("gpu-server", f"{drives} drives, 100 GB file").held, "bw_bytes_per_s")
    assert (round(held.share, 2), held.rule, held.drive_count) == (share, "raid0", drives)
    assert (held.card, held.verdict, held.may_judge) == (None, "conditions_unknown", False)


@pytest.mark.parametrize(("drives", "share"), [(2, 0.93), (3, 0.89), (4, 0.68)])
def test_960_pro_in_an_array_by_its_card(drives: int, share: float) -> None:
    """The drives told no model: a person states it."""
    figures = CASES["gpu-server", f"{drives} drives, 100 GB file"]
    host = machine(figures.machine)
    path = resolve(host["inventory"], [host["targets"][figures.target]], fio_cpus=host["fio_cpus"])
    [invocation] = read_output(document(figures)).invocations
    basis = build_basis(RunFacts(results=invocation.results, path=path, document=host["inventory"]))
    basis = replace(basis, models=tuple(replace(m, model="x") for m in basis.models))
    stated = Stated(model="Samsung SSD 960 PRO 512GB", capacity_bytes=512_110_190_592, count=drives)
    held = only(rate(basis, stated, merge_cards()).held, "bw_bytes_per_s")
    assert (round(held.share, 2), held.rated_each) == (share, 3_500_000_000)
    assert not held.may_judge


def test_no_card_says_so_by_the_name_of_the_model() -> None:
    labels = {"drive.model": "ACME 9000", "rated_iops": "none"}
    told = rated("freebsd-box", "PCIe SSD, sync, QD 1, 32 jobs", labels=labels)
    assert (told.held, told.missing, told.sentence) == ((), "no_card", "No datasheet for ACME 9000.")


def test_a_card_without_source_never_judges() -> None:
    card = a_card(source=None)
    held = only(rated("freebsd-box", "PCIe SSD, sync, QD 1, 32 jobs", card).held, "iops")
    assert held.compared is not None
    assert (held.compared.source, held.may_judge) == (None, False)


def two_figures(**second: object) -> CardInForce:
    """A card that prints two figures of one pattern: 450,000, and 430,000 under the conditions given."""
    document = a_card().card.model_dump(mode="json", by_alias=True, exclude_none=True)
    [rating] = document["rating"]
    return CardInForce(
        check_card(document | {"rating": [rating, rating | {"value": 430_000} | second]}), "person"
    )


@pytest.mark.parametrize(
    ("labels", "rated_each"),
    [
        ({}, 450_000),
        ({"spec_card": "own", "spec_figure": "2"}, 430_000),
        ({"spec_card": "own", "spec_figure": "7, 2"}, 430_000),
        ({"spec_card": "another", "spec_figure": "2"}, 450_000),
        ({"spec_figure": "2"}, 450_000),
        ({"spec_card": "own", "spec_figure": "x,-2,,0"}, 450_000),
    ],
)
def test_of_equally_near_figures_the_one_the_run_was_made_for_counts(
    labels: dict[str, str], rated_each: float
) -> None:
    nothing_stated = {"rated_iops": "none"}
    told = rated(
        "freebsd-box", "PCIe SSD, sync, QD 1, 32 jobs", two_figures(), labels=nothing_stated | labels
    )
    assert only(told.held, "iops").rated_each == rated_each


def test_a_figure_a_run_was_made_for_is_not_preferred_to_a_nearer_one() -> None:
    labels = {"rated_iops": "none", "spec_card": "own", "spec_figure": "2"}
    told = rated("freebsd-box", "PCIe SSD, sync, QD 1, 32 jobs", two_figures(bs_bytes=8192), labels=labels)
    assert only(told.held, "iops").rated_each == 450_000


def test_what_a_maker_prints_comes_before_a_review_with_fewer_differences() -> None:
    told = rated("freebsd-box", "PCIe SSD, posixaio, QD 32, 4 jobs", labels={"rated_iops": "none"})
    held = only(told.held, "iops")
    assert held.compared is not None and held.compared.source is not None
    assert (held.rated, held.compared.source.kind) == (460_000, "maker")
