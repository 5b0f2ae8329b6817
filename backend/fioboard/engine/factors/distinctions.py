"""What tells the runs of one host apart: the factors in which its configurations differ.

A host has a column of its own in every list, so that only what differs within one says something beside a run.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fioboard.engine.factors.implied import find_cause
from fioboard.engine.words.factors import FACTORS

Codes = NDArray[np.intp]

# What a row says anyway: who measured, and the workload in fio's words.
IN_EVERY_ROW = frozenset({"rw", "bs", "iodepth", "numjobs"})
OF_THE_RUN = "Run"
UNKNOWN = 0
_BEYOND = np.iinfo(np.intp).max


@dataclass(frozen=True, slots=True)
class Varying:
    """Keys with several values among the configurations of one host."""

    known: frozenset[str]
    """Two values are known."""
    stated: frozenset[str]
    """The same where unknown counts as a value: a label that others do not have tells its run apart."""

    def list_keys(self, stated: Iterable[str]) -> list[str]:
        """List what tells a run with these stated keys apart: what people stated first, then in the registry's order.

        Without what follows from another of them.
        """
        labels = [key for key in stated if key in self.stated]
        causes = frozenset(labels) | self.known
        others = [key for key in self.known if key not in labels and find_cause(key, causes) is None]
        return [*sorted(labels), *sorted(others, key=_place)]


def varying(columns: Mapping[str, Codes], hosts: Codes) -> dict[int, Varying]:
    """Of each host's code, what varies. `columns`: of each key a code per configuration, 0 where it is unknown."""
    if not len(hosts):
        return {}
    order = np.argsort(hosts, kind="stable")
    ordered = hosts[order]
    starts = np.flatnonzero(np.concatenate([[True], ordered[1:] != ordered[:-1]]))
    known: list[set[str]] = [set() for _ in starts]
    stated: list[set[str]] = [set() for _ in starts]
    for key, unordered in columns.items():
        if not is_telling(key):
            continue
        codes = unordered[order]
        highest = np.maximum.reduceat(codes, starts)
        lowest = np.minimum.reduceat(codes, starts)
        if not (highest != lowest).any():
            continue
        lowest_known = np.minimum.reduceat(np.where(codes == UNKNOWN, _BEYOND, codes), starts)
        for n in np.flatnonzero(highest != lowest):
            stated[n].add(key)
            if lowest_known[n] < highest[n]:
                known[n].add(key)
    return {
        int(ordered[start]): Varying(frozenset(known[n]), frozenset(stated[n]))
        for n, start in enumerate(starts)
    }


def is_telling(key: str) -> bool:
    """Whether a row can be told apart by it: not what its own columns say."""
    if key in IN_EVERY_ROW:
        return False
    return key not in FACTORS or FACTORS[key].group != OF_THE_RUN


def telling_first(keys: Sequence[str], alike: Sequence[Mapping[str, object]], shown: int) -> list[str]:
    """The keys, so that rows which look alike differ within the first `shown`, where any key tells them apart."""
    if len(alike) < 2 or any(_differs(key, alike) for key in keys[:shown]):
        return list(keys)
    telling = next((key for key in keys[shown:] if _differs(key, alike)), None)
    return list(keys) if telling is None else [telling, *(key for key in keys if key != telling)]


def _differs(key: str, rows: Sequence[Mapping[str, object]]) -> bool:
    first = rows[0].get(key)
    return any(row.get(key) != first for row in rows[1:])


_ORDER = {key: place for place, key in enumerate(FACTORS)}


def _place(key: str) -> tuple[int, str]:
    """Labels that state no factor last: who has none has it from another."""
    return _ORDER.get(key, len(_ORDER)), key
