"""What enrolment and single sign-on refuse."""

from fioboard.core.sentence import Template

# enrolments
CODE_OF_OTHER_NAMES = Template("This code is for hosts named {pattern}.")
NOT_SHOWN_TO_BE = Template(
    "Nothing shows that this machine is {host}. To continue that host all the same, use a code made on its page."
)

# single_sign_on
PROVIDER_SAID = Template("The identity provider said: {error}.")
