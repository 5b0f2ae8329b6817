"""Two or more sets of runs side by side: what differs in figures and in settings, and what that proves."""
