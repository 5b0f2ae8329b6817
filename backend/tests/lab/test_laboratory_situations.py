"""The tables of situations and controls: what can be said of them before anything runs."""

from collections import Counter
from pathlib import Path

import pytest
from fioboard_agent.jobs.arguments import parse_arguments
from laboratory.controls import CONTROLS
from laboratory.job_places import PLACES, Place
from laboratory.situation import Situation
from laboratory.situations import SITUATIONS

from fioboard.engine.rules import RULES

EVERYTHING = (*SITUATIONS, *CONTROLS)
PLACE = Place(folder=Path("/mnt/x"), devices=(), disk=None)


def test_there_are_as_many_as_the_figures_need() -> None:
    assert len(SITUATIONS) >= 20
    assert len(CONTROLS) >= 60
    assert all(situation.rules for situation in SITUATIONS)
    assert not any(control.rules for control in CONTROLS)
    assert [name for name, times in Counter(one.name for one in EVERYTHING).items() if times > 1] == []


@pytest.mark.parametrize("situation", EVERYTHING, ids=lambda one: one.name)
def test_a_situation_can_be_run(situation: Situation) -> None:
    """Its rules and its place exist, and the agent takes the arguments of all its variants."""
    assert (situation.rules | situation.also) <= RULES.keys()
    assert situation.place in PLACES
    asked = [tuple(situation.arguments(repeat, PLACE)) for repeat in range(len(situation.variants))]
    for arguments in asked:
        assert parse_arguments(list(arguments)).sections
        assert not any(sign in word for word in arguments for sign in "{}")
    if situation.rules:
        assert len(asked) == 5
