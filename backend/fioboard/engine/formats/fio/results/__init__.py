"""Reports → runs and results: which entries belong together, what they ran with, and what contradicts itself."""
