"""What "the same test" means: the job options that must be equal for two results to be compared."""

from collections.abc import Mapping

from fioboard.vocabulary.factors.registry import JOB_OPTIONS
from fioboard.vocabulary.factors.subject import Scalar

# Always part of a workload, known or not.
IDENTITY = JOB_OPTIONS

# Options that change what is measured.
COMPARABLE_OPTIONS = (
    "bsrange",
    "bssplit",
    "buffered",
    "fdatasync",
    "fsync",
    "iodepth_batch",
    "iodepth_batch_complete",
    "norandommap",
    "offset",
    "random_distribution",
    "rate",
    "rate_iops",
    "rate_process",
    "rwmixread",
    "rwmixwrite",
    "sync",
    "thinktime",
    "unified_rw_reporting",
    "verify",
    "zonemode",
)

# Options that say how long or how much is measured. They differ between honest repeats, so a comparison asks for them
# to be equal only when told to; a small size may stay in a cache, a short run may miss a throttling drive.
SWITCHABLE = (
    "filesize",
    "io_size",
    "loops",
    "nrfiles",
    "ramp_time",
    "runtime",
    "size",
    "time_based",
)


# Not fio's: where a result comes from, when no tool's output holds it. Such a one is never a repeat of a measured one.
SOURCE = "source"


def comparable(
    job: Mapping[str, Scalar | None], options: Mapping[str, str], source: str | None = None
) -> dict[str, Scalar | None]:
    """The workload of a result: rw, bs, iodepth, numjobs, ioengine, direct (null = unknown) and options that matter.

    `source` ("typed") is part of it where there is one: a comparison, a chart and a row of repeats hold like to like.
    """
    known = {key: job.get(key) for key in IDENTITY}
    known |= {key: options[key] for key in COMPARABLE_OPTIONS if key in options}
    return known if source is None else known | {SOURCE: source}
