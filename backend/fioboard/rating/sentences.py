"""What is said beside a datasheet's figure."""

from fioboard.core.sentence import Template

# wording
NEITHER_KNOWN = Template("{what}: neither printed nor known")
NOT_PRINTED = Template("{what}: {run}, not printed in the source")
UNKNOWN_OF_RUN = Template("{what}: rated with {rated}, unknown of this run")
NO_DATASHEET = Template("{stated}no datasheet prints this figure")
# compare
NO_DRIVE = Template("The measured drives are unknown, so there is no datasheet to compare with.")
NO_CARD = Template("No datasheet for {models:text}.")
SEVERAL = Template("Drives of several models were measured together: {models:text}.")
LAYOUT = Template(
    "How the drives lie together is not known, or has no rule: nothing is rated of all of them."
)
NO_FIGURE = Template("The datasheet of {models:text} rates nothing that was measured here.")
NOT_MEASURED = Template("No figure was measured that a datasheet could rate.")
NOT_READ = Template("The run was read by a version that kept nothing for datasheets: a reparse makes it.")
RATED_WITH = Template("{what}: {run}, rated with {rated}")
WITHOUT_SOURCE = Template("{figure}: without source")
