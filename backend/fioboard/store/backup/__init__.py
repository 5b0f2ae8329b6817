"""The whole database as one file, and back: rows of one instant, original documents among them.

`file` is the file and knows no database; `create` and `restore` are the two ways. Docs: docs/backup.md.
"""
