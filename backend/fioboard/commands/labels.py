"""`--label KEY=VALUE` as people type it."""

from collections.abc import Sequence

from fioboard.core.errors import Invalid
from fioboard.schemas.upload import LABEL_KEY

MAX_VALUE_CHARS = 256


def read_labels(given: Sequence[str]) -> dict[str, str]:
    """Key to value; of a key given twice the last one. Raises Invalid, quoting what is no label."""
    labels = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not LABEL_KEY.match(key) or len(value) > MAX_VALUE_CHARS:
            raise Invalid(f"--label {text!r} is not KEY=VALUE with a key of a-z 0-9 _ . -")
        labels[key] = value
    return labels
