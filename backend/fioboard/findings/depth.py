"""Queue depth: what was asked for, and what the engine can do."""

from collections.abc import Iterator

from fioboard.core.sentence import Template
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, Unknown

IGNORED = Template(
    "iodepth={depth:figure} has no effect with {engine:closed}: every job had 1 I/O in flight, {jobs:figure} in all."
)
# Engines of fio that wait for each I/O before the next (fio HOWTO, ioengine).
SYNCHRONOUS = frozenset({"sync", "psync", "vsync", "pvsync", "pvsync2", "mmap", "splice"})


def depth_ignored(facts: RunFacts) -> Iterator[Judgement]:
    """A synchronous engine that was given a depth."""
    if not facts.is_fio:
        return
    engines = {result.ioengine for result in facts.results}
    ignored = [r for r in facts.results if r.ioengine in SYNCHRONOUS and (r.iodepth or 1) > 1]
    if ignored:
        result = ignored[0]
        jobs = result.numjobs or result.member_count or 1
        yield Finding(
            "depth-ignored",
            "warning",
            IGNORED(depth=result.iodepth, engine=result.ioengine, jobs=jobs),
            (Evidence("iodepth", result.iodepth, None, "result"), Evidence("jobs", jobs, None, "result")),
            options=("ioengine=io_uring",),
        )
    elif engines:
        yield Unknown("engine") if None in engines else FINE


CHECKS = (Check("depth-ignored", depth_ignored, (IGNORED,)),)
