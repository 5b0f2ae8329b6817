"""Why a file of another lab's figures is refused."""

from fioboard.core.sentence import Template

# document
OTHER_COUNT = Template("the header announces {announced}, the file has {cells}")
UNREADABLE = Template("the compressed part cannot be read: {detail}")
QUANTILES_OF_FEW = Template("has quantiles of {drives}")
OTHER_QUANTILES = Template("has {quantiles} quantiles, not {expected}")
LINE_CONTRADICTS = Template("line {number}: runs, drives and labs contradict each other")

# signature
FILE_TOO_LARGE = Template("a reference set can have at most {most}; this file has {given}")
OTHER_FORMAT = Template(
    "this is format {form}; this version of fioboard reads format {known}: update fioboard first"
)

# stated
TYPICALLY = Template("{range}, typically {typical}")
UP_TO_TYPICALLY = Template("up to {most}, typically {typical}")
FROM_TYPICALLY = Template("at least {least}, typically {typical}")
OTHER_STATED_COUNT = Template("the header announces {announced}, the file has {stated}")
STATED_CONTRADICTS = Template("line {number}: the stated figure {fault}")
DEPTH_OR_MORE = Template("QD {depth} or more")
BY_CACHE = Template("{where} the drive's cache")
