"""Purposes: what programs ask of storage, with sources, and whether a measurement is fast enough for them.

Pure: cards and figures in, answers out. The cards of a release lie in `cards/`, one file per purpose; docs/purposes.md.
"""
