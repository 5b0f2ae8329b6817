"""Which database answers a request: a standby while it is near enough. Routes do not know of it."""
