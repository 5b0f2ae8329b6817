"""Remarks on results, whatever they were read from."""

from fioboard.core.sentence import Template

# checks
SHORT_RUN = Template("The run lasted only {runtime}, too short for a ranking.")
MOVES_NO_DATA = Template(
    "ioengine={ioengine} moves no data: bytes and bandwidth are operations times the block size."
)
OTHER_CLONES = Template("{entries} for a job with numjobs={numjobs}.")
MEAN_OUTSIDE = Template("mean {mean} ns is not between min {low} and max {high} ns")
MIN_ABOVE_MAX = Template("min {low} ns is above max {high} ns")
OTHER_SAMPLES = Template("the bins hold {n} samples, but N says {announced}")
LAT_BELOW_CLAT = Template("mean lat {lat} ns is below mean clat {clat} ns, which is a part of it")
PERCENTILE_ABOVE = Template("a percentile of {value} ns lies above the maximum of {high} ns")
PERCENTILE_BELOW = Template("a percentile of {value} ns lies below the minimum of {low} ns")
OTHER_DIRECTION = Template("rw={rw} does no {direction}, yet there are numbers for it")
OTHER_BLOCK_SIZE = Template("bs is {size} bytes, but the mean I/O had {mean}")
RATE_CONTRADICTS = Template("issued / runtime is {expected} IOPS, the line says {iops}")
BANDWIDTH_CONTRADICTS = Template("IOPS × bs is {expected} MB/s, the bandwidth says {bandwidth} MB/s")
TOO_MANY_IN_FLIGHT = Template(
    "{in_flight} requests in flight by IOPS × latency, more than iodepth × jobs = {most}"
)
NAME_CONTRADICTS = Template("The job is called {name} but ran rw={rw}.")

# clones
CLONES_WITHOUT_LATENCY = Template("{missing} of {clones} clones have no such latency")
CLONES_WITHOUT_BINS = Template(
    "{missing} of {clones} clones have no bins (json+), and percentiles cannot be averaged"
)

# copies
COPIED = Template("Lines {first} to {last} repeat the same result with less detail and were not used.")

# devices
OTHER_TARGET = Template("The job names {name}, but fio measured {seen}: was the name mistyped?")

# invocation
SNAPSHOTS = Template("{reports} reports of one run: the last is the result, the others are snapshots.")
ENDED_EARLY = Template("A time_based job with runtime={asked} ran for only {runtime}.")
JOB_FAILED = Template("Job {name} ended with error {error}.")
JOBS_FAILED = Template("fio reported {jobs} (lines {lines}): {text}")
ENDS_BEFORE_NUMBERS = Template("The document ends before the results of job {name}.")
NO_NUMBERS = Template("The text has no results of job {name}.")
MOVED_NO_DATA = Template("Job {name} moved no data.")

# rounded
MEAN_AS_ZERO = Template(
    "The mean of {kind} was printed as 0: it is smaller than fio can print, so it is unknown."
)
IOPS_AS_ZERO = Template(
    "IOPS were printed as 0; the bytes moved and the block size of {size} bytes give {iops}."
)
TRIM_LATENCY = Template(
    "clat {clat} ns without slat beside lat {lat} ns: the trim was done while it was submitted, so that lat is "
    "its latency."
)
