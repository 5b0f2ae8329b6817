"""What making a share refuses."""

from fioboard.core.sentence import Template

# address
DOES_NOT_FIT = Template("{key} does not fit")

# gathering
TOO_MANY_WORKLOADS = Template(
    "A share shows every workload of a comparison, and these {workloads} are too many; narrow both sides, e.g. "
    "by rw or bs."
)
TOO_MANY_RUNS = Template("A share shows at most {most} runs, this would be {runs}; show fewer of them.")

# publishing
NO_FIELD = Template("There is no field {name} to hide or to show")
IDENTIFIER_SHOWN = Template(
    "The copy would still show an identifying value ({shown}); nothing was published."
)
NO_QUESTION = Template("There is no question {key}; there are: {keys}.")

# reference sets
NO_SET = Template("The reference set {id} is not in use here.")
UNNAMED_SET = Template("The reference set {id} names no maker: a share shows named sets only.")
