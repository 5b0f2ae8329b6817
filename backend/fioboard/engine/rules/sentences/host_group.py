"""Why figures of several hosts are not added up."""

from fioboard.core.sentence import Template

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
