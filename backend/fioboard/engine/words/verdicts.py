"""The kinds of verdict on a run, and what a verdict's figure may be compared with."""

from collections.abc import Mapping
from typing import Literal, LiteralString

VerdictKind = Literal["limit", "trust", "unexplained", "none"]
VERDICTS: Mapping[str, LiteralString] = {
    "limit": "at a limit",
    "trust": "unreliable",
    "unexplained": "unexplained",
    "none": "no limit found",
}
"""What each kind is called in lists of runs."""


ComparedWith = Literal["limit", "rating", "history", "reference_set", "queue", "class"]
"""What a verdict's figure is compared with, in the order in which they are tried."""
