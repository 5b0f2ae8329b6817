"""What browsers and test hosts fetch: the built UI, the agent and its installer."""
