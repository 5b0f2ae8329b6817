"""Batches: the runs of one sweep or suite as one thing."""
