"""What may be said of a figure beside what a datasheet rates."""

from typing import Literal, get_args

RatingVerdict = Literal["comparable", "at_least", "conditions_unknown", "not_comparable"]
"""at_least: only a lower bound. conditions_unknown: nothing may be concluded."""
RATING_VERDICTS: tuple[RatingVerdict, ...] = get_args(RatingVerdict)
"""From what tells most to what tells least."""
