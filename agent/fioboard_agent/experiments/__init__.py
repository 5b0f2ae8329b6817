"""Experiments: one question, conditions that differ in one thing, and proof that nothing else did."""
