"""Why the service is not ready."""

from fioboard.core.sentence import Template

# routes
NOT_DURABLE = Template("PostgreSQL would not keep what was acknowledged: {settings}.")
