"""Datasheet cards: those of the release and people's own, and adding one."""
