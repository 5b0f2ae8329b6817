"""What becomes better or worse: changes, events, notes on time, and the page of today."""
