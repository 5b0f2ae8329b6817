"""Why the store of originals is away."""

from fioboard.core.sentence import Template

# s3
PAGE_UNREAD = Template("a page that cannot be read: {error}")
NO_ANSWER = Template("no answer within {seconds} s")

# s3_requests
REDIRECTED = Template("status {status}: redirects are not followed")
