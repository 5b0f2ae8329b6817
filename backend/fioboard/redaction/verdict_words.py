"""What a comparison has judged: numbers pass, words only from a closed list of the service's own (R4)."""

from collections.abc import Mapping

from fioboard.filters import metric
from fioboard.redaction.patterns import split_words
from fioboard.redaction.provenance import Own

# Texts that the service writes into figures of a comparison, from closed lists.
_WORDS = split_words(
    "IOPS bytes/s ns % max_rank rank log_t exact normal_approximation negligible small medium large better worse "
    "no_difference_shown not_enough_runs"
)


def select_verdict_words(stated: Mapping[str, object]) -> dict[str, object]:
    """Return numbers, and words of the service's own; lists and objects of such."""
    return {name: _select_value(value) for name, value in stated.items()}


def _select_value(value: object) -> object:
    if isinstance(value, Mapping):
        return select_verdict_words(value)
    if isinstance(value, list):
        return [_select_value(item) for item in value]
    if isinstance(value, str):
        return Own(value) if value in _WORDS or metric(value) is not None else None
    return value
