"""Findings that exclude each other: where one is said, the other is not. A test holds the corpus against this table."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import LiteralString

from fioboard.vocabulary.findings import OF_CACHE
from fioboard.vocabulary.findings.rule import Confidence


@dataclass(frozen=True, slots=True, kw_only=True)
class Exclusion:
    """Rules of which any that is said keeps the others from being said."""

    said: frozenset[str]
    unsaid: frozenset[str]
    why: LiteralString
    confidences: frozenset[Confidence] = frozenset({"certain", "likely"})
    """How sure the first must be."""


CERTAIN: frozenset[Confidence] = frozenset({"certain"})
# What is judged by the figure of a run as if its drives, or the way to them, had given it.
OF_DRIVES = frozenset(
    {
        "at-link-limit", "at-network-limit", "at-serial-limit", "at-rated", "below-rated", "below-link-limit",
        "cgroup-io", "crypt-layer", "hdd-seek-bound", "provisioned-cap",
    }
)  # fmt: skip# Memory gave the figure, or a part of it, or nothing kept what was written.
OF_MEMORY = OF_CACHE | {"no-drive", "write-back", "direct-ignored"}

EXCLUSIONS: tuple[Exclusion, ...] = (
    Exclusion(
        said=frozenset({"async-buffered"}),
        unsaid=frozenset(
            {"in-flight", "depth-not-reached", "latency-bound", "saturated-depth", "depth-collapse"}
        ),
        why="The depth had no effect, so the mean over it counts I/Os that waited before they were submitted.",
    ),
    Exclusion(
        said=frozenset({"depth-ignored", "depth-not-reached"}),
        unsaid=frozenset({"latency-bound", "saturated-depth", "depth-collapse"}),
        why="The depth that was asked for was not there, so no other depth can be compared with it.",
    ),
    Exclusion(
        said=OF_MEMORY,
        unsaid=OF_DRIVES,
        why="The figure is not one of the drives, so it reaches or misses none of their limits.",
    ),
    Exclusion(
        said=frozenset({"faster-than-possible"}),
        unsaid=OF_DRIVES,
        why="The figure or the record of the links is wrong.",
    ),
    Exclusion(
        said=frozenset({"host-busy"}),
        unsaid=frozenset({"cpu-saturated-node", "cpu-core-hot", "parity-one-thread"}),
        why="Other programs filled the CPUs.",
        confidences=CERTAIN,
    ),
    Exclusion(
        said=frozenset({"vm-steal"}),
        unsaid=frozenset({"cpu-saturated-node", "cpu-core-hot"}),
        why="Stolen time counts as busy: the hypervisor had given the CPUs to others.",
    ),
    Exclusion(
        said=frozenset({"cpu-saturated-job", "cpu-saturated-node"}),
        unsaid=frozenset({"deep-idle"}),
        why="A CPU that is full does not sleep between I/Os.",
    ),
    Exclusion(
        said=frozenset({"rate-capped"}),
        unsaid=frozenset({"below-rated", "below-link-limit"}),
        why="The job asked for no more.",
    ),
    Exclusion(
        said=frozenset({"device-queue-full"}),
        unsaid=frozenset({"depth-not-reached"}),
        why="The drives held all the commands that they take.",
    ),
    Exclusion(
        said=frozenset({"degraded-array"}),
        unsaid=frozenset({"slowest-member"}),
        why="The load is uneven since a member is missing.",
    ),
    Exclusion(
        said=frozenset({"remote-numa-node"}),
        unsaid=frozenset({"not-pinned"}),
        why="Where fio ran is known.",
    ),
    Exclusion(
        said=frozenset({"cliff", "not-steady"}),
        unsaid=frozenset({"provisioned-cap"}),
        why="A cap of a volume holds the rate level.",
    ),
    Exclusion(
        said=frozenset({"saturated-depth"}),
        unsaid=frozenset({"latency-bound"}),
        why="More depth either pays or does not.",
    ),
)


def find_excluded(said: Iterable[tuple[str, Confidence]]) -> Mapping[str, LiteralString]:
    """The rules that may not be said beside these findings, each with the reason."""
    found = list(said)
    return {
        unsaid: exclusion.why
        for exclusion in EXCLUSIONS
        if any(rule in exclusion.said and sure in exclusion.confidences for rule, sure in found)
        for unsaid in exclusion.unsaid
    }
