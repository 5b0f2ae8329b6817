"""Looking through many runs: facets, factors, charts over them, and saved views."""
