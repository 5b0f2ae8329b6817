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
    # No option of fio: which of its measurements a tool tells, where nothing else tells them apart.
    "test",
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
# Which program measured, unless fio did. Two programs mean different things by the same options, and by none at all.
TOOL = "tool"
_FIO = "fio"
# What a comparison may be told not to ask for.
IGNORABLE = (*IDENTITY, *COMPARABLE_OPTIONS, TOOL)


def comparable(
    job: Mapping[str, Scalar | None],
    options: Mapping[str, str],
    *,
    tool: str,
    source: str | None = None,
) -> dict[str, Scalar | None]:
    """The workload of a result: rw, bs, iodepth, numjobs, ioengine, direct (null = unknown) and options that matter.

    `tool`, unless it is fio, and `source` ("typed"), where there is one, are part of it: a comparison, a chart and a
    row of repeats hold like to like.
    """
    known = {key: job.get(key) for key in IDENTITY}
    known |= {key: options[key] for key in COMPARABLE_OPTIONS if key in options}
    if tool != _FIO:
        known[TOOL] = tool
    return known if source is None else known | {SOURCE: source}
