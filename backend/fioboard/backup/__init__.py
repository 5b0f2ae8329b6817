"""The whole database as one file, and back: rows of one instant, original documents among them.

`file` is the file and knows no database; `take` and `put_back` are the two ways. Docs: docs/backup.md.
"""
