"""Is the process alive, is the database reachable and migrated, how busy is it."""
