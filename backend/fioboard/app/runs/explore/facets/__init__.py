"""Facets: every factor's values with the number of runs of each, for the present filter."""
