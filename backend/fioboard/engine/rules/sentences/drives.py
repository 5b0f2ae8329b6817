"""Sentences about drives: their health, their state and what lies in front of them."""

from fioboard.core.sentence import Template

# media
SEEKS = Template(
    "{total:figure} random {direction:closed}s/s on {disks:figure} HDDs, {each:figure} per disk: the seek "
    "limit of an HDD."
)
SEEK_LIMIT = Template(
    "Seek-limited: {each:figure} random {direction:closed}s/s on each of {disks:figure} HDDs."
)
VIRTUAL = Template(
    "{drives:names}: virtual disk; the physical drives and links are not visible inside the VM."
)
ENCRYPTED = Template(
    "dm-crypt is in the data path: {measured:figure} {direction:closed} is {share:figure} of the limit below it."
)
FULL = Template("The file system was {used:figure} full before the run, with {free:figure} free.")
LITTLE = Template(
    "{written:figure} were written to each drive of {size:figure}: this can fit into the drive's fast cache."
)
NARROW = Template(
    "Random I/O touched {touched:figure} of the drive, so its mapping tables stay in its cache; datasheets use "
    "the whole drive."
)

# cache
CACHED_READ = Template(
    "fio counted {counted:figure} reads; the drives served {served:figure}. The rest came from the page cache: "
    "the limit of the drives cannot be judged from this run."
)
CACHED_BYTES = Template(
    "fio counted {counted:figure} read; the drives served {served:figure}. The rest came from the page "
    "cache: the limit of the drives cannot be judged from this run."
)
NOT_THE_DRIVE = Template("Not the drive's speed: {share:figure} of the reads never reached it.")

# health
DRIVE_WARNING = Template("{drive:name} reports a critical warning (0x{warning:text}).")
MEDIA_ERRORS = Template("{drive:name} counted {count:figure} media errors during the run.")
DRIVE_WORN = Template("{drive:name} has used {used:figure} % of its rated endurance.")
SPARE_USED = Template(
    "{drive:name} has {spare:figure} % of its spare blocks left; its own threshold is {threshold:figure} %."
)

# state
FRESH = Template(
    "{drive:name} had been overwritten {times:figure} times before this run: this is closer to its fresh than to "
    "its sustained speed."
)
UNWRITTEN = Template(
    "{drive:name} had been written {written:figure} in its life, but the job read a range of {over:figure}: some "
    "blocks hold no data, and a drive answers those without reading its media."
)
REPEATED = Template("Test size covered {passes:figure} times: repeated blocks may be served from a cache.")

# arrays
NOT_FILLED = Template(
    "With {flight:figure} KiB in flight and chunks of {chunk:figure} KiB, {busy:figure} of {width:figure} members can "
    "be busy at once."
)
PENALTY = Template(
    "Each random write of {size:figure} KiB costs {ios:figure} I/Os of the drives on {level:closed}: data and parity "
    "are read and written."
)
ONE_THREAD = Template(
    "The parity work of the array runs in one thread (group_thread_cnt=0), and one CPU was {busy:figure} busy."
)
BITMAP = Template(
    "The members wrote {ratio:figure} times per requested write: the array keeps an internal bitmap."
)

# members
UNEVEN = Template(
    "The members do not share the {direction:closed} load evenly: {slow:name} {slowest:figure}, {fast:name} "
    "{fastest:figure}. Look for one slow or badly seated drive."
)
WAITS = Template(
    "{slow:name} needs {slowest:figure} for a {direction:closed}, the median of the others is {others:figure}, at "
    "equal load: a stripe waits for its slowest member."
)

# degraded
DEGRADED = Template(
    "{array:name} is degraded: it ran without a member, so the result is not that of the whole array."
)
FAILED = Template(
    "{array:name} is degraded: {failed:names} failed, so the result is not that of the whole array of {width:figure}."
)
NOT_WHOLE = Template("Not the whole array: {array:name} is degraded.")

# drift
FELL = Template(
    "After {after:figure} and {moved:figure} the drives fell from {high:figure} to {low:figure} "
    "{direction:closed}: the mean reflects neither level."
)
UNSTEADY = Template(
    "Not in steady state ({direction:closed}): throughput varied by {range:figure} over the run."
)
TREND = Template(
    "Not in steady state ({direction:closed}): throughput {way:closed} by {trend:figure} over the run."
)

# no_drive
IN_MEMORY = Template("The target is in memory ({place:closed}): this is memory speed; no drive was involved.")
NOTHING_KEPT = Template("The target stores nothing ({place:closed}): no drive was involved.")
PERHAPS_IN_MEMORY = Template(
    "The job names a device on which fio did no I/O: fio creates missing files, and files below /dev are in memory."
)
NO_DRIVE = Template("Not a drive's speed: the target is in {place:closed}.")
NO_TARGET = Template("Not a drive's speed: the target stores nothing.")

# rated
AT_RATED = Template(
    "{measured:figure} is {share:figure} of the {rated:figure} rating stated for the drives: as rated."
)
RATED_REACHED = Template("{measured:figure} is {share:figure} of the stated {rated:figure}.")
AT_RATED_IOPS = Template(
    "{measured:figure} IOPS is {share:figure} of the {rated:figure} rating stated for the drives: as rated."
)
RATED_IOPS_REACHED = Template("{measured:figure} IOPS is {share:figure} of the stated {rated:figure}.")
AT_DATASHEET = Template(
    "{measured:figure}, {share:figure} of the {rated:figure} datasheet rating: the drives perform as rated."
)
AT_DATASHEET_IOPS = Template(
    "{measured:figure} IOPS, {share:figure} of the {rated:figure} datasheet rating: the drives perform as rated."
)
DATASHEET_REACHED = Template("{measured:figure} is {share:figure} of the {rated:figure} datasheet rating.")
DATASHEET_IOPS_REACHED = Template(
    "{measured:figure} IOPS is {share:figure} of the {rated:figure} datasheet rating."
)
BELOW_DATASHEET = Template(
    "{measured:figure} is {share:figure} of the {rated:figure} that the datasheet states for the same conditions."
)
BELOW_DATASHEET_IOPS = Template(
    "{measured:figure} IOPS is {share:figure} of the {rated:figure} that the datasheet states for the same conditions."
)

# unexplained
BELOW_LINK = Template(
    "{measured:figure} {direction:closed} is {share:figure} of the {ceiling:figure} that the path can carry; no known "
    "limit explains it."
)
UNEXPLAINED = Template(
    "{measured:figure}, {share:figure} of the {carrier:closed}; no known limit explains it."
)
UNEXPLAINED_RATED = Template(
    "{measured:figure}, {share:figure} of the {carrier:closed} and {rated:figure} of the drives' rating; no known "
    "limit explains it."
)

# file_server
SPLIT = Template(
    "Each {direction:closed} of {size:figure} is sent as {count:figure} requests of {most:figure}, the most "
    "that the mount sends at once."
)
ONE_CONNECTION = Template(
    "One TCP connection carries this mount: {measured:figure} is {share:figure} of the interface limit."
)
READ_AHEAD = Template("Read-ahead of this mount is {ahead:figure}, which is low for a server on the network.")
