"""What a factor declares beside its name is true: its fingerprint, its causes, and what a share shows of it."""

import copy
from typing import Any

import pytest

from fioboard.app.sharing.redaction.fields import GROUPS
from fioboard.engine.hardware.inventory import facets
from fioboard.engine.hardware.inventory.schema_marks import load_schema
from fioboard.engine.words.factors import FACTORS, JOB_OPTIONS, OPTION_FACTORS, Factor
from tests.factories.machine import machine
from tests.loops import check_each

OF_DOCUMENT = [factor for factor in FACTORS.values() if factor.path is not None]
OTHER = {"text": "another", "number": 977, "bytes": 977 << 20, "flag": None}


def changed(document: dict[str, Any], factor: Factor) -> dict[str, Any]:
    """The document with another value of the factor."""
    document = copy.deepcopy(document)
    *way, last = (factor.path or "").split(".")
    place = document
    for key in way:
        place[key] = place = place.get(key) or {}
    place[last] = not place.get(last) if factor.type == "flag" else OTHER[factor.type]
    return document


@pytest.mark.parametrize("factor", OF_DOCUMENT, ids=lambda factor: factor.key)
def test_a_field_counts_in_the_fingerprint_that_it_declares_and_in_no_other(factor: Factor) -> None:
    before = machine("epyc-nps4")["inventory"]
    old, new = (facets.project_machine(document) for document in (before, changed(before, factor)))
    moved = {facet for facet in old if old[facet].fingerprint != new[facet].fingerprint}
    assert moved == ({factor.facet} if factor.facet else set())


@check_each("factor", FACTORS.values())
def test_what_a_factor_names_exists(factor: Factor) -> None:
    assert {*factor.follows_from} <= FACTORS.keys() - {factor.key}
    assert factor.none_when_known is None or factor.none_when_known in FACTORS
    assert factor.hidden_by is None or factor.hidden_by in GROUPS


@check_each("factor", OF_DOCUMENT)
def test_what_hides_a_factor_hides_its_field_in_the_inventory(factor: Factor) -> None:
    """Else a share would leave out the one and show the other."""
    schema: Any = load_schema()
    hidden = None
    for key in (factor.path or "").split("."):
        schema = schema["properties"][key]
        hidden = schema.get("x-hide", hidden)
    if "x-share" in schema:
        assert hidden == factor.hidden_by


@check_each("factor", FACTORS.values())
def test_no_text_is_shown_as_it_is(factor: Factor) -> None:
    assert factor.type != "text" or factor.share != "figure"


def test_an_option_is_told_by_one_factor() -> None:
    every = [option for factor in FACTORS.values() for option in factor.options]
    assert len(every) == len(set(every)) == len(OPTION_FACTORS)
    assert OPTION_FACTORS["cpus_allowed"] == OPTION_FACTORS["numa_cpu_nodes"] == "job.cpus"
    assert OPTION_FACTORS["blocksize"] == OPTION_FACTORS["bssplit"] == "bs"


def test_a_workload_is_made_of_these_six() -> None:
    assert JOB_OPTIONS == ("rw", "bs", "iodepth", "numjobs", "ioengine", "direct")
