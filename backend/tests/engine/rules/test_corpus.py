"""Warnings over other people's files: docs/findings-corpus.md lists each, judged by a person."""

import re
from pathlib import Path

import pytest

from fioboard.engine.formats import fio
from fioboard.engine.formats.fio.model.version import has_printed_flags
from fioboard.engine.rules import RunFacts, judge
from tests.house.conftest import CHECKOUT

CORPUS = Path(__file__).parents[5] / "shared" / "corpus"
# Folders of the corpus that nobody published.
OUR_OWN = frozenset({"generated", "pasted"})
PAGE = CHECKOUT / "docs" / "findings-corpus.md"


def listed() -> set[tuple[str, str]]:
    """File and rule of each row; a page is named without its suffix, which would name a page of ours."""
    rows = re.findall(
        r"^\| `([^`]+)`[^|]* \| `([^`]+)` \| .{20,} \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE
    )
    return set(rows)


def warned() -> tuple[set[tuple[str, str]], int, int]:
    """What the rules warn of, and over how many files and runs."""
    told: set[tuple[str, str]] = set()
    files = runs = 0
    for path in sorted(p for p in CORPUS.rglob("*") if p.is_file() and not OUR_OWN.intersection(p.parts)):
        try:
            reading = fio.read_output(path.read_bytes())
        except (fio.FioFormatError, fio.TooMany):
            continue
        understood = [invocation for invocation in reading.invocations if invocation.results]
        if path.suffix == ".csv" or not understood:
            continue
        files, runs = files + 1, runs + len(understood)
        for invocation in understood:
            facts = RunFacts(
                results=invocation.results,
                disks=invocation.disk_util,
                tool_name=invocation.tool_name,
                tool_version=invocation.tool_version,
                problems=invocation.problems,
                shows_flags=has_printed_flags(invocation.tool_version),
            )
            warnings = [finding for finding in judge(facts).findings if finding.severity == "warning"]
            told |= {(path.name.removesuffix(".md"), finding.id) for finding in warnings}
    return told, files, runs


def test_each_row_names_a_file_and_a_rule_once() -> None:
    assert len(listed()) == 12


def test_every_warning_was_read_by_a_person() -> None:
    if not CORPUS.is_dir():
        pytest.skip("../shared/corpus is not there, and no licence allows a copy")
    told, files, runs = warned()
    assert told == listed()
    assert f"{files} files\nwith {runs} runs" in PAGE.read_text(encoding="utf-8")
