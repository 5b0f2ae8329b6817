"""The parts of `make rehearse-agent`."""
