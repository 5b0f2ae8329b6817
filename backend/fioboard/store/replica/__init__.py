"""A standby of the database and how far it is behind. `app/replica` decides for each request whether to ask it.

Docs: docs/large-installations.md.
"""
