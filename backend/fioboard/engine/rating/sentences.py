"""What is said beside a datasheet's figure."""

from fioboard.core.sentence import Template

# wording
NEITHER_KNOWN = Template("{what}: unknown in both")
NOT_PRINTED = Template("{what}: {run} in the run, not stated in the rating")
UNKNOWN_OF_RUN = Template("{what}: unknown in the run, {rated} in the rating")
NO_DATASHEET = Template("{stated}no datasheet prints this figure")
# compare
NO_DRIVE = Template("The model of the measured drives is unknown, so there is no datasheet to compare with.")
NO_CARD = Template("No datasheet for {models:text}.")
SEVERAL = Template("Drives of several models were measured together: {models:text}.")
LAYOUT = Template("The layout of the drives is unknown or has no rule, so they have no common rating.")
NO_FIGURE = Template("The datasheet of {models:text} has no rating for what was measured.")
NOT_MEASURED = Template("This run has no result that a datasheet rates.")
NOT_READ = Template("Parsed by a version without datasheet ratings; reparse the run.")
RATED_WITH = Template("{what}: {run} in the run, {rated} in the rating")
WITHOUT_SOURCE = Template("{figure}: without source")
