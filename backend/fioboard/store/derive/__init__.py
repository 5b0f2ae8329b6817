"""From original bytes to the rows derived from them: for ingest the first time, for reparse ever after.

Values in, rows out; knows the readers and the factors, but neither requests nor connections.
"""
