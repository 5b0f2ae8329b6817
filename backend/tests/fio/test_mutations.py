"""A seeded part of what `make mutate-fio` tries; the rules stand in mutations.py."""

import random

from fioboard.fio import read_output
from tests.fio.mutations import good_outputs, one_mutation, results_of

MUTATIONS_HERE = 600


def test_changed_outputs_never_give_a_wrong_value_and_lose_nothing_in_silence():
    outputs = good_outputs()
    assert len(outputs) > 200
    known = {name: results_of(read_output(text.encode())) for name, text in outputs.items()}
    rng = random.Random(20261122)
    complaints = [found for _ in range(MUTATIONS_HERE) if (found := one_mutation(rng, outputs, known))]
    assert complaints == []
