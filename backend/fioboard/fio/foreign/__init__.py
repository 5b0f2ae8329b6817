"""Outputs of other storage tools → the same values."""
