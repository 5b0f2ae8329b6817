"""fio itself: faults of its older releases that touch what the run measured."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fioboard.core.sentence import Template
from fioboard.engine.formats.fio.model.options import parse_flag
from fioboard.engine.formats.fio.model.reading import Result
from fioboard.engine.formats.fio.model.version import parse_version
from fioboard.engine.rules.cpu import compute_cpu_share
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.jobs import (
    CAPPED_SPLIT,
    CLOCK_CALLS,
    KIBIBYTES,
    LOST_FLUSHES,
    MORE_FLUSHES,
    OPEN_FILES,
    WRONG_LATENCY,
)
from fioboard.engine.words.findings import Confidence, Severity


def _is_enabled(result: Result, name: str) -> bool:
    return name in result.job_options and parse_flag(result.job_options[name])


def _is_stated(result: Result, name: str) -> bool:
    return result.job_options.get(name, "0") != "0"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of releases before `fixed`. `touches`: whether a result of such a release has it."""

    fixed: tuple[int, int]
    touches: Callable[[Result], bool]
    sentence: Template
    commit: str
    severity: Severity = "warning"
    confidence: Confidence = "likely"


FAULTS: tuple[Fault, ...] = (
    Fault((3, 26), lambda r: _is_stated(r, "openfiles") and not _is_sequential(r), OPEN_FILES, "4ef1562a"),
    Fault(
        (3, 35),
        lambda r: r.ioengine == "io_uring" and _is_enabled(r, "hipri") and _is_stated(r, "fdatasync"),
        LOST_FLUSHES,
        "870ea002",
    ),
    Fault(
        (3, 36),
        lambda r: r.ioengine == "io_uring" and _is_enabled(r, "sqthread_poll") and (r.iodepth or 1) > 1,
        WRONG_LATENCY,
        "10bad6b9",
    ),
    Fault((3, 38), lambda r: _is_stated(r, "fsync"), MORE_FLUSHES, "673159e6", "info"),
    Fault(
        (3, 42),
        lambda r: "bssplit" in r.job_options and "rate_iops" in r.job_options,
        CAPPED_SPLIT,
        "3a0e8ddf",
        "info",
    ),
    Fault(
        (3, 34),
        lambda r: 100 * (compute_cpu_share(r) or 0.0) >= RULES["cpu-saturated-job"].thresholds["full"],
        CLOCK_CALLS,
        "2f5102a5",
        "info",
        "possible",
    ),
    Fault((2, 99), lambda _: True, KIBIBYTES, "2.99", "info", "certain"),
)
"""Faults that change what a run shows; the ones of logs and of samples' means are left out: they are not shown."""


def _is_sequential(result: Result) -> bool:
    return result.job_options.get("file_service_type", "").startswith("sequential")


def judge_old_tool(facts: RunFacts) -> Iterator[Judgement]:
    """Judge an old release of fio, only where it surely is before the repair: a build between two releases may hold
    it.
    """
    if not facts.is_fio or not facts.results:
        return
    version = parse_version(facts.tool_version)
    if version is None:
        yield Unknown("version")
        return
    spoken = ".".join(map(str, version.release[: 2 if not any(version.release[2:]) else 3]))
    is_any = False
    for fault in FAULTS:
        touched = version.is_older_than(*fault.fixed) and any(
            fault.touches(result) for result in facts.results
        )
        if not touched:
            continue
        is_any = True
        fixed = ".".join(map(str, fault.fixed))
        has_fixed = "fixed" in fault.sentence.kinds
        yield Finding(
            "old-tool",
            fault.severity,
            fault.sentence(version=spoken, fixed=fixed) if has_fixed else fault.sentence(version=spoken),
            (Evidence("fio", spoken, None, "result"), Evidence("fixed in", fixed, None, "computed")),
            fault.confidence,
        )
    if not is_any:
        yield FINE


DECLARED = (
    Rule(
        "old-tool",
        "known faults of this fio version",
        "note",
        "The release of fio has a fault that touches this run: openfiles before 3.26, hipri with fdatasync before "
        "3.35, sqthread_poll with several I/Os in flight before 3.36 (warnings); a busy CPU before 3.34, fsync "
        "before 3.38, rate_iops with bssplit before 3.42, KB of 1024 bytes before 3.0.",
        "axboe/fio, commits 4ef1562a, 870ea002, 10bad6b9, 2f5102a5, 673159e6, 3a0e8ddf",
        ("fio", "fixed in"),
        Experiment(
            "Run the same job with the latest release of fio",
            "The result should differ.",
            "If it does not change, the fault did not affect this run.",
        ),
        wrong_when="A distribution mended its older release.",
        hidden_by="job_options",
        judge=judge_old_tool,
        templates=tuple(fault.sentence for fault in FAULTS),
    ),
)
