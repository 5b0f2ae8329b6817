"""The five cases: what each run must be told, from the documents that the demonstration is made of."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from fioboard.engine.answers.answer import AnswerOut
from fioboard.engine.demo.cases import cases
from fioboard.engine.demo.documents import Figures, document
from fioboard.engine.formats.fio import read_output
from fioboard.engine.formats.fio.model.reading import DiskUtil
from fioboard.engine.hardware.inventory.path import resolve
from fioboard.engine.rating.labels import read_rated
from fioboard.engine.rules import RunFacts, build_answer
from tests.engine.rules.facts import disk, result
from tests.factories.machine import machine

CASES: Mapping[tuple[str, str], Figures] = {(f.case, f.title): f for f in cases()}


def answer(
    case: str, title: str, disks: list[DiskUtil] | None = None, options: Mapping[str, str] | None = None
) -> AnswerOut:
    """`disks`, `options`: what is known of the case beyond what the demonstration shows."""
    figures = CASES[case, title]
    figures = replace(figures, options=figures.options | dict(options or {}))
    host = machine(figures.machine)
    cpus = {"cpus_allowed": figures.options["cpus_allowed"]} if "cpus_allowed" in figures.options else {}
    path = resolve(host["inventory"], [host["targets"][figures.target]], fio_cpus=host["fio_cpus"] | cpus)
    [invocation] = read_output(document(figures)).invocations
    facts = RunFacts(
        results=invocation.results,
        path=path,
        document=host["inventory"],
        disks=disks or invocation.disk_util,
        tool_name=invocation.tool_name,
        rated=read_rated(figures.labels),
    )
    return build_answer(facts)


@pytest.mark.parametrize(
    ("case", "title", "kind", "sentence"),
    [
        (
            "epyc",
            "NPS4, any CPU",
            "limit",
            "The Gen4 x16 link is full: 28.4 of at most 28.8 GB/s, at least 98.5 %.",
        ),
        (
            "freebsd-box",
            "PCIe SSD, posixaio, QD 32, 4 jobs",
            "limit",
            "The CPU is the limit: each of the 4 jobs used 99.9 % of a CPU, 98.7 % of it in the kernel.",
        ),
        (
            "gpu-server",
            "4 drives, 100 GB file",
            "unexplained",
            "9.47 GB/s, 66 % of the link limit and 68 % of the drives' rating; no known limit explains it.",
        ),
        # Past nine tenths of the lower end of the range, 86 % of its upper one: near, and no more.
        (
            "gpu-server",
            "3 drives, 100 GB file",
            "limit",
            "The links of the 3 drives are nearly full: 9.32 of 9.95–10.8 GB/s, 86–94 %.",
        ),
        (
            "nas-client",
            "randread 256k, 100 threads over NFS",
            "unexplained",
            "885 MB/s, 72 % of the network limit; no known limit explains it.",
        ),
        # Nearly a full link, and a reason not to be: the reason is told, and what it would take to know.
        (
            "epyc",
            "NPS4, CPUs 24-47 (socket 1)",
            "unexplained",
            "Remote NUMA: fio ran on nodes 4–7, the drives are attached to node 1, so all data crosses the socket link.",
        ),
    ],
)
def test_the_sentences_word_for_word(case: str, title: str, kind: str, sentence: str) -> None:
    verdict = answer(case, title)["verdict"]
    assert (verdict["kind"], verdict["sentence"]) == (kind, sentence)


def warnings(case: str, title: str) -> set[str]:
    return {f["id"] for f in answer(case, title)["findings"] if f["severity"] == "warning"}


@pytest.mark.parametrize(
    ("case", "title", "expected"),
    [
        ("workstation", "Carrier in slot 3, 4g per job", set()),
        ("workstation", "Carrier in slot 2, 4g per job", set()),
        ("gpu-server", "2 drives, 100 GB file", set()),
        ("gpu-server", "3 drives, 100 GB file", set()),
        ("gpu-server", "4 drives, 100 GB file", set()),
        ("epyc", "NPS4, any CPU", set()),
        ("epyc", "NPS4, CPUs 0-23 (socket 0)", set()),
        ("epyc", "NPS4, CPUs 6-11 (node 1, the drives' own)", set()),
        ("epyc", "NPS4, CPUs 24-47 (socket 1)", {"remote-numa-node"}),
    ],
)
def test_warnings_of_each_case_and_no_others(case: str, title: str, expected: set[str]) -> None:
    assert warnings(case, title) == expected


@pytest.mark.parametrize("width", [2, 3])
def test_two_and_three_drives_are_at_their_links(width: int) -> None:
    verdict = answer("gpu-server", f"{width} drives, 100 GB file")["verdict"]
    assert (verdict["kind"], verdict["id"]) == ("limit", "at-link-limit")


def test_not_the_cpu_where_the_engine_waits() -> None:
    told = answer("freebsd-box", "PCIe SSD, sync, QD 1, 32 jobs")
    assert "cpu-saturated-job" in told["checks"]["fine"]
    assert told["verdict"]["kind"] == "none"


def test_every_rule_is_told_once() -> None:
    """Found, fine and unknown add up: no rule stands in two of them."""
    for case, title in CASES:
        checks = answer(case, title)["checks"]
        ids = [*checks["found"], *checks["fine"], *(one["id"] for one in checks["unknown"])]
        assert len(ids) == len(set(ids)), title


def test_the_chain_of_the_full_link() -> None:
    rows = {row["stage"]: row for row in answer("epyc", "NPS4, any CPU")["ceilings"]}
    assert rows["shared_links"]["state"] == "touched"
    assert rows["shared_links"]["share"] == pytest.approx(0.986, abs=0.001)
    # 88.4 % of a CPU moved 28.4 GB/s: wholly busy the same job would move 32.1.
    assert rows["cpu"]["state"] == "room"
    assert rows["cpu"]["high"] == pytest.approx(32.1e9, rel=0.01)
    assert rows["rated"]["state"] == "unknown"
    assert rows["rated"]["command"] is not None


def test_what_is_set_wrongly_stands_before_a_limit_that_is_only_near() -> None:
    verdict = answer("epyc", "NPS4, CPUs 24-47 (socket 1)")["verdict"]
    assert (verdict["id"], verdict["confidence"]) == ("remote-numa-node", "possible")
    assert verdict["text"] == ["Also close to a limit: slowest PCIe link (79.8 % used)."]
    assert verdict["experiments"]


def test_the_cached_read_of_the_virtual_machine_word_for_word() -> None:
    """A file of 64 MiB, read at random and buffered for 3 s: the device served 61,458 of 131,000 reads."""
    read = result(direct=False, ioengine="psync", iodepth=32, numjobs=2, total_ios=131_000, runtime_ms=3_000)
    facts = RunFacts(results=[read], disks=[disk(name="vda", read_ios=61_458, read_sectors=None)])
    verdict = build_answer(facts)["verdict"]
    assert (verdict["kind"], verdict["confidence"]) == ("trust", "certain")
    assert verdict["sentence"] == "Not the drive's speed: 53 % of the reads never reached it."
    assert (
        "fio counted 131,000 reads; the drives served 61,458." in build_answer(facts)["findings"][0]["text"]
    )
