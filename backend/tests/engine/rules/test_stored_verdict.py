"""Verdicts that an earlier version stored with its runs."""

from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.rules.stored_verdict import load_verdict
from tests.shapes import shape_of

OF_0_3 = '{"id": null, "kind": "none", "share": null, "sentence": "1.06 GB/s sequential read."}'


def test_verdict_without_a_later_field_fits_the_answer() -> None:
    """A host's page failed with 500 after an update, until its runs were parsed again."""
    assert shape_of(VerdictBrief).validate_python(load_verdict(OF_0_3))["compared_with"] is None
    now = OF_0_3.replace('"kind"', '"compared_with": "class", "kind"')
    assert (load_verdict(now) or {}).get("compared_with") == "class"
    assert load_verdict(None) is None
