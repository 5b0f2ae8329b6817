"""Whether a job asked the storage for what a requirement states: the same, more, less, or something else."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_count
from fioboard.engine.purposes import sentences
from fioboard.engine.purposes.card import Pattern, Requirement
from fioboard.engine.purposes.measurement import Measurement

Effect = Literal["harder", "easier", "other"]
"""harder: a pass still passes. easier: a failure still fails. other: nothing can be said."""
# A write that waits for the drive takes about as long for twice or half the bytes.
SIZE_TOLERANCE = 2
# A little more or less in flight is the same test.
DEPTH_TOLERANCE = 1.25
# Beyond this factor another size is another test: nothing follows from one for the other.
COMPARABLE_SIZES = 16
_KINDS: dict[str, tuple[str, bool]] = {
    "read": ("read", False),
    "randread": ("read", True),
    "write": ("write", False),
    "randwrite": ("write", True),
    "rw": ("mixed", False),
    "readwrite": ("mixed", False),
    "randrw": ("mixed", True),
}
"""What a pattern moves, and whether in random order."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One way in which a job is not what a requirement states."""

    effect: Effect
    text: str


def is_same_kind(requirement: Requirement, measurement: Measurement) -> bool:
    """Whether a job moved data in the direction that a requirement is about: others are not worth a word."""
    moved = {_KINDS[rw][0] for rw in requirement.rw}
    return measurement.rw in _KINDS and _KINDS[measurement.rw][0] in moved


def list_differences(requirement: Requirement, measurement: Measurement) -> list[Difference]:
    """List what distinguishes a job from the one that a requirement states."""
    return [
        *_compare_patterns(requirement.rw, measurement),
        *_compare_sizes(requirement, measurement),
        *_compare_depths(requirement, measurement),
        *_compare_syncs(requirement, measurement),
        *_compare_pace(requirement, measurement),
    ]


def _compare_patterns(stated: tuple[Pattern, ...], measurement: Measurement) -> Iterator[Difference]:
    rw = measurement.rw
    if rw in stated or (rw == "readwrite" and "rw" in stated):
        return
    if rw is None or rw not in _KINDS or _KINDS[rw][0] not in {_KINDS[one][0] for one in stated}:
        yield Difference("other", sentences.OTHER_PATTERN(rw=rw or "unknown", asked=stated[0]))
    else:
        yield Difference(
            "harder" if _KINDS[rw][1] else "easier", sentences.OTHER_PATTERN(rw=rw, asked=stated[0])
        )


def _compare_sizes(requirement: Requirement, measurement: Measurement) -> Iterator[Difference]:
    asked, size = requirement.bs_bytes, measurement.bs_bytes
    if size is None:
        yield Difference("other", "its block size is unknown or a range")
        return
    tolerance = SIZE_TOLERANCE if requirement.sync in {"every", "some"} else 1
    if asked / tolerance <= size <= asked * tolerance:
        return
    text = sentences.OTHER_BLOCKS(size=spoken_size(size), asked=spoken_size(asked))
    if not asked / COMPARABLE_SIZES <= size <= asked * COMPARABLE_SIZES:
        yield Difference("other", text)
        return
    is_larger = size > asked
    # More bytes take longer; fewer bytes at a time make the same rate of bytes more work.
    is_harder = not is_larger if requirement.metric == "bw_bytes_per_s" else is_larger
    yield Difference("harder" if is_harder else "easier", text)


def _compare_depths(requirement: Requirement, measurement: Measurement) -> Iterator[Difference]:
    asked, depth = requirement.outstanding, measurement.outstanding
    if depth is None:
        yield Difference("other", "its queue depth is unknown")
        return
    if asked / DEPTH_TOLERANCE <= depth <= asked * DEPTH_TOLERANCE:
        return
    # Waiting grows with the queue; a rate needs one.
    is_harder = (depth > asked) == requirement.is_latency
    kept = "one I/O" if depth == 1 else f"{format_count(depth)} I/Os"
    yield Difference("harder" if is_harder else "easier", sentences.OTHER_DEPTH(kept=kept, asked=asked))


def _compare_syncs(requirement: Requirement, measurement: Measurement) -> Iterator[Difference]:
    asked, sync = requirement.sync, measurement.sync
    if sync is None:
        yield Difference("other", "whether the run flushed its writes is unknown")
    elif asked == "every":
        if sync == "some":
            yield Difference("easier", "the run flushed only some writes")
        elif sync != "every":
            yield Difference("other", "the run did not flush every write")
    elif asked == "some":
        if sync not in {"every", "some"}:
            yield Difference("other", "the run did not flush its writes while writing")
        elif sync == "every":
            yield Difference("easier", "each flush covered a single write")
    elif measurement.direct is None:
        yield Difference("other", "whether the run bypassed the page cache is unknown")
    elif not measurement.direct and (sync == "none" or asked == "none"):
        yield Difference("other", "the run used the page cache, so memory may have answered")
    elif sync in {"every", "some"}:
        yield Difference("harder", "the run flushed its writes")


def _compare_pace(requirement: Requirement, measurement: Measurement) -> Iterator[Difference]:
    if measurement.is_paced:
        # Less was asked for than the storage may give: a rate is a lower bound, a latency that of less load.
        effect: Effect = "easier" if requirement.is_latency else "harder"
        yield Difference(effect, "the job limits its own rate")
    if not measurement.is_alone:
        yield Difference("harder", "other jobs ran beside it")
    if measurement.is_unreliable:
        yield Difference("other", "the run is unreliable")
    if measurement.is_flattered:
        yield Difference("easier", "something faster than the storage answered part of it")


def compute_reachable_factor(requirement: Requirement, measurement: Measurement) -> float:
    """Compute by how much a rate could grow at most at the stated depth and size: both in proportion."""
    depth, size = measurement.outstanding or 1, measurement.bs_bytes or requirement.bs_bytes
    larger = size / requirement.bs_bytes
    return max(1.0, requirement.outstanding / depth) * max(
        1.0, 1 / larger if requirement.metric == "bw_bytes_per_s" else larger
    )
