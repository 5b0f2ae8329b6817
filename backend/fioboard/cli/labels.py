"""`--label KEY=VALUE` and `--run-label N:KEY=VALUE` as people type them."""

import re
from collections.abc import Sequence

from fioboard.cli import sentences
from fioboard.core.errors import Invalid
from fioboard.engine.answers.upload import LABEL_KEY
from fioboard.engine.words import limits


def read_labels(given: Sequence[str]) -> dict[str, str]:
    """Key to value; of a key given twice the last one. Raises Invalid, quoting what is no label."""
    labels = {}
    for text in given:
        key, equals, value = text.partition("=")
        if not equals or not LABEL_KEY.match(key) or len(value) > limits.MAX_LABEL_CHARACTERS:
            raise Invalid(sentences.NO_LABEL(text=repr(text)))
        labels[key] = value
    return labels


def read_run_labels(given: Sequence[str]) -> dict[str, dict[str, str]]:
    """`2:slot=3` as {"2": {"slot": "3"}}: labels by a run's number from 1. Raises Invalid, quoting what is none."""
    labels: dict[str, dict[str, str]] = {}
    for text in given:
        number, colon, label = text.partition(":")
        if not colon or not re.fullmatch(r"[1-9]\d{0,3}", number):
            raise Invalid(sentences.NO_RUN_LABEL(text=repr(text)))
        labels.setdefault(number, {}).update(read_labels([label]))
    return labels
