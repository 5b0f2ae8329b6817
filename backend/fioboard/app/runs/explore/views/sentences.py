"""What views and feeds say and refuse."""

from fioboard.core.sentence import Template

# feed
EVENT = Template("{event}. Since {since} UTC, or longer.")

# feed_routes
TOO_MANY_FEEDS = Template("A user has at most {most} feeds.")

# routes
VIEW_EXISTS = Template("There is a view {name} of this page already.")
