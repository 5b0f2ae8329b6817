"""Datasheet cards: those of the release and people's own, adding one, and the jobs that agents run for them."""
