"""Runs: the history of them, and looking through many at once."""
