"""Requests to measure: people and schedules ask, agents poll for them and report what became of them."""
