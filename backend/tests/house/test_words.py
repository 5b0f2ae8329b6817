"""Words that readers stumbled over stay out of the service's sentences and the documents; the pages' own test is
frontend/rules/words.spec.ts."""

import re

import pytest

from tests.house.conftest import CHECKOUT

WORDS = {
    r"\brcvd\b": "received",
    r"\b(un)?tick(ed|ing)\b": "selected; a box is checked",
    r"field for field": "what differs, or that nothing does",
    r"Input should be a valid UUID": "There is no such run.",
}
PLACES = ("README.md", "docs/**/*.md", "backend/fioboard/**/*.py", "agent/fioboard_agent/**/*.py")


def stumbles(text: str) -> list[str]:
    return [f"{word}: say {instead}" for word, instead in WORDS.items() if re.search(word, text)]


def test_no_sentence_has_a_word_that_readers_stumbled_over() -> None:
    files = [path for place in PLACES for path in CHECKOUT.glob(place)]
    assert len(files) > 300
    found = {str(path.relative_to(CHECKOUT)): stumbles(path.read_text(encoding="utf-8")) for path in files}
    assert {path: words for path, words in found.items() if words} == {}


@pytest.mark.parametrize("text", ["rcvd 22 Nov", "2 ticked runs", "the same, field for field", "unticked"])
def test_such_a_word_is_found(text: str) -> None:
    assert stumbles(text)
