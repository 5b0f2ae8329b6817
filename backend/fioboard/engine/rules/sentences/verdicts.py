"""Sentences that sum up: whether a run counts, what it is like, whether a cause was confirmed."""

from fioboard.core.sentence import Template

# report
FAILED = Template("{jobs:figure} of the jobs ended with an error: their results cover the time until then.")
WENT_ON = Template("{jobs:figure} of the jobs reported an error and went on (continue_on_error).")
NOT_WHOLE = Template("Incomplete run: {jobs:figure} of its jobs failed.")
MISNAMED = Template("A job is named {named:closed} but ran {ran:closed}.")

# ceilings
RATED_ONE = Template("the stated rating of the drive")
RATED = Template("{count:figure} × the stated rating")
DATASHEET = Template("datasheet of the drive")
DATASHEETS = Template("datasheet of {count:figure} drives")
NOT_BY_VENDOR = Template("not from the vendor's datasheet")
NOT_BY_VENDORS = Template("{count:figure} drives, not from the vendor's datasheet")
FORMER_NOT_BY_VENDOR = Template("rating not printed by the vendor")
FORMER_NOT_BY_VENDORS = Template("rating of {count:figure} drives, not printed by the vendor")
DRIVE_LINKS = Template("{count:figure} × {link:link}")
DRIVE_LINKS_MIXED = Template("the links of {count:figure} drives")
SHARED_LINK = Template("{link:link} at {port:name}")
GPU_LINK = Template("{link:link} of one of several GPUs")
STATED_LINK = Template("{count:figure} × {link:link}, as stated")
SERIAL = Template("{count:figure} × SATA or SAS link")
ARRAY = Template("{level:closed} of {count:figure}")
CPU_OF_JOB = Template("1 job on one CPU core")
CPU_OF_JOBS = Template("{jobs:figure} jobs, one CPU core each")
NETWORK = Template("{speed:figure} Gb/s Ethernet")
NETWORK_TEST = Template("network, as a test of it measured")
UNNAMED = Template("{stage:closed}")

# confirmation
CONFIRMED = Template(
    "Confirmed: with the change the {measure:closed} was {ratio:figure} times that without it ({low:figure} to "
    "{high:figure} with 95 % confidence; {base:figure} runs without, {changed:figure} with it)."
)
REFUTED = Template(
    "Refuted: with the change the {measure:closed} was {ratio:figure} times that without it ({low:figure} to "
    "{high:figure} with 95 % confidence; {base:figure} runs without, {changed:figure} with it); the finding says "
    "that it {expected:closed} by at least 5 %."
)
NOT_SHOWN = Template(
    "Not shown: with the change the {measure:closed} was {ratio:figure} times that without it ({low:figure} to "
    "{high:figure} with 95 % confidence; {base:figure} runs without, {changed:figure} with it): neither outcome "
    "is ruled out. More rounds would decide."
)
NO_INTERVAL = Template(
    "Not shown: with the change the {measure:closed} was {ratio:figure} times that without it, of {base:figure} runs "
    "without and {changed:figure} with it: an interval needs {least:figure} of each, and repeats that differ."
)
FOR_A_PERSON = Template(
    "No fio metric decides this. With the change the {measure:closed} was {ratio:figure} times that without it, of "
    "{base:figure} runs without and {changed:figure} with it."
)
NO_FIGURE = Template("Not shown: the {measure:closed} of these runs is not known.")
NOT_ALIKE = Template("No verdict: the runs differ in more than the change, or were made on another host.")
WAITING = Template("The change has not been made yet: {base:figure} runs without it are stored.")

# likeness
ONE = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, typical of {classes:parts}; one figure cannot "
    "identify the device."
)
SEVERAL = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}; {agree:figure} of {known:figure} figures are typical of "
    "{classes:parts}."
)
LOOKS = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}: looks like {classes:parts}, which {agree:figure} of "
    "{known:figure} figures fit."
)
AGREE = Template("{agree:figure} of {known:figure} figures are typical of {classes:parts}.")
BETWEEN = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, between published figures for {below:closed} ({most:figure}, "
    "n = {most_n:figure}) and {above:closed} ({least:figure}, n = {least_n:figure})."
)
ABOVE = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, above published figures for {below:closed} ({most:figure}, "
    "n = {most_n:figure})."
)
BELOW = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}, below published figures for {above:closed} ({least:figure}, "
    "n = {least_n:figure})."
)
FORMER_PUBLISHED_BETWEEN = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}. Published figures: {below:closed} up to {most:figure}, "
    "{above:closed} from {least:figure}."
)
FORMER_PUBLISHED_ABOVE = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}. Published figures: {below:closed} up to {most:figure}."
)
FORMER_PUBLISHED_BELOW = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}. Published figures: {above:closed} from {least:figure}."
)
FORMER_BETWEEN = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}: more than {below:closed} (up to {most:figure}), less "
    "than {above:closed} (from {least:figure})."
)
FORMER_ABOVE = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}: more than {below:closed} (up to {most:figure})."
)
FORMER_BELOW = Template(
    "{measured:figure} {what:closed} at QD {depth:depth}: less than {above:closed} (from {least:figure})."
)
RANGE = Template("{device:closed}: {range:figure} {what:closed} (n = {n:figure}; {source:source}).")
RANGE_AROUND = Template(
    "{device:closed}: {range:figure} {what:closed}, ± 15 % (n = {n:figure}; {source:source})."
)
ABOUT = Template("{device:closed}: about {range:figure} {what:closed} (n = {n:figure}; {source:source}).")
FORMER_UP_TO_N = Template(
    "{device:closed}: up to {range:figure} {what:closed} (n = {n:figure}; {source:source})."
)
FORMER_RANGE = Template("{device:closed}: {range:figure} {what:closed}.")
FORMER_RANGE_AROUND = Template("{device:closed}: {range:figure} {what:closed}, ± 15 %.")
FORMER_UP_TO = Template("{device:closed}: up to {range:figure} {what:closed}.")
FORMER_ABOUT = Template("{device:closed}: about {range:figure} {what:closed}.")

# verdict
NEAR = Template("Also close to a limit: {limit:closed} ({share:figure} used).")
FORMER_NEAR = Template("Close to a second limit: {limit:closed} ({share:figure} used).")
CPU_EXCLUDED = Template("CPU is not the limit: each job used {busy:figure} of a core.")
ALSO = Template("Nearly as high: {limit:closed} ({share:figure}).")

# outlook
AT_CEILING = Template(
    "{share:figure} of {link} ({ceiling:figure}, link of the last run here) for {seconds:figure}: a longer run cannot "
    "read faster."
)
IS_STEADY = Template("{mean:figure} IOPS ± {half:figure} (95 % interval of {seconds:figure}), without drift.")
WRITES_ARE_STEADY = Template(
    "{mean:figure} IOPS ± {half:figure} (95 % interval of {seconds:figure}), without drift. Writes can still slow down "
    "when a cache is full."
)
