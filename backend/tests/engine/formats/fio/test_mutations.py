"""A seeded part of what `make mutate-fio` tries; the rules stand in mutations.py."""

import random

import pytest

from fioboard.engine.formats.fio import read_output
from tests.engine.formats.fio.mutations import good_outputs, one_mutation, results_of

MUTATIONS = 600
A_FEW_MUTATIONS = 100


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [A_FEW_MUTATIONS, MUTATIONS])
def test_changed_outputs_never_give_a_wrong_value_and_lose_nothing_in_silence(count):
    outputs = good_outputs()
    assert len(outputs) > 200
    known = {name: results_of(read_output(text.encode())) for name, text in outputs.items()}
    rng = random.Random(20261122)
    complaints = [found for _ in range(count) if (found := one_mutation(rng, outputs, known))]
    assert complaints == []
