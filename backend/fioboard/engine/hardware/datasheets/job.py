"""The job that would be comparable: what fio has to do so that its figure may be held against one of a datasheet."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from fioboard.core.quantity import scaled
from fioboard.engine.hardware.datasheets import sentences
from fioboard.engine.hardware.datasheets.card import Assumable, Card, DriveClass, Metric, Pattern, Rating

RUNTIME_S = 60
RAMP_S = 10
# Where nothing was printed: what makers of such drives usually measure with. Always said to be assumed.
_SEQUENTIAL_BYTES = 128 << 10
_RANDOM_BYTES = 4 << 10
_DEPTHS: Mapping[tuple[DriveClass, bool], int] = {
    ("data-centre", True): 256,
    ("data-centre", False): 32,
    ("client", True): 128,
    ("client", False): 32,
    ("hdd", True): 16,
    ("hdd", False): 16,
    ("provisioned", True): 256,
    ("provisioned", False): 64,
    ("target", True): 256,
    ("target", False): 32,
}
"""I/Os in flight by class of drive and whether it is a rate of random I/Os."""
# One processor drives a few hundred thousand I/Os a second; a rate above it is asked of several jobs.
_MAX_IOPS_OF_ONE_JOB = 300_000
_JOBS = 4
_MAX_BYTES_OF_CACHE_TEST = 1 << 44

Origin = Literal["printed", "assumed", "method"]
"""printed: the datasheet says so. assumed: it does not, and this is usual. method: how fioboard measures."""
StepKind = Literal["fill", "overwrite", "past_cache"]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of fio; `value` is empty where it has none."""

    name: str
    value: str
    origin: Origin


@dataclass(frozen=True, slots=True)
class Step:
    """What has to be written before a figure of a worn-in drive means anything."""

    kind: StepKind
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecJob:
    """One figure of a card as a job. `target` stands in none of its options: whoever runs it names it."""

    figure: int
    """Its place on the card, from 0."""
    rating: Rating
    name: str
    rw: Pattern
    bs_bytes: int
    iodepth: int
    numjobs: int
    rwmixread: int | None
    options: tuple[Option, ...]
    before: tuple[Step, ...]
    by_hand: tuple[str, ...]
    """What no job can do, in words."""

    @property
    def is_destructive(self) -> bool:
        """Whether it, or what has to come before it, writes."""
        return self.rw not in {"read", "randread"} or bool(self.before)

    @property
    def assumed(self) -> tuple[str, ...]:
        """Options that the datasheet does not state."""
        return tuple(option.name for option in self.options if option.origin == "assumed")


@dataclass(frozen=True, slots=True)
class NoJob:
    """A figure that no job of fio measures, and why."""

    figure: int
    rating: Rating
    reason: str


@dataclass(frozen=True, slots=True)
class Usual:
    """What makers of a class of drives usually measure with."""

    bs_bytes: int
    queue_depth: int
    """Of all workers together."""


def usual(drive_class: DriveClass, metric: Metric, rw: Pattern | None) -> Usual:
    """Return what is assumed where a datasheet prints no size or depth; it is always said to be assumed.

    A latency is rated at 4 KiB and one I/O in flight, of sequential I/O, too: no drive reads 128 KiB in 20 µs.
    """
    is_random = _is_random(metric, rw)
    if metric == "lat_ns":
        return Usual(_RANDOM_BYTES, 1)
    return Usual(_RANDOM_BYTES if is_random else _SEQUENTIAL_BYTES, _DEPTHS[drive_class, is_random])


def _is_random(metric: Metric, rw: Pattern | None) -> bool:
    return metric == "iops" or rw in {"randread", "randwrite", "randrw"}


def list_jobs(card: Card) -> Iterator[SpecJob | NoJob]:
    """List one job for each figure, in the order of the card."""
    for figure, rating in enumerate(card.rating):
        if rating.metric == "slc_cache_bytes":
            yield NoJob(figure, rating, "The size of a cache is read off a long write, second by second.")
        else:
            yield _job(card, figure, rating)


def _job(card: Card, figure: int, rating: Rating) -> SpecJob:
    is_random = _is_random(rating.metric, rating.rw)
    rw: Pattern = rating.rw if rating.rw not in {None, "any"} else ("randread" if is_random else "read")
    bs_bytes = rating.bs_bytes or usual(card.drive_class, rating.metric, rating.rw).bs_bytes
    iodepth, numjobs = _depth(card, rating, is_random=is_random)
    return SpecJob(
        figure=figure,
        rating=rating,
        name=f"{figure + 1}-{rw}-{format_size(bs_bytes)}-qd{iodepth * numjobs}",
        rw=rw,
        bs_bytes=bs_bytes,
        iodepth=iodepth,
        numjobs=numjobs,
        rwmixread=rating.read_pct if rw == "randrw" else None,
        options=tuple(_options(rating, rw, bs_bytes, iodepth, numjobs)),
        before=tuple(_list_preparation(card, rating, rw, bs_bytes)),
        by_hand=_list_manual_steps(rating),
    )


