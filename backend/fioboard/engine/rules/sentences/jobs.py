"""Sentences about what a job asked for, which settings it ran under, and what it reached."""

from fioboard.core.sentence import Template

# job
CAPPED_IOPS = Template(
    "rate_iops={cap:figure} limits the run to {measured:figure} IOPS: the job's own limit."
)
CAPPED_BW = Template("rate={cap:figure} limits the run to {measured:figure}: the job's own limit.")
PAUSED = Template(
    "thinktime={pause:figure} pauses the jobs for {share:figure} of their time: the job's own limit."
)
OWN_PAUSE = Template("The job's own pauses are the limit: {share:figure} of its time.")
OWN_LIMIT = Template("The job's own rate is the limit: {share:figure} of what it allows.")

# depth
IGNORED = Template(
    "iodepth={depth:figure} has no effect with {engine:closed}: every job had 1 I/O in flight, {jobs:figure} in all."
)
BUFFERED = Template(
    "libaio queues only with direct=1; iodepth={depth:figure} had no effect: each submission waited for the I/O."
)
NOT_REACHED = Template(
    "The job asked for {asked:figure} I/Os in flight but averaged {reached:figure}: the queue was not filled."
)
SERIALISED = Template(
    "fio kept {reached:figure} I/Os in flight, the drives' queues only {queued:figure}: a layer above the drives "
    "serializes them."
)

# queue
IN_FLIGHT = Template("{reached:figure} I/Os in flight on average, of {possible:figure} configured.")
FORMER_IN_FLIGHT = Template("Average queue depth {reached:figure} of {possible:figure} configured.")
AT_LEAST = Template(
    "At least {reached:figure} I/Os in flight on average, of {possible:figure} configured; the submission latency, "
    "which would give the exact number, is not in the output."
)
FORMER_AT_LEAST = Template(
    "Average queue depth at least {reached:figure} of {possible:figure} configured; the "
    "submission latency, which would give the exact depth, is not in the output."
)
SYNCING = Template(
    "Average queue depth {reached:figure} of {possible:figure} configured, {syncs:figure} of it waiting for syncs."
)
QUEUE_FULL = Template("{drive:name} had {held:figure} of its {slots:figure} possible commands in flight.")

# together
SAME_READ = Template(
    "{jobs:figure} jobs read the same blocks from the same offset: a cache may serve all but the first."
)
SAME_WRITTEN = Template(
    "{jobs:figure} jobs write the same blocks from the same offset: a cache may merge them."
)
NOT_TOGETHER = Template(
    "The {jobs:figure} jobs ran for {shortest:figure} to {longest:figure}: their sum covers jobs that did not "
    "all run at the same time."
)

# steady state
MISSED = Template(
    "fio's steady-state criterion was not met within {time:figure}: the {what:closed} was "
    "{reached:figure}, the limit is {limit:figure}."
)
MISSED_UNSTATED = Template("fio's steady-state criterion was not met within {time:figure}.")

# requests
SPLIT = Template(
    "Each read of {size:figure} was split into {ratio:figure} drive requests, each of which costs CPU time."
)
NOT_DIRECT = Template(
    "With direct=1, the drives served {served:figure} of the {counted:figure} that fio counted: a cache or holes "
    "in the file answered the rest."
)

# amount
TOO_SHORT = Template(
    "The run lasted only {time:figure}: drive caches can inflate the result and noise is high. Run at least 60 s."
)
NOT_WHOLE = Template(
    "{short:figure} I/Os were short and {dropped:figure} dropped, of {total:figure}: not all requested data was "
    "transferred."
)

# writes
WRITE_BACK = Template(
    "fio counted {counted:figure} written; the drives had taken {served:figure} when it stopped. The rest was "
    "still in memory: the drives' own rate is lower."
)
NOT_THE_DRIVE = Template("Not the drive's speed: {share:figure} of the writes had not reached it.")
HELD_IN_MEMORY = Template(
    "{counted:figure} were written through the page cache and never synced, and fit into {memory:figure} of "
    "memory: the drives may have received none of it during the run."
)
PROBABLY_MEMORY = Template("Probably memory speed: {counted:figure} were written to memory and never synced.")
COMPRESSIBLE = Template(
    "The data written compresses ({names:options}): where a layer or the drive compresses, less is stored than fio "
    "counts."
)
COMPRESSED = Template(
    "The data written compresses ({names:options}), and it was: fio counted {counted:figure}, the drives were "
    "given {served:figure}."
)
SYNC_COST = Template("{flushes:figure} flushes of {each:figure} each took {share:figure} of the jobs' time.")
FLUSHES = Template("Flushes are the limit: they took {share:figure} of the jobs' time.")
MISALIGNED = Template(
    "Writes of {size:figure} are not a multiple of the drive's physical block of {block:figure}: the drive has "
    "to read, modify and write."
)

