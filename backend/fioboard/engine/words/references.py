"""References: runs that people pinned so that others are held against them."""

from typing import Literal

# The runs of a reference and what narrows them fit into one filter, and that into one address.
MAX_REFERENCE_RUNS = 400
# In force at once, one for each scope.
MAX_REFERENCES = 200
# Runs and batches that one question is about: a page of the history.
MAX_HELD_SUBJECTS = 200
# Of a host, its newest runs that are looked through.
MAX_NEWEST_RUNS = 200

ReferenceScope = Literal["host_workload", "host", "workload", "all"]
SCOPES: tuple[ReferenceScope, ...] = ("host_workload", "host", "workload", "all")
"""The most specific first: a machine is more like itself than like another that ran the same test."""
ReferenceState = Literal["compared", "is_reference", "deleted", "not_measured"]
"""How a run stands to its reference: held against it; one of its runs; all of those that measured its workload are
deleted; no figure that both have."""
