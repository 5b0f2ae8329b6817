"""What the steps of a batch before a run say of its conditions."""

from dataclasses import replace

from fioboard.engine.hardware.datasheets.in_force import StepsBefore
from fioboard.engine.rating.basis import Basis, Tested


def prepared(basis: Basis, steps: StepsBefore) -> Basis:
    """The same after steps that wrote the drive until its speed held, or past its cache."""

    def prepare_test(test: Tested) -> Tested:
        conditions = test.conditions
        # A drive that was only filled in sequence is in the state that writes in sequence end in, and no others.
        if steps.is_overwritten or (steps.is_filled_twice and conditions.rw == "write"):
            conditions = replace(conditions, state="steady")
        if steps.past_cache_bytes and conditions.written_bytes is not None:
            together = conditions.written_bytes + steps.past_cache_bytes
            conditions = replace(conditions, written_bytes=together)
        return replace(test, conditions=conditions)

    return replace(basis, tests=tuple(map(prepare_test, basis.tests)))
