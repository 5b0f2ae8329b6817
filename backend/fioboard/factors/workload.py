"""What "the same test" means: the job options that must be equal for two results to be compared."""

from collections.abc import Mapping

from fioboard.factors.subject import Scalar

# Options that change what is measured. Size and runtime are not here: they change how long, not what.
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


def comparable(job: Mapping[str, Scalar | None], options: Mapping[str, str]) -> dict[str, Scalar | None]:
    """The workload of a result: rw, bs, iodepth, numjobs, ioengine, direct (null = unknown) and options that matter."""
    known = {key: job.get(key) for key in ("rw", "bs", "iodepth", "numjobs", "ioengine", "direct")}
    return known | {key: options[key] for key in COMPARABLE_OPTIONS if key in options}
