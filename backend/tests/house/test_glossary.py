"""Every word that the product shows is defined once in docs/glossary.md."""

import re
from typing import Any, Literal, get_args, get_origin

import pytest

from fioboard.engine.answers import access, compare, result, run, upload
from fioboard.engine.answers.base import Out
from fioboard.engine.answers.result import ResultFigures
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.store.models import Base
from fioboard.store.queries.runs.lists import WALKS
from tests.house.conftest import text_of

UNITS = ("_ns", "_ms", "_bytes", "_bytes_per_s", "_pct", "_celsius", "_gts", "_lanes", "_ratio")


def words() -> set[str]:
    """Everything in backticks."""
    return set(re.findall(r"`([^`\n]+)`", text_of("docs/glossary.md")))


def members(annotation: Any) -> set[str]:
    """Strings of every Literal inside an annotation."""
    if get_origin(annotation) is Literal:
        return {value for value in get_args(annotation) if isinstance(value, str)}
    return set().union(*(members(part) for part in get_args(annotation)))


def named_states() -> set[str]:
    found: set[str] = set()
    for module in (access, compare, result, run, upload):
        for value in vars(module).values():
            found |= members(value)
            if isinstance(value, type) and issubclass(value, Out):
                for field in value.model_fields.values():
                    found |= members(field.annotation)
    units = {"IOPS", "bytes/s", "ns", "%"}
    return found - {"slat", "clat", "lat"} - units  # stand in the glossary with their unit, or in a sentence


@pytest.mark.parametrize(
    ("what", "names"),
    [
        ("tables", {name for name in Base.metadata.tables if name != "alembic_version"}),
        ("factors", set(FACTORS)),
        ("named states", named_states()),
        ("sort orders", set(WALKS) - {"started_at", "host"}),
        (
            "figures",
            {name for name in ResultFigures.__annotations__ if name.endswith(UNITS)} | {"iops", "error"},
        ),
    ],
)
def test_every_word_is_in_the_glossary(what: str, names: set[str]) -> None:
    assert names, what
    assert names - words() == set()


def test_glossary_names_no_table_or_factor_that_is_gone() -> None:
    text = text_of("docs/glossary.md")
    tables = {
        word
        for row in re.findall(r"\| [^|]+ \| ([^|]*[Tt]able [^|]+) \|", text)
        for word in re.findall(r"`([a-z_]+)`", row)
    }
    assert tables - set(Base.metadata.tables) <= {"jobname", "groupid", "group_reporting", "numjobs"}
    section = text.split("## Factors")[1].split("##")[0]
    keys = {
        key
        for first in re.findall(r"^\| ((?:`[^`]+`(?:, )?)+) \|", section, re.MULTILINE)
        for key in re.findall(r"`([^`]+)`", first)
    }
    assert keys == set(FACTORS)


def test_every_word_is_defined_once() -> None:
    """Words in plain letters; values in backticks may belong to several lists, such as `admin` to scopes and roles."""
    firsts = re.findall(r"^\| ([^|`]+) \|", text_of("docs/glossary.md"), re.MULTILINE)
    defined = [word.strip().lower() for first in firsts for word in re.split(r"[,:]", first)]
    headings = {"word", "name", "key"}
    twice = {word for word in defined if defined.count(word) > 1} - headings
    assert len(defined) > 60 and twice == set()
