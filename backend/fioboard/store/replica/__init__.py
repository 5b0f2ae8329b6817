"""Pages from a standby of the database, while it is near enough; routes do not know of it.

Docs: docs/large-installations.md.

`lag` says how far a standby is behind, `replica` is the standby itself, `route` decides for each request.
"""
