"""The projection: one run's facts to its factor values. Unknown factors are absent, never zero."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.engine.factors.implied import LABEL
from fioboard.engine.words.factors.factor import ValueType
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.engine.words.factors.subject import Scalar, Subject

FactorValue = Scalar | list[Scalar]
MAX_VALUES = 16
POWERS = {"": 0, "b": 0, "k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
FLAGS = {
    "on": True,
    "yes": True,
    "true": True,
    "1": True,
    "off": False,
    "no": False,
    "false": False,
    "0": False,
}


@dataclass(frozen=True, slots=True)
class Stated:
    """Factor values after what a person stated by labels: the values that count, and what they stand in place of."""

    values: dict[str, FactorValue]
    overridden: dict[str, FactorValue | None]
    """Factor key → value that was detected; None when nothing was."""
    unread: tuple[str, ...]
    """Labels that name a factor but hold no value of its type: they override nothing."""


def detect(subject: Subject) -> dict[str, FactorValue]:
    """Factor key to detected value. A factor with several values in one run (jobs that differ) is a list.

    More than 16 distinct values of one factor are cut: such a run is a sweep in one file, and no filter on that
    factor would mean anything.
    """
    values: dict[str, FactorValue] = {}
    for factor in FACTORS.values():
        value = factor.read(subject)
        if value is None or value == []:
            continue
        if isinstance(value, list):
            values[factor.key] = value[0] if len(value) == 1 else value[:MAX_VALUES]
        else:
            values[factor.key] = value
    return values


def state(detected: Mapping[str, FactorValue], labels: Mapping[str, str]) -> Stated:
    """Puts what a person stated in the place of what was detected.

    A label whose key is that of a stateable factor is that factor's value; every other label is a factor of its own,
    `label.<key>`.
    """
    values = dict(detected)
    overridden: dict[str, FactorValue | None] = {}
    unread = []
    for key, text in labels.items():
        factor = FACTORS.get(key)
        if factor is None or not factor.is_stateable:
            values[f"label.{key}"] = text
            continue
        value = read_value(factor.type, text)
        if value is None:
            unread.append(key)
            values[f"label.{key}"] = text
        else:
            overridden[key] = detected.get(key)
            values[key] = value
    return Stated(values, overridden, tuple(unread))


def restore_detected(
    values: Mapping[str, FactorValue], overridden: Mapping[str, FactorValue | None]
) -> dict[str, FactorValue]:
    """Restore the values as they were before anybody stated any: the opposite of `state`."""
    detected = {k: v for k, v in values.items() if not k.startswith(LABEL) and k not in overridden}
    return detected | {key: value for key, value in overridden.items() if value is not None}


def project(subject: Subject) -> dict[str, FactorValue]:
    """Factor key to the value that counts: what was detected, overridden by what a person stated."""
    return state(detect(subject), subject.labels).values


def read_value(kind: ValueType, text: str) -> Scalar | None:
    """A value as a person writes it; sizes as fio does (`4k` = 4096). None when it is no value of that type."""
    text = text.strip()
    if kind == "text":
        return text or None
    if kind == "flag":
        return FLAGS.get(text.lower())
    if kind == "bytes":
        match = re.fullmatch(r"(\d{1,18})\s*([kmgtp]?)i?b?", text.lower())
        size = int(match[1]) * 1024 ** POWERS[match[2]] if match else None
        return size if size is not None and size < 2**63 else None
    if re.fullmatch(r"-?\d{1,15}", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?\d{1,15}\.\d{1,15}", text) else None
