"""Remarks on fio's text."""

from fioboard.core.sentence import Template

# body
TOO_MANY_TERSE_LINES = Template("More than {most} terse lines.")
LINE_AGAIN = Template("Line {copy} is line {line} again; counted once.")

# commands
LONG_COMMANDS = Template("Command lines of more than {most} characters.")

# draft
COMMAND_OF_OTHER = Template("The command line before it (line {line}) is of another run: not used.")

# lines
TOO_MANY_LINES = Template("More than {most} lines.")

# logs
TOO_MANY_LOG_LINES = Template("More than {most} lines in one log.")

# missing
ISSUED_WITHOUT_RESULT = Template("The issued totals count {direction}s of which no result was found.")
LINE_CUT = Template("The line of the {directions} is cut: what stood behind its rates is unknown.")
LATENCIES_ALONE = Template("Latencies ({lines}) of a direction whose own line is lost.")
GROUP_WITHOUT_RESULT = Template("The group moved data by {direction}, of which no result was found.")
HALF_MISSING = Template("The {half} half of {rw} is missing: the text ends before it.")
JOBS_WITHOUT_RESULT = Template("{jobs} jobs were started, {reported} reported a result.")
SERVERS_WITHOUT_RESULT = Template("Servers that reported no result: {servers}.")

# report
BANNER_BROKEN = Template("The line that announces job {job} is broken inside its iodepth: unknown.")
TOO_MANY_RESULTS = Template("More than {most} results in one text.")
# census
LOST_LINES = Template("{lines} {verb} in fio's own form and could not be read.")
FIGURES_IN_PROSE = Template("{lines} {verb} figures outside of the results.")

# jobs that are missing
JOBS_ARE_HERE = Template(
    "The group moved {moved} and the jobs of it that are here {present}: {jobs} of about {whole} jobs {verb} here."
)
JOBS_HAVE = Template("{jobs} announced jobs have")
ANNOUNCED = Template("{what} no result: {shown}.")
