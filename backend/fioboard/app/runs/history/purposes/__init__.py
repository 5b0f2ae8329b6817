"""Purposes: what programs ask of storage, and for which of them a run or a host is fast enough."""
