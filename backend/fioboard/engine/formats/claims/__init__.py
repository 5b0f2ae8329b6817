"""What people typed: results put in by hand, and the tables they make of results. Pure: text in, values out.

A typed result is stored as such (typed.py). A table's cells are claims: read here, compared with what was measured by
the auditor, never stored as measurements.
"""
