"""Links for strangers: what they show, what it leaves out, and the questions that it answers."""
