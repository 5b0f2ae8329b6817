"""What notifications say, and why one was not sent."""

from fioboard.core.sentence import Template

# chat_process
CHAT_NOT_ALLOWED = Template("{service} is not allowed on this service. Allowed: {allowed}.")
CHAT_ANSWERED = Template("The service answered {status}.")

# destination
NO_DESTINATION = Template("The address must begin with {schemes} and name a server.")

# mail
MAIL_REFUSED = Template("The mail server rejected the message: {kind}.")

# message
NO_RECEIPT = Template("The receiver did not answer within {seconds} s.")
NOT_SENT = Template("The message could not be sent: {kind}.")

# routes
TOO_MANY_RULES = Template("A user can have at most {most} notification rules.")
FILTER_NOT_UNDERSTOOD = Template("The filter is no longer valid, so nothing is sent: {error}")

# text
EVENT = Template("{sentence}\nSince {since} UTC, or longer.\n{url}")

# webhook
NOT_REACHED = Template("The receiver could not be reached: {kind}.")
REDIRECTED = Template("The receiver answered {status}; redirects are not followed.")
RECEIVER_ANSWERED = Template("The receiver answered {status}.")
