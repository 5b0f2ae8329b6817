"""References: runs that are pinned, which of them counts for a run, and how the run compares with it."""
