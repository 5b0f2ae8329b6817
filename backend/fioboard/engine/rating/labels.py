"""What a person states of a run by labels: it stands above what was detected."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypedDict

from fioboard.core.quantity import read_quantity
from fioboard.engine.hardware.datasheets.card import Pattern
from fioboard.engine.hardware.inventory.stated_link import StatedLink, read_stated_link
from fioboard.engine.rating.basis import LAYOUT_ALONE, Basis, Model, Tested
from fioboard.engine.words.datasheet_runs import CARD_LABEL, FIGURE_LABEL
from fioboard.engine.words.metrics import METRICS, RATEABLE

RATED = "rated_"
MEASURED_NETWORK = "network.measured_bw"
"""What a test of the network, such as iperf3 or ib_write_bw, measured: bytes/s."""
_PATTERNS: Mapping[str, Pattern] = {
    "read": "read",
    "write": "write",
    "randread": "randread",
    "randwrite": "randwrite",
}
_WHOLE_DRIVE = re.compile(r"/dev/(?:nvme\d+n\d+|[sh]d[a-z]{1,2}|nvd\d+|nda\d+|ada\d+|da\d+)")
_BOOLEANS = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


@dataclass(frozen=True, slots=True)
class Stated:
    """None, and empty: not stated."""

    rated: Mapping[str, float] = field(default_factory=dict)
    """What one drive is rated, by metric in its base unit."""
    model: str | None = None
    capacity_bytes: int | None = None
    count: int | None = None
    rw: Pattern | None = None
    direct: bool | None = None
    target_kind: str | None = None
    level: str | None = None
    made_for: str | None = None
    """Id of the card that `suite datasheet` made the run for."""
    figures: frozenset[int] = frozenset()
    """Places of the figures on that card, from 1."""


def read_rated(labels: Mapping[str, str]) -> dict[str, float]:
    """Read what a person stated that one drive is rated, by metric in its base unit, from a run's labels `rated_…`.

    A label that is no quantity is none.
    """
    rated: dict[str, float] = {}
    for name in RATEABLE:
        stated = labels.get(RATED + name)
        value = None if stated is None else read_quantity(stated, METRICS[name].unit)
        if value is not None and value > 0:
            rated[name] = float(value)
    return rated


class StatedFacts(TypedDict):
    """What labels say of the hardware that was measured, as rules take it."""

    rated: Mapping[str, float]
    stated_model: str | None
    stated_drives: int | None
    stated_link: StatedLink | None
    stated_network: float | None


def read_stated_facts(labels: Mapping[str, str], targets: Sequence[str]) -> StatedFacts:
    """Read ratings, model and number of drives, and link from the labels of a run. `targets`: what its output names."""
    drives = count_drives(labels, targets)
    return {
        "rated": read_rated(labels),
        "stated_model": labels.get("drive.model") or None,
        "stated_drives": drives,
        "stated_link": read_stated_link(labels, drives),
        "stated_network": float(_whole(labels.get(MEASURED_NETWORK)) or 0) or None,
    }


def count_drives(labels: Mapping[str, str], targets: Sequence[str]) -> int | None:
    """Count the drives that a person states, or that the targets name as whole devices; None where neither tells."""
    stated = _whole(labels.get("drive.count"))
    if stated is None and targets and all(_WHOLE_DRIVE.fullmatch(target) for target in targets):
        return len(set(targets))
    return stated


def read_stated(labels: Mapping[str, str]) -> Stated:
    """Read what the labels of a run say; a label that is no quantity says none."""
    return Stated(
        rated=read_rated(labels),
        model=labels.get("drive.model") or None,
        capacity_bytes=_whole(labels.get("drive.capacity")),
        count=_whole(labels.get("drive.count")),
        rw=_PATTERNS.get(labels.get("rw", "")),
        direct=_BOOLEANS.get(labels.get("direct", "").lower()),
        target_kind=labels.get("target.kind") or None,
        level=labels.get("raid.level") or None,
        made_for=labels.get(CARD_LABEL) or None,
        figures=frozenset(
            place for one in labels.get(FIGURE_LABEL, "").split(",") if (place := _whole(one.strip()))
        ),
    )


def apply_stated(basis: Basis, stated: Stated) -> Basis:
    """Return the basis as a person states it."""
    count = stated.count or basis.drive_count
    models, layout = basis.models, stated.level or basis.layout
    if stated.model is not None:
        known = basis.models[0] if len(basis.models) == 1 else None
        # Who names one model and no number means one drive.
        count = count or 1
        capacity = stated.capacity_bytes or (known.capacity_bytes if known else None)
        models = (Model(stated.model, capacity, known.interface if known else None, count),)
    if count == 1:
        layout = LAYOUT_ALONE
    tests = tuple(_stated_test(test, stated) for test in basis.tests)
    return replace(basis, models=models, drive_count=count, layout=layout, tests=tests)


def _stated_test(test: Tested, stated: Stated) -> Tested:
    conditions, access = test.conditions, test.access
    if stated.rw is not None and access != "mixed":
        conditions = replace(conditions, rw=stated.rw)
        access = (
            "read"
            if stated.rw in {"read", "randread"}
            else "randwrite"
            if stated.rw == "randwrite"
            else "write"
        )
    if stated.direct is not None:
        conditions = replace(conditions, direct=stated.direct)
    if stated.target_kind is not None:
        conditions = replace(conditions, is_raw=stated.target_kind == "disk")
    return replace(test, conditions=conditions, access=access)


def _whole(text: str | None) -> int | None:
    return int(text) if text and text.isascii() and text.isdecimal() and int(text[:19]) > 0 else None
