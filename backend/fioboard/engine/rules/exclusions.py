"""Findings that exclude each other: where one is said, the other is not. A test holds the corpus against this table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import LiteralString

from fioboard.engine.words.findings import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """Rules of which any that is said keeps the others from being said."""

    first: frozenset[str]
    others: frozenset[str]
    why: LiteralString
    confidences: frozenset[Confidence] = frozenset({"certain", "likely"})
    """How sure the first must be."""


CERTAIN: frozenset[Confidence] = frozenset({"certain"})
# What is judged by the figure of a run as if its drives, or the way to them, had given it.
OF_DRIVES = frozenset(
    {
        "at-link-limit", "at-network-limit", "at-serial-limit", "at-gpu-link", "at-rated", "below-rated",
        "below-link-limit", "cgroup-io", "crypt-layer", "hdd-seek-bound", "provisioned-cap",
    }
)  # fmt: skip
OF_CACHE = frozenset({"page-cache-read"})
# Memory gave the figure, or a part of it, or nothing kept what was written.
OF_MEMORY = OF_CACHE | {"no-drive", "write-back", "direct-ignored"}

EXCLUSIONS: tuple[Exclusion, ...] = (
    Exclusion(
        first=frozenset({"async-buffered"}),
        others=frozenset(
            {"in-flight", "depth-not-reached", "latency-bound", "saturated-depth", "depth-collapse"}
        ),
        why="The depth had no effect, so the mean over it counts I/Os that waited before they were submitted.",
    ),
    Exclusion(
        first=frozenset({"depth-ignored", "depth-not-reached"}),
        others=frozenset({"latency-bound", "saturated-depth", "depth-collapse"}),
        why="The depth that was asked for was not there, so no other depth can be compared with it.",
    ),
    Exclusion(
        first=OF_MEMORY,
        others=OF_DRIVES,
        why="The figure is not one of the drives, so it reaches or misses none of their limits.",
    ),
    Exclusion(
        first=frozenset({"faster-than-possible"}),
        others=OF_DRIVES,
        why="The figure or the record of the links is wrong.",
    ),
    Exclusion(
        first=frozenset({"host-busy"}),
        others=frozenset({"cpu-saturated-node", "cpu-core-hot", "parity-one-thread", "depth-not-reached"}),
        why="Other programs filled the CPUs, and I/Os waited for those.",
        confidences=CERTAIN,
    ),
    Exclusion(
        first=frozenset({"vm-steal"}),
        others=frozenset({"cpu-saturated-node", "cpu-core-hot", "depth-not-reached"}),
        why="Stolen time counts as busy: the hypervisor had given the CPUs to others.",
    ),
    Exclusion(
        first=frozenset({"cpu-saturated-job", "cpu-saturated-node"}),
        others=frozenset({"deep-idle"}),
        why="A CPU that is full does not sleep between I/Os.",
    ),
    Exclusion(
        first=frozenset({"rate-capped"}),
        others=frozenset({"below-rated", "below-link-limit"}),
        why="The job asked for no more.",
    ),
    Exclusion(
        first=frozenset({"device-queue-full"}),
        others=frozenset({"depth-not-reached"}),
        why="The drives held all the commands that they take.",
    ),
    Exclusion(
        first=frozenset({"md-degraded"}),
        others=frozenset({"slowest-member"}),
        why="The load is uneven since a member is missing.",
    ),
    Exclusion(
        first=frozenset({"remote-numa-node"}),
        others=frozenset({"not-pinned"}),
        why="Where fio ran is known.",
    ),
    Exclusion(
        first=frozenset({"cliff", "not-steady"}),
        others=frozenset({"provisioned-cap"}),
        why="A cap of a volume holds the rate level.",
    ),
    Exclusion(
        first=frozenset({"saturated-depth"}),
        others=frozenset({"latency-bound"}),
        why="More depth either pays or does not.",
    ),
)


def find_excluded(findings: Iterable[tuple[str, Confidence]]) -> Mapping[str, LiteralString]:
    """The rules that may not be said beside these findings, each with the reason."""
    known = list(findings)
    return {
        other: exclusion.why
        for exclusion in EXCLUSIONS
        if any(rule in exclusion.first and sure in exclusion.confidences for rule, sure in known)
        for other in exclusion.others
    }
