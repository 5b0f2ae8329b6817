"""Reads a fioboard from a notebook or a script; docs/notebooks.md has an example."""

from fioboard_client.client import AsyncClient, AsyncRuns, Client, Runs
from fioboard_client.errors import (
    FioboardError,
    Forbidden,
    Invalid,
    NotFound,
    Unauthorized,
    Unavailable,
)

__all__ = [
    "AsyncClient",
    "AsyncRuns",
    "Client",
    "FioboardError",
    "Forbidden",
    "Invalid",
    "NotFound",
    "Runs",
    "Unauthorized",
    "Unavailable",
]
