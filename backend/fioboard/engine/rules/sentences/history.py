"""Sentences about several runs: repeats, suites, and what changed since."""

from fioboard.core.sentence import Template

# batch
GAINING = Template("{what:text} are still scaling at QD {deepest:figure}, the deepest tested ({rate:text}).")
REPEATED = Template("{what:text}: {runs:count}, mean {middle:text}, range {spread:figure}.")

# comparable
BESIDE_RUNS = Template("{what:text}: {measured:text}, {by:figure} {way:closed} the median of {runs:count}.")
BESIDE_ONE = Template("{what:text}: {measured:text}, {by:figure} {way:closed} the one comparable run.")
EQUAL_RUNS = Template("{what:text}: {measured:text}, within {by:figure} of the median of {runs:count}.")
EQUAL_ONE = Template("{what:text}: {measured:text}, within {by:figure} of the one comparable run.")
BESIDE_REFERENCE = Template(
    "{what:text}: {measured:text}, {by:figure} {way:closed} the reference {name:text}."
)
EQUAL_REFERENCE = Template("{what:text}: {measured:text}, within {by:figure} of the reference {name:text}.")

# filesystem
THROUGH = Template(
    "Through {filesystem:text} the drives give {share:figure} of the raw rate: {rate:text} of {raw:text}, {what:text}."
)

# repeats
ONE = Template("Only one run: repeatability unknown.")
FEW = Template("Only two comparable runs: too few to estimate the spread.")
NOISY = Template("{what:text}: {runs:count} vary by {spread:figure}, from {lowest:text} to {highest:text}.")
DRIFT = Template(
    "{what:text}: {runs:count} of this batch {move:text} from step to step, from {first:text} to {last:text} "
    "(Kendall's τ {tau:text}, p {p:text})."
)

# since
CHANGED = Template(
    "{what:text}: {by:figure} {way:text} than the median of the {runs:count} before it, {before:text}. Changed in "
    "between: {changes:text}."
)

# suite
FIGURES = Template("{figures:text}.")
FIGURES_OF_DRIVE = Template("{drive:text}: {figures:text}.")
ALL_DOUBTED = Template("All {runs:count} are unreliable: {titles:parts}.")
CANNOT_SAY = Template("It is too early to tell whether {drive:text} is OK: {titles:parts}.")
CANNOT_SAY_BUSY = Template(
    "It is too early to tell whether {drive:text} is OK: the host was busy (other programs used {share:figure} of "
    "the CPU in {runs:count})."
)
CANNOT_SAY_OF_SOME = Template(
    "It is too early to tell whether {drive:text} is OK: {doubted:figure} of {runs:count} {verb:closed} unreliable "
    "({titles:parts})."
)
MEASURED_SO = Template("Measured nevertheless: {figures:text}.")
OF_RATING = Template("{what:text}, {measured:text}: {share:figure} of the drive's rating.")
OF_LIMIT = Template("{what:text}, {measured:text}: {share:figure} of the link limit.")
OF_RATING_EACH = Template(
    "{what:text}, {measured:text}: {share:figure} of the drive's rating in {runs:count}."
)
OF_LIMIT_EACH = Template("{what:text}, {measured:text}: {share:figure} of the link limit in {runs:count}.")
OF_CLASSES = Template("{what:text}, {measured:text}: {classes:text}.")
UNRELIABLE = Template("{what:text}, {measured:text}: unreliable, so not compared.")
NOT_COMPARED = Template("{what:text}, {measured:text}: no comparable rating or typical figure.")
DOUBTED = Template("{doubted:figure} of {runs:count} {verb:closed} unreliable: {titles:parts}.")
COMMAND_OF_EACH = Template("The page of each run has its command.")
COMPARE_AGAIN = Template("Then open the new batch and choose Compare with previous.")
COMPARE_REPEATED = Template(
    "Then open the new batch and choose Compare with previous to see how much results vary."
)
LIMITED = Template("{limited:figure} of {runs:count} {verb:closed} at or near a limit: {titles:parts}.")

# writeback
HELD_BACK = Template(
    "Buffered writes give {share:figure} of direct ones: {rate:text} of {direct:text}, {what:text}. The kernel "
    "throttles write-back above {limit:figure} ms of drive latency."
)

# Beside the reference sets of other labs.
PLACED = Template(
    "{what:text}: {measured:text}, {place:text} of {drives:text} in {labs:text} at {link:text}{firmware:text} "
    "(reference set of {lab:text})."
)
OTHER_FIRMWARE = Template(
    "With firmware {firmware:text}: {low:text} to {high:text} ({drives:text}, reference set of {lab:text})."
)
OTHER_LAB = Template("Reference set of {lab:text}: {place:text} of {drives:text}{firmware:text}.")
BEYOND_SPREAD = Template(
    "Reference set of {lab:text}: {place:text} of {drives:text}{firmware:text}. The two sets differ beyond their "
    "spread."
)

# stated
STATED = Template(
    "{what:text}: {measured:text}, {place:text} for {title:text}: {stated:text} (stated by {by:text}, not measured "
    "here)."
)

# since
NOT_RECORDED = Template("; whether {settings}{more} changed was not recorded")

# several hosts as one run
ONE_HOST = Template("Only {host:text} measured to its end: there is nothing to add up.")
APART = Template("The hosts measured at different times: {first:text} had ended before {last:text} began.")
SHORT_WINDOW = Template("The hosts measured together for {window:figure} only.")
NO_DIRECTION = Template("{host:text} has no {direction:closed} result.")
OTHER_JOBS = Template("The hosts ran different jobs: {first:text} {one:text}, {second:text} {two:text}.")
OTHER_OPTIONS = Template("{first:text} and {second:text} ran {job:text} with different options.")
NO_RATES = Template("{host:text}: {reason:text}")
NO_BINS = Template("fio printed no latency bins on {host:text}.")
MOSTLY_ALONE = Template(
    "{host:text} measured {share:figure} of its time outside the common window, and its latency bins hold all of it."
)
NO_LATENCIES = Template("No host recorded completion latencies in this direction.")
NONE_MEASURED = Template("No host measured to its end.")
BINS_INCOMPLETE = Template("fio printed no latency bins for one of its jobs.")
RATE_UNKNOWN = Template("a rate was not recorded.")
