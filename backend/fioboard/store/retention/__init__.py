"""What is kept for how long: partitions made ahead, and dropping what was uploaded long ago.

Docs: docs/large-installations.md.
"""
