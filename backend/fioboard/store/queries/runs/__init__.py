"""Runs: one of them with its results, lists and groups of them, conditions on them, and what people changed."""
