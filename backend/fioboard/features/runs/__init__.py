"""Browsing runs: the list, one run, its original bytes, its distributions, and what a person may edit."""
