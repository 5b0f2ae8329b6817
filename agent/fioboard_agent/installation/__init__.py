"""The agent as a program of this host: where it stands, what it was made from, and the timer that sends results."""
