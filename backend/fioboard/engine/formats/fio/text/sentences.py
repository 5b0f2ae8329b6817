"""Remarks on fio's text."""

from fioboard.core.sentence import Template

# body
TOO_MANY_TERSE_LINES = Template("More than {most} terse lines.")
LINE_AGAIN = Template("Line {copy} repeats line {line} and was counted once.")

# commands
LONG_COMMANDS = Template("Command lines of more than {most} characters.")

# draft
COMMAND_OF_OTHER = Template(
    "The command line above it (line {line}) belongs to another run and was not used."
)

# lines
TOO_MANY_LINES = Template("More than {most} lines.")

# logs
TOO_MANY_LOG_LINES = Template("More than {most} lines in one log.")

# missing
ISSUED_WITHOUT_RESULT = Template("The issued totals count {direction}s, but no result of them was found.")
LINE_CUT = Template("The line of the {directions} is cut off after its rates; the rest is unknown.")
LATENCIES_ALONE = Template("Latencies ({lines}) without the result line of their direction.")
GROUP_WITHOUT_RESULT = Template("The group moved data by {direction}, but no result of it was found.")
HALF_MISSING = Template("The {half} half of {rw} is missing: the text ends before it.")
JOBS_WITHOUT_RESULT = Template("{jobs} jobs were started, but only {reported} reported a result.")
SERVERS_WITHOUT_RESULT = Template("Servers that reported no result: {servers}.")

# report
BANNER_BROKEN = Template(
    "The line that announces job {job} is cut off inside iodepth, so the queue depth is unknown."
)
TOO_MANY_RESULTS = Template("More than {most} results in one text.")
# census
LOST_LINES = Template("{lines} {verb} in fio's format but could not be read.")
FIGURES_IN_PROSE = Template("{lines} {verb} figures outside the results.")

# jobs that are missing
JOBS_ARE_HERE = Template(
    "The group moved {moved}, its jobs in this text {present}: {jobs} of about {whole} jobs {verb} here."
)
JOBS_HAVE = Template("{jobs} announced jobs have")
ANNOUNCED = Template("{what} no result: {shown}.")
