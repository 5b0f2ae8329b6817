"""Trying a finding: the same job with the change of its experiment and without it, on the target that was measured."""
