"""Statements and writes, one file per noun. Takes a session or connection, returns rows; decides nothing.

Every `select` of the product is in this room.
"""
