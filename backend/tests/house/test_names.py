"""Names that only their author understood stay gone: the field's noun, MAX_ and MIN_, and one verb for `raises unless`."""

import ast
import io
import re
import tokenize
import tomllib
from functools import cache
from pathlib import Path

import check_names
import pytest

from tests.house.conftest import CHECKOUT

PACKAGES = ("backend/fioboard", "agent/fioboard_agent")
OLD = {
    r"_?(MOST|LONGEST|LARGEST)_\w+": "MAX_…",
    r"_?(LEAST|FEWEST|SMALLEST)_\w+": "MIN_…",
    r"_?(demand|refuse|ensure)_(?!ascii)\w+": "require_… raises unless",
    r"_?(sieve|Sieve)": "redactor",
    r"_?(vouched|errand|minting)": "sso_accounts, sso_flow, issue",
    r"_?(harmless|believable)": "sanitize, plausible",
    r"put_back": "restore",
    r"AT_ONCE|FOR_GOOD|OF_THE_MOMENT": "what a newcomer would search for",
    r"_?([Uu]n)?[Tt]old": "what a value holds: known, reported, measured, answer",
    r"beside": "what a newcomer would search for",
    r"_?([Ff]ound|said)|said_\w+|\w+_said": "the noun of what it is: match, reading, problem, statement",
}
# Fields that outside scripts depend on (HTTP contract).
ON_THE_WIRE = {
    "backend/fioboard/engine/answers/answer.py": {"found"},
    "backend/fioboard/engine/answers/preview.py": {"found"},
    "backend/fioboard/engine/answers/upload.py": {"found"},
    "backend/fioboard/app/ingest/routes.py": {"found"},
}
OLD_MODULES = frozenset(
    [
        "way",
        "sieve",
        "net",
        "forms",
        "ordinary",
        "put_back",
        "take",
        "vouched",
        "errand",
        "guesses",
        "minting",
        "harmless",
        "believable",
        "beside",
    ]
)


@cache
def is_old(word: str) -> bool:
    """Whether the table has another word for this one."""
    return any(re.fullmatch(old, word) for old in OLD)


def old_names(source: str) -> dict[str, str]:
    """Names in Python's text that the table has another word for."""
    # Comments and strings may hold such words: telling them apart takes long, and most texts hold none.
    if not any(map(is_old, set(re.findall(r"\w+", source)))):
        return {}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    names = {token.string for token in tokens if token.type == tokenize.NAME}
    return {
        name: instead
        for name in sorted(filter(is_old, names))
        for old, instead in OLD.items()
        if re.fullmatch(old, name)
    }


def product() -> list[Path]:
    """Python files of service and agent."""
    return [path for package in PACKAGES for path in sorted((CHECKOUT / package).rglob("*.py"))]


def test_no_name_of_the_old_table() -> None:
    files = product()
    assert len(files) > 400
    found = {
        (name := str(path.relative_to(CHECKOUT))): old_names(path.read_text(encoding="utf-8")).keys()
        - ON_THE_WIRE.get(name, set())
        for path in files
    }
    assert {path: names for path, names in found.items() if names} == {}


def test_no_module_has_an_old_name() -> None:
    assert [path for path in product() if path.stem in OLD_MODULES] == []


@pytest.mark.parametrize(
    "source",
    [
        "MOST_RUNS = 1",
        "def _demand_live(): ...",
        "x.put_back()",
        "LEAST_N: int",
        "said = 1",
        "class _Told: ...",
        "for found in x: ...",
    ],
)
def test_an_old_name_is_found(source: str) -> None:
    assert old_names(source)


def test_a_function_is_counted_by_its_words() -> None:
    source = "def list_runs(): ...\ndef runs_of(): ...\ndef of_run(): ...\n@router.get('/')\ndef odd(): ...\ndef is_new(): ..."
    words = tomllib.loads(check_names.WORDS.read_text())
    names = list(check_names.list_functions(ast.parse(source)))
    assert names == ["list_runs", "runs_of", "of_run", "is_new"]
    assert [check_names.begins_with_verb(name, words) for name in names] == [True, False, False, True]
    assert [check_names.has_preposition(name, words) for name in names] == [False, True, True, False]