# tool
OPEN_FILES = Template(
    "fio {version:figure} can report up to five times the bandwidth if openfiles is set and files are not used "
    "in order; fixed in {fixed:figure}."
)
LOST_FLUSHES = Template(
    "fio {version:figure} skips the flushes of fdatasync if io_uring polls (hipri); fixed in {fixed:figure}."
)
WRONG_LATENCY = Template(
    "fio {version:figure} reports wrong completion latencies if the kernel polls for io_uring (sqthread_poll) with "
    "several I/Os in flight; fixed in {fixed:figure}."
)
MORE_FLUSHES = Template(
    "fio {version:figure} sends more flushes than fsync asks for: compare only with a fio before {fixed:figure}."
)
CLOCK_CALLS = Template(
    "fio {version:figure} may read the clock once more for each I/O, and the job's CPU was busy: releases from "
    "{fixed:figure} on can do more IOPS with the same CPU."
)
CAPPED_SPLIT = Template(
    "fio {version:figure} applies rate_iops wrongly with several block sizes (bssplit); fixed in {fixed:figure}."
)
KIBIBYTES = Template(
    "fio {version:figure} prints KB and MB for 1024 and 1024² bytes: figures copied from its output are larger "
    "than they look."
)

# settings
MEMORY = Template("{count:figure} memory modules run at {configured:figure} of {rated:figure} MT/s.")
LBA_FORMAT = Template(
    "{drive:name} is formatted with blocks of {used:figure}; it reports {better:figure} as faster."
)
FEW_QUEUES = Template(
    "{drive:name} has {queues:figure} I/O queues for {cpus:figure} CPUs: CPUs share queues."
)
DEGRADED = Template("{array:name} is degraded: a member is missing.")
CHANNELS = Template(
    "{populated:figure} of {there:figure} memory channels have a module: the reduced memory bandwidth can affect "
    "large transfers and the page cache."
)
CONFLICT = Template(
    "{setting:text}: the firmware says {set:text}, the running system shows {shown:text}. A change may be "
    "pending until a reboot."
)
PENDING = Template("Changed firmware settings are pending until a reboot; those shown may not be in effect.")

# contradictions
ABOVE_LINK = Template(
    "Implausible: {measured:figure} {direction:closed} is more than the recorded PCIe links can transfer "
    "({rate:figure}). The link record is wrong, the data took another path, or came from a cache."
)
ABOVE_LINK_CACHED = Template(ABOVE_LINK.text + " The page cache was not bypassed.")
ABOVE_STATED_LINK = Template(
    "Implausible: {measured:figure} {direction:closed} is more than the stated link, {link:link}, can transfer "
    "({rate:figure}). The link is faster than stated, the data took another path, or came from a cache."
)
IMPOSSIBLE_STATED = Template(
    "Implausible: {measured:figure} is more than {link:link}, the stated link, can transfer ({rate:figure})."
)
IMPOSSIBLE = Template(
    "Implausible: {measured:figure} is more than the recorded PCIe links can transfer ({rate:figure})."
)

# limits
AT_LINK = Template(
    "{measured:figure} {direction:closed}, {share:figure} of the {ceiling:figure} limit of the {link:closed}: this "
    "link is the bottleneck."
)
NEAR_LINK = Template(
    "{measured:figure} {direction:closed}, {share:figure} of the {ceiling:figure} limit of the {link:closed}: close to "
    "the limit."
)
LINK_FULL = Template(
    "The {link:link} link is {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}."
)
FORMER_LINK_FULL = Template(
    "The x{lanes:figure} link is {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}."
)
STATED_LINK_FULL = Template(
    "The stated link, {link:link}, is {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}."
)
LINKS_FULL = Template(
    "The links of the {drives:figure} drives are {state:closed}: {measured:figure} of {ceiling:figure}, "
    "{share:figure}."
)
PATH_FULL = Template("The links are {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}.")
GPU_FULL = Template(
    "The {link:closed} of the GPU is {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}."
)
AT_GPU = Template(
    "{measured:figure} {direction:closed}, {share:figure} of the {ceiling:figure} limit of the {link:closed} of the "
    "GPU: this link is the bottleneck; more or faster drives would not help."
)
NEAR_GPU = Template(
    "{measured:figure} {direction:closed}, {share:figure} of the {ceiling:figure} limit of the {link:closed} of the "
    "GPU: close to the limit."
)
AT_NETWORK = Template(
    "{measured:figure} {direction:closed}, {share:figure} of the {ceiling:figure} that TCP can transfer over the "
    "interface: the network is the bottleneck."
)
NETWORK_FULL = Template(
    "The network is {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}."
)
AT_SERIAL = Template(
    "{measured:figure} {direction:closed}, {share:figure} of the {ceiling:figure} limit of the SATA or SAS link: only "
    "a faster interface would help."
)
SERIAL_FULL = Template(
    "The SATA or SAS link is {state:closed}: {measured:figure} of {ceiling:figure}, {share:figure}."
)
OVERSUBSCRIBED = Template(
    "{count:figure} drives share {port:name}: {together:figure} of drive links on a {ceiling:figure} link; expect "
    "{share:figure} per drive when all are busy."
)
CHIPSET = Template(
    "{drives:names}: behind the chipset. All chipset devices share its uplink to the CPU (DMI), whose speed is "
    "not visible. The limits here do not include it."
)
CHIPSET_KNOWN = Template(
    "{drives:names}: behind the chipset. All chipset devices share its uplink to the CPU (DMI), whose speed is "
    "not visible; in this family it is at most {link:link}, {carries:figure} in total. The limits here do not "
    "include it."
)