def _depth(card: Card, rating: Rating, *, is_random: bool) -> tuple[int, int]:
    """Of each job, and jobs. Sequential I/O stays one job: several would read the same blocks."""
    if rating.queue_depth is not None and rating.workers is not None:
        return rating.queue_depth, rating.workers
    outstanding = rating.queue_depth
    if outstanding is None:
        outstanding = usual(card.drive_class, rating.metric, rating.rw).queue_depth
    is_too_much = rating.metric == "iops" and rating.value > _MAX_IOPS_OF_ONE_JOB
    if is_too_much and is_random and outstanding % _JOBS == 0:
        return outstanding // _JOBS, _JOBS
    return outstanding, 1


def format_size(value: int) -> str:
    """Format bytes as fio reads them: `4k`, `1m`, `4000`."""
    for power, letter in ((20, "m"), (10, "k")):
        if value % (1 << power) == 0:
            return f"{value >> power}{letter}"
    return str(value)


def _origin(rating: Rating, field: Assumable) -> Origin:
    return "assumed" if getattr(rating, field) is None or field in rating.assumed else "printed"


def _options(rating: Rating, rw: str, bs_bytes: int, iodepth: int, numjobs: int) -> Iterator[Option]:
    yield Option("rw", rw, "printed" if rating.rw == rw else "assumed")
    if rw == "randrw" and rating.read_pct is not None:
        yield Option("rwmixread", str(rating.read_pct), "printed")
    yield Option("bs", format_size(bs_bytes), _origin(rating, "bs_bytes"))
    yield Option("iodepth", str(iodepth), _origin(rating, "queue_depth"))
    yield Option("numjobs", str(numjobs), _origin(rating, "workers"))
    yield Option("size", "100%", _origin(rating, "span"))
    yield from (
        Option(*option, "method")
        for option in (
            ("ioengine", "libaio"),
            ("direct", "1"),
            ("time_based", ""),
            ("runtime", str(RUNTIME_S)),
            ("ramp_time", str(RAMP_S)),
            # Another random order in every run, so that no cache can learn it; without a map of what was hit.
            ("randrepeat", "0"),
            ("norandommap", "1"),
            # New random data for every write: drives that compress would otherwise look faster.
            ("refill_buffers", "1"),
            ("group_reporting", "1"),
        )
    )
    if rating.percentile is not None:
        # fio leaves out all others: the median and the 99th are read of every run.
        listed = sorted({50.0, 99.0, rating.percentile})
        yield Option("percentile_list", ":".join(f"{one:g}" for one in listed), "printed")


def _list_preparation(card: Card, rating: Rating, rw: Pattern, bs_bytes: int) -> Iterator[Step]:
    """List the steps to steady state as the SNIA's test has it: the whole drive twice in sequence, then once by
    the workload itself.
    """
    whole = (Option("size", "100%", "method"), Option("direct", "1", "method"))
    fresh_data = (Option("refill_buffers", "1", "method"), Option("ioengine", "libaio", "method"))
    if rating.state == "steady" and rating.is_write:
        sequence = (Option("rw", "write", "method"), Option("bs", "128k", "method"))
        yield Step(
            "fill",
            (
                *sequence,
                Option("iodepth", "32", "method"),
                Option("loops", "2", "method"),
                *whole,
                *fresh_data,
            ),
        )
        if rw in {"randwrite", "randrw"}:
            random = (
                Option("rw", "randwrite", "method"),
                Option("bs", format_size(bs_bytes), "method"),
            )
            yield Step(
                "overwrite",
                (
                    *random,
                    Option("iodepth", "32", "method"),
                    Option("norandommap", "1", "method"),
                    *whole,
                    *fresh_data,
                ),
            )
    cache = card.slc_cache_bytes
    if rating.cache == "after" and cache and rating.is_write:
        amount = str(min(int(2 * cache), _MAX_BYTES_OF_CACHE_TEST))
        sequence = (Option("rw", "write", "method"), Option("bs", "128k", "method"))
        yield Step(
            "past_cache",
            (
                *sequence,
                Option("iodepth", "32", "method"),
                Option("io_size", amount, "method"),
                *whole,
                *fresh_data,
            ),
        )


def _list_manual_steps(rating: Rating) -> tuple[str, ...]:
    steps = []
    if rating.state == "fresh" and rating.is_write:
        steps.append(
            "Erase the whole drive first (nvme format, hdparm --security-erase): it was measured fresh."
        )
    if rating.lba_bytes is not None:
        steps.append(sentences.FORMAT_DRIVE(size=rating.lba_bytes))
    return tuple(steps)


def job_file(job: SpecJob, target: str = "TARGET") -> str:
    """The job and what comes before it, as fio reads them. `target`: a device, or a file that may be measured."""
    value, unit = scaled(job.rating.value, job.rating.unit)
    lines = [f"; {job.rating.claim} {value:,.10g} {unit}"]
    if job.assumed:
        lines.append(sentences.ASSUMED(options=", ".join(job.assumed)))
    lines += [sentences.BY_HAND(sentence=sentence) for sentence in job.by_hand]
    if job.is_destructive:
        lines.append("; OVERWRITES what is on the target")
    lines += ["[global]", "filename=" + target.replace(":", r"\:"), ""]
    for number, step in enumerate(job.before, start=1):
        lines += [f"[before-{number}-{step.kind}]", *map(_line, step.options), "stonewall", ""]
    lines += [f"[{job.name}]", *map(_line, job.options), "stonewall", ""]
    return "\n".join(lines)


def _line(option: Option) -> str:
    return f"{option.name}={option.value}" if option.value else option.name
