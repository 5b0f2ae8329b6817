"""Shapes of requests and answers, one file per noun. No behaviour, no tables."""
