"""Sentences about a test of SNIA SSS PTS."""

from fioboard.core.sentence import Template

STEADY = Template(
    "{title:text}: {value:figure} in steady state ({cell:text}, rounds {first:figure} to {last:figure})."
)
NOT_STEADY = Template(
    "{title:text}: steady state was not reached in {count:figure} rounds. The last five average {value:figure} "
    "({cell:text})."
)
TOO_FEW = Template(
    "{title:text}: {count:figure} rounds are whole; steady state needs at least {least:figure}."
)
TRACKED = Template(
    "{cell:text}: range {range:figure} of the average (at most 20 %), slope {slope:figure} (at most 10 %)."
)
DIFFERS = Template("Not the standard: {reasons:text}.")
PURGED = Template("Purged by {method:text}; {prefill:figure} written in sequence before the first round.")
UNPURGED = Template("Not purged; {prefill:figure} written in sequence before the first round.")
PURGE_ENDED = Template("A purge by {method:text} was begun and did not end.")
