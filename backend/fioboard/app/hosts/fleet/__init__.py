"""The fleet: every drive of every host, drive models, and the odd ones out."""
