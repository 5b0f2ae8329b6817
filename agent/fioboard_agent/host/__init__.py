"""This machine as the agent finds it: its files, its programs, a durable way to write. Knows no hardware."""
