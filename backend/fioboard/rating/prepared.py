"""What the steps of a batch before a run say of its conditions."""

from dataclasses import replace

from fioboard.rating.basis import Basis, Tested


def prepared(basis: Basis, *, is_overwritten: bool, is_filled_twice: bool, past_cache: Basis | None) -> Basis:
    """The same after steps that wrote the drive until its speed held: once in random order, or twice in sequence.
    `past_cache`: the step right before, when that wrote past the drive's cache."""
    amounts = [test.conditions.written_bytes for test in past_cache.tests] if past_cache else []
    before = sum(amount or 0 for amount in amounts)

    def of_test(test: Tested) -> Tested:
        conditions = test.conditions
        # A drive that was only filled in sequence is in the state that writes in sequence end in, and no others.
        if is_overwritten or (is_filled_twice and conditions.rw == "write"):
            conditions = replace(conditions, state="steady")
        if before and conditions.written_bytes is not None:
            conditions = replace(conditions, written_bytes=conditions.written_bytes + before)
        return replace(test, conditions=conditions)

    return replace(basis, tests=tuple(map(of_test, basis.tests)))
