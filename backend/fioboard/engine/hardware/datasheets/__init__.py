"""Datasheets: cards of what drives and cloud volumes are rated, with sources, and what of it a run may be held against.

Pure: documents and figures in, values out. The cards of a release lie in `cards/`, one file per model and capacity.
"""
