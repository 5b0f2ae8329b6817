"""Retold posts: what was found stays found, and nothing is given to a wrong result."""

import pytest

from tests.engine.formats.pasted.retold import evaluate

pytestmark = pytest.mark.nightly


def test_facts_of_retold_posts_are_found_and_given_to_the_right_result() -> None:
    score = evaluate()
    assert score.labelled == 122
    assert score.recall >= 0.93, score.missed
    assert score.precision >= 0.86, score.wrong
    assert score.misplaced == []
