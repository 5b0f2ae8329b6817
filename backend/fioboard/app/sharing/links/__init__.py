"""Shares: frozen, redacted copies behind links for strangers. Gathers what the subjects answer, lets `redaction` freeze
it, stores it, and serves that copy and nothing else."""
