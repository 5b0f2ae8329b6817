"""What differs between runs, and what is not known of them."""

from fioboard.core.sentence import Template

# difference
SEVERAL_CHANGED = Template(
    "Several factors changed at once: {factors}. The cause of the difference cannot be separated"
)
ONLY_CHANGED = Template("Of what was recorded, only {factors} changed.")
NO_FACTOR_DIFFERS = Template("No known factor differs, but {unknown}.")
CHANGE_NOT_RECORDED = Template("whether {factors} changed was not recorded")
NOT_RECORDED_BY_EVERY = Template("{factors} not recorded by every run")
MIXED = Template("{side} mixes different configurations: {factors}.")
ONE_SIDE_DIFFERS = Template("Runs of one side differ in {factors}.")

# hardware
MEMORY = Template("{size} GiB of memory")
