"""Whether a machine is fast enough for a purpose."""

from fioboard.core.sentence import Template

# card
NO_SOURCE = Template("no source has the key {source}")
NOT_READ = Template("nothing was read in {fields}")

# match
OTHER_PATTERN = Template("I/O pattern is {rw}, not {asked}")
OTHER_BLOCKS = Template("block size is {size}, not {asked}")
OTHER_DEPTH = Template("queue depth is {kept}, not {asked}")

# out
NO_JOB = Template("no run of {workload}")
NOT_MEASURED = Template("{id} was not measured")

# own_cards
FOLDER_UNREAD = Template("{folder} cannot be read: {kind}.")
SAME_ID = Template("id: {id} is the id of another card in this folder")
CARD_UNREAD = Template("cannot be read: {kind}")
BUILT_IN_ID = Template("id: {id} is a built-in purpose; choose another id")

# words
MET_IN_PART = Template("{title} ({count} of {needed}: {parts})")
BELOW_ADVICE = Template("; misses the recommendation for {titles}")
FAST_ENOUGH = Template("Is fast enough for {counted}.")
ENOUGH_FLUSHES = Template("Enough for {counted}: each waits for one flush.")
ENOUGH_EACH = Template("Enough for {counted}: {measured}, {each} each.")
STATISTIC_NOT_MEASURED = Template("{statistic} was not measured")
WITHIN_BOUNDS = Template("its {statistic} is known only within bounds")
HAS_TO_FALL = Template("The {statistic} has to fall from {now} to {then}.")
HAS_TO_RISE = Template("The {statistic} has to rise from 0 to at least {then}.")
NEEDS = Template("Needs {times} times the measured {statistic}.")
EASIER = Template("{need} Even an easier test misses it: {differences}.")
MISSES_BY = Template("misses it by a factor of {factor}")
BETTER_THAN_ASKED = Template("{factor} times better than required")
BEYOND = Template(" Its {name} of {value} is beyond it.")
