"""What sign-in, tokens and codes refuse."""

from fioboard.core.sentence import Template

# provider
CODE_REFUSED = Template("the code was refused: {error}")
DOCUMENT_OF_OTHER = Template("the document belongs to {issuer}")

# transport
FOREIGN_ADDRESS = Template(
    "The address {url} is not on a host that FIOBOARD_OIDC_ISSUER or FIOBOARD_OIDC_HOSTS names."
)

# passwords
PASSWORD_LENGTH = Template("A password must have {least} to {most} characters; this one has {given}.")

# principal
RIGHT_MISSING = Template("{caller} lacks the permission `{right}`.")

# triage
NO_ACCOUNT = Template("There is no active user named {name}.")
