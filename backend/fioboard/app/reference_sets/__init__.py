"""Reference sets: what this installation measured as a file for other labs, and what other labs measured."""
