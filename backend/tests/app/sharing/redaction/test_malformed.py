"""Inventories of broken or hostile agents: freezing never raises but for an identifier, and gives the shape that the
share's page reads."""

import random
from typing import Any

import pytest

from fioboard.app.sharing.redaction import IdentifierFound, Wish, freeze
from tests.app.sharing.redaction.gather import SHAPE
from tests.engine.hardware.inventory.test_malformed import JUNK, places, replaced
from tests.factories.machine import machine
from tests.factories.run_detail import run_detail, sources


@pytest.mark.quick(1)
@pytest.mark.parametrize("tries", [40, 150])
@pytest.mark.parametrize("name", ["epyc-nps4", "workstation-slot2", "nas-client"])
@pytest.mark.nightly
def test_junk_anywhere_in_an_inventory_breaks_no_share(name: str, tries: int) -> None:
    document = machine(name)["inventory"]
    everywhere = [path for path in places(document) if path]
    chosen = random.Random(7)
    frozen = 0
    for _ in range(tries):
        odd: Any = document
        for _ in range(chosen.choice((1, 3))):
            path = chosen.choice(everywhere)
            if path in set(places(odd)):
                odd = replaced(odd, path, chosen.choice(JUNK))
        run = run_detail(name, inventory=odd if isinstance(odd, dict) else {})
        try:
            SHAPE.validate_python(freeze(sources(run), Wish()).document)
            frozen += 1
        except IdentifierFound:
            continue
    assert frozen > tries * 0.9


def test_a_run_of_which_nothing_was_understood_freezes() -> None:
    run = run_detail(
        "laptop", results=[], job_options=[], path=None, machine=None, inventory=None, inventory_id=None,
        factor_values=[], tool={"name": "unknown", "version": None}, outcome="failed", started_at=None,
    )  # fmt: skip
    document = freeze(sources(run), Wish()).document
    SHAPE.validate_python(document)
    assert document["title"] == "Run on host 1"
    assert document["runs"][0]["tool"] == {"name": "unknown", "version": None}
