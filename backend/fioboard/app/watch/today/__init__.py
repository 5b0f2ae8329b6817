"""Today: what got worse, what is missing, what is better, and the newest runs, in one answer."""
