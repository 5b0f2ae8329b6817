"""Browsing runs: the list, one run, its bytes, distributions and time series, batches, and what a person may edit."""
