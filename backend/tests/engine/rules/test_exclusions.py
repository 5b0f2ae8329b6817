"""Findings that exclude each other are never said of one run."""

import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fioboard.engine.formats import fio
from fioboard.engine.formats.fio.model.version import has_printed_flags
from fioboard.engine.rules import RULES, RunFacts, build_answer, judge
from fioboard.engine.rules.engine import sort_judgements
from fioboard.engine.rules.exclusions import EXCLUSIONS, find_excluded
from fioboard.engine.rules.finding import Finding
from fioboard.engine.rules.sentences.machine import STOLEN
from tests.engine.rules.facts import result
from tests.engine.rules.test_cases import CASES, answer

DATA = Path(__file__).parents[2] / "data"
CORPUS = Path(__file__).parents[5] / "shared" / "corpus"
BUFFERED: dict[str, Any] = {"direct": False, "iodepth": 4, "iops": 4000.0, "bw_bytes_per_s": 16_384_000}


def bodies() -> Iterator[bytes]:
    with tarfile.open(DATA / "fio-outputs.tar.xz") as archive:
        yield from (file.read() for member in archive if (file := archive.extractfile(member)))
    for folder in (DATA / "fio", DATA / "foreign", CORPUS):
        yield from (path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def everything_judged() -> Iterator[set[tuple[str, Any]]]:
    for body in bodies():
        try:
            invocations = fio.read_output(body).invocations
        except (fio.FioFormatError, fio.TooMany):
            continue
        for one in invocations:
            facts = RunFacts(
                results=one.results,
                disks=one.disk_util,
                tool_name=one.tool_name,
                tool_version=one.tool_version,
                problems=one.problems,
                shows_flags=has_printed_flags(one.tool_version),
            )
            yield {(finding.id, finding.confidence) for finding in judge(facts).findings}
    for case, title in CASES:
        yield {(finding["id"], finding["confidence"]) for finding in answer(case, title)["findings"]}


def test_the_table_names_rules_that_exist() -> None:
    for exclusion in EXCLUSIONS:
        assert exclusion.first | exclusion.others <= RULES.keys()
        assert exclusion.first.isdisjoint(exclusion.others)


@pytest.mark.nightly
def test_no_answer_of_the_corpus_carries_an_excluded_pair() -> None:
    judged = list(everything_judged())
    assert len(judged) > 300
    for found in judged:
        assert find_excluded(found).keys().isdisjoint(rule for rule, _ in found)


def test_a_depth_without_effect_is_not_counted_as_in_flight() -> None:
    found = {finding.id for finding in judge(RunFacts(results=[result(**BUFFERED)])).findings}
    assert "async-buffered" in found
    assert "in-flight" not in found
    direct = judge(RunFacts(results=[result(**BUFFERED | {"direct": True})]))
    assert "in-flight" in {finding.id for finding in direct.findings}


@pytest.mark.parametrize(
    ("confidence", "expected"), [("certain", {"host-busy"}), ("likely", {"host-busy", "cpu-saturated-node"})]
)
def test_an_exclusion_asks_how_sure_the_first_is(confidence: Any, expected: set[str]) -> None:
    def said(rule: str, **more: Any) -> tuple[str, list[Any]]:
        return rule, [Finding(rule, "warning", STOLEN(stolen="9 %"), (), **more)]

    judged = sort_judgements([said("host-busy", confidence=confidence), said("cpu-saturated-node")])
    assert {finding.id for finding in judged.findings} == expected


def test_the_sentence_of_a_run_without_a_limit_is_its_first_sure_warning() -> None:
    run = result(ioengine="psync", iodepth=32)
    verdict = build_answer(RunFacts(results=[run]))["verdict"]
    assert (verdict["kind"], verdict["id"], verdict["confidence"]) == (
        "unexplained",
        "depth-ignored",
        "certain",
    )
    assert verdict["sentence"].startswith("iodepth=32 has no effect with psync")
    assert verdict["text"][0] == (
        "1.00k IOPS random read at QD 1: latency-bound, 1.00 ms per I/O. A deeper queue is worth trying."
    )
    assert verdict["compared_with"] == "queue"
    plain = build_answer(RunFacts(results=[result()]))["verdict"]
    assert (plain["kind"], plain["id"]) == ("none", None)
