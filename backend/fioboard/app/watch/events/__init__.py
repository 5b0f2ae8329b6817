"""What got worse or is missing: events of hosts, with the life of changes."""
