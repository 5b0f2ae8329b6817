"""What making a share refuses."""

from fioboard.core.sentence import Template

# address
DOES_NOT_FIT = Template("{key} does not fit")

# gathering
TOO_MANY_WORKLOADS = Template(
    "A share shows every workload of a comparison, and {workloads} are too many; narrow both sides, e.g. "
    "by rw or bs."
)
TOO_MANY_RUNS = Template("A share can show at most {most} runs; this one would show {runs}. Show fewer.")

# publishing
NO_FIELD = Template("There is no field {name} to hide or to show")
IDENTIFIER_SHOWN = Template(
    "The snapshot would still show an identifying value ({shown}); nothing was published."
)
NO_QUESTION = Template("There is no question {key}; known: {keys}.")

# reference sets
NO_SET = Template("The reference set {id} is not in use here.")
UNNAMED_SET = Template("The reference set {id} names no publisher; a share shows only named sets.")
