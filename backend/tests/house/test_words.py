"""Words that readers stumbled over stay out of what people read: the pages, the service's sentences, both command lines
and the documents. docs/words.md says how to write instead; names in the front end are checked by
frontend/rules/words.spec.ts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house.conftest import CHECKOUT

EVERYWHERE = {
    r"\brcvd\b": "received",
    r"\b(un)?tick(ed|ing)\b": "selected; a box is checked",
    r"field for field": "what differs, or that nothing does",
    r"Input should be a valid UUID": "There is no such run.",
}
"""In the whole text of a file, comments and docstrings too."""

IN_SENTENCES = {
    r"[Hh](eld|old (it|them)) against": "compare with",
    r"put down to": "attribute to",
    r"[Nn]eeds? a look": "has issues, needs attention",
    r"(can(not)?|not to) be trusted": "reliable, unreliable",
    r"waits? for somebody|[Nn]eeds somebody": "is open",
    r"[Ll]ooks? after": "is assigned to, check",
    r"[Ss]tops? gaining|[Ss]till gain\b": "saturate, still scaling",
    r"drives hang\b": "are attached to",
    r"turning disks": "HDDs",
    r"as both ends can": "full speed and width",
    r"a difference of its own": "a second difference between the sides",
    r"[Nn]ot yet a claim|: no claim\b": "not significant",
    r"the program that was asked": "not reported",
    r"every one a point": "one point each",
    r"\bBe told\b": "notify",
    r"\bNot judged\b": "No verdict yet",
    r"[Nn]arrowest hop": "slowest link",
    r"[Kk]eeps (the two|them) apart": "why not comparable",
    r"check yardstick": "above 110 %",
    r"nobody named": "no recipient",
    r"met again": "re-read",
    r"seriess\b": "series",
    r"\b[Aa] x(1|2|4|8|16)\b": "an x16 slot, an x8 link",
    r"it may be otherwise": "may have changed since",
    r"[Pp]in as reference": "set as baseline",
    r"\b(Unf|F)old batches": "expand, collapse",
    r"room left": "headroom",
    r"[Ss]tands? beside": "is shown with, has",
}
"""In what people read: strings of the code, texts of the pages, documents."""

DOCUMENTS = ("README.md", "docs/*.md")
PYTHON = ("backend/fioboard/**/*.py", "agent/fioboard_agent/**/*.py")
PAGES = ("frontend/src/**/*.ts", "frontend/src/**/*.tsx")
# Examples of what not to write; tables that are migrated with their comments; measurements as they were taken.
LEFT_OUT = (
    "docs/words.md",
    "backend/fioboard/store/models/",
    "docs/benchmarks.md",
    "docs/findings-corpus.md",
)
RIDDLE = re.compile("|".join(IN_SENTENCES))
BETWEEN_STRINGS = re.compile(r"""["']\s+[fr]?["']""")
COMMENT = re.compile(r"/\*.*?\*/|(?<![:\w])//[^\n]*", re.DOTALL)


def stumbles(text: str, words: dict[str, str]) -> list[str]:
    return [f"{word}: say {instead}" for word, instead in words.items() if re.search(word, text)]


def strings_of(module: str) -> Iterator[str]:
    """Yield what a module of Python may say: its strings without docstrings."""
    tree = ast.parse(module)
    nodes = list(ast.walk(tree))
    documented = {
        id(node.value)
        for node in nodes
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            yield node.value


def read_by_people(path: Path, text: str) -> str:
    # To parse every module takes 3 s. Most hold no such words, not even where two strings are written as one.
    if not RIDDLE.search(" ".join(BETWEEN_STRINGS.sub("", text).replace("\\n", " ").split())):
        return ""
    if path.suffix == ".py":
        text = "\n".join(strings_of(text))
    return " ".join((text if path.suffix in {".py", ".md"} else COMMENT.sub("", text)).split())


def test_no_file_has_a_word_that_readers_stumbled_over() -> None:
    files = [path for place in ("docs/**/*.md", *DOCUMENTS, *PYTHON) for path in CHECKOUT.glob(place)]
    assert len(files) > 300
    found = {
        str(path.relative_to(CHECKOUT)): stumbles(path.read_text(encoding="utf-8"), EVERYWHERE)
        for path in files
    }
    assert {path: words for path, words in found.items() if words} == {}


def test_no_sentence_has_a_riddle() -> None:
    files = {
        name: path
        for place in (*DOCUMENTS, *PYTHON, *PAGES)
        for path in CHECKOUT.glob(place)
        if not (name := path.relative_to(CHECKOUT).as_posix()).startswith(LEFT_OUT)
        and not re.search(r"\.spec\.|\.gen\.|/test/", name)
    }
    assert len(files) > 1_000
    found = {
        name: stumbles(read_by_people(path, path.read_text(encoding="utf-8")), IN_SENTENCES)
        for name, path in files.items()
    }
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize("text", ["rcvd 22 Nov", "2 ticked runs", "the same, field for field", "unticked"])
def test_such_a_word_is_found(text: str) -> None:
    assert stumbles(text, EVERYWHERE)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'SENTENCE = "It is held\\nagainst nothing."'),
        ("a.py", 'def say(n: int) -> str:\n    return f"{n} runs cannot be trusted"'),
        ("a.tsx", "<p>\n  The drive needs a\n  look.\n</p>"),
        ("a.md", "Reads stop\ngaining at 8."),
    ],
)
def test_such_a_sentence_is_found(name: str, text: str) -> None:
    assert stumbles(read_by_people(Path(name), text), IN_SENTENCES)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", '"""What it is held against."""\nx = 1  # needs a look'),
        ("a.ts", "/** What it is held against. */\nconst x = 1; // needs a look"),
    ],
)
def test_comments_are_no_sentences(name: str, text: str) -> None:
    assert not stumbles(read_by_people(Path(name), text), IN_SENTENCES)
