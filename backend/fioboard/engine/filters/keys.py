"""Every key of the filter language, what kind of value it takes, and at which level it is decided."""

import difflib
import re
from collections.abc import Iterable
from typing import Literal, get_args

from fioboard.core import sentences
from fioboard.core.run_state import Direction, Outcome, RunState
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.words.factors import FACTORS, FORMER_KEYS, JOB_OPTIONS
from fioboard.engine.words.metrics import OFFERED, metric
from fioboard.engine.words.ratings import RATING_VERDICTS

Kind = Literal["text", "number", "bytes", "flag", "time", "duration", "rate", "id", "choice"]

LABEL = re.compile(r"label\.[a-z0-9_][a-z0-9_.-]{0,63}")

# Decided by the run itself.
RUN_KEYS: dict[str, Kind] = {
    "started_at": "time",
    "q": "text",
    "tag": "text",
    "batch": "id",
    "run": "id",
    "host_id": "id",
    "state": "choice",
    "outcome": "choice",
    **dict.fromkeys(ANSWER_KEYS, "choice"),
}
# Decided by single results: a run matches when one of its results matches all of these together.
RESULT_KEYS: dict[str, Kind] = {
    **{key: FACTORS[key].type for key in JOB_OPTIONS},
    "direction": "choice",
    "workload": "id",
    "rated_verdict": "choice",
}
CHOICES: dict[str, tuple[str, ...]] = {
    "state": get_args(RunState),
    "outcome": get_args(Outcome),
    **{key: declared.values for key, declared in ANSWER_KEYS.items()},
    "direction": get_args(Direction),
    "rated_verdict": RATING_VERDICTS,
    "rw": (
        "read",
        "write",
        "trim",
        "randread",
        "randwrite",
        "randtrim",
        "rw",
        "readwrite",
        "randrw",
        "trimwrite",
    ),
}
_METRIC_KINDS: dict[str, Kind] = {
    "IOPS": "number",
    "bytes/s": "rate",
    "ns": "duration",
    "%": "number",
    "share": "number",
    "J/byte": "number",
    "IOPS/W": "number",
}


def current(key: str) -> str:
    """What a key of an address is called now: links that were saved, and scripts, go on to mean what they meant."""
    return FORMER_KEYS.get(key, key)


def get_kind(key: str) -> Kind | None:
    """Return what kind of value a key takes; None when there is no such key."""
    if key in RUN_KEYS:
        return RUN_KEYS[key]
    if key in RESULT_KEYS:
        return RESULT_KEYS[key]
    if key in FACTORS:
        return FACTORS[key].type
    if LABEL.fullmatch(key):
        return "text"
    declared = metric(key)
    return None if declared is None else _METRIC_KINDS[declared.unit]


def is_of_results(key: str) -> bool:
    """True when single results decide: job options, direction, workload, metrics."""
    return key in RESULT_KEYS or metric(key) is not None


def all_keys() -> list[str]:
    """Keys that can be offered; any label and any percentile are keys, too."""
    return sorted({*RUN_KEYS, *RESULT_KEYS, *FACTORS, *OFFERED})


def nearest(word: str, known: Iterable[str]) -> str:
    """A sentence's end that offers the nearest known word; empty when none is near."""
    close = difflib.get_close_matches(word[:64].lower(), list(known), n=1, cutoff=0.5)
    return sentences.DID_YOU_MEAN(nearest=repr(close[0])) if close else "."
