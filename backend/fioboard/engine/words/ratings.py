"""What may be said of a figure beside what a datasheet rates."""

from collections.abc import Mapping
from typing import Literal, get_args

RatingVerdict = Literal["comparable", "at_least", "conditions_unknown", "not_comparable"]
"""at_least: only a lower bound. conditions_unknown: nothing may be concluded."""
RATING_VERDICTS: tuple[RatingVerdict, ...] = get_args(RatingVerdict)
"""From what tells most to what tells least."""

VERDICT_WORDS: Mapping[RatingVerdict, str] = {
    "comparable": "Comparable",
    "at_least": "At least",
    "conditions_unknown": "Conditions unknown",
    "not_comparable": "Not comparable",
}
PATTERN_WORDS: Mapping[str, str] = {
    "read": "Sequential read",
    "write": "Sequential write",
    "randread": "Random read",
    "randwrite": "Random write",
    "randrw": "Random mix",
}
CONDITION_WORDS: Mapping[str, str] = {
    "pattern": "pattern",
    "block_size": "block size",
    "read_share": "share of reads",
    "outstanding": "I/Os in flight",
    "span": "span",
    "state": "state of the drive",
    "cache": "SLC cache",
    "data": "data",
    "direct": "direct I/O",
    "target": "target",
    "lba_format": "LBA format",
    "link": "link",
    "temperature": "temperature",
    "scope": "rated for",
}
"""What people call each condition of a rating."""

PRINTED_BY: Mapping[str, str] = {
    "oem": "system vendor",
    "reproduced_table": "reprinted datasheet",
    "news": "news",
    "quoted": "article",
    "catalogue": "shop or catalogue",
    "weak": "marketing",
}
"""Who printed a rating, by kind of source, where it is no datasheet of the drive's vendor."""
