"""What the tools for a language model refuse."""

from fioboard.core.sentence import Template

# api
NOT_REACHED = Template("fioboard cannot be reached: {kind}.")
FILTER_TOO_LONG = Template("The filter has {characters} characters; at most {most} are read.")

# server
NO_HOST = Template("There is no host {name}. Known: {known}.")
ANSWER_TOO_LARGE = Template("The answer is larger than {most}. Use a narrower filter.")
