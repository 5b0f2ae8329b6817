"""What is said of a machine's parts."""

from fioboard.core.sentence import Template

# moments
INTERRUPTS = Template("Interrupts on node {node}")
STOPPED_BY_LIMIT = Template("Stopped by its limit of {cpus} CPUs")

# place
LOOP = Template("loop over {file} on {drive}")

# samples
OTHER_SCHEMA = Template("Its schema is {schema}, not 1.")
OTHER_LENGTH = Template("{subject} {metric} has {values} values for {times} times.")
