"""What enrolment and single sign-on refuse."""

from fioboard.core.sentence import Template

# enrolments
CODE_OF_OTHER_NAMES = Template("This code is for hosts named {pattern}.")
NOT_SHOWN_TO_BE = Template(
    "Nothing shows that this machine is {host}. To add its results to that host anyway, use a code created on "
    "the host's page."
)

# single_sign_on
PROVIDER_SAID = Template("The identity provider said: {error}.")
