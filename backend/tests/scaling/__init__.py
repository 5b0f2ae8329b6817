"""The rehearsal of several services: its own rules, on losses and doubles that are planted, and its configuration files."""
