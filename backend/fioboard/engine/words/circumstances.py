"""Circumstances of a measurement that stand beside the figures of a comparison, in the order they are shown."""

from dataclasses import dataclass
from typing import Literal

from fioboard.core.run_state import Direction
from fioboard.core.sentence import Template
from fioboard.engine.words.sentences import NO_CEILING, NO_FIO_CPU, NO_HOST_CPU, NO_TEMPERATURE

CircumstanceKey = Literal["ceiling_read", "ceiling_write", "drive_temperature", "fio_cpu", "host_cpu"]
CircumstanceUnit = Literal["bytes/s", "°C", "%"]
CircumstanceSource = Literal["inventory", "samples", "result"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstance:
    """One of them: its key and title, its unit, where it is read, and what a share leaves it out with."""

    key: CircumstanceKey
    title: str
    unit: CircumstanceUnit
    source: CircumstanceSource
    when_unknown: Template
    """Why a side has none."""
    hidden_by: tuple[str, ...] = ()
    """Groups of facts that a sender can leave out, and this with any of them (app/sharing/redaction/fields.py)."""
    directions: frozenset[Direction] | None = None
    """Directions of results that it concerns; None: all."""


CIRCUMSTANCES: dict[CircumstanceKey, Circumstance] = {
    circumstance.key: circumstance
    for circumstance in (
        Circumstance(
            key="ceiling_read", title="Link limit, reads", unit="bytes/s", source="inventory",
            when_unknown=NO_CEILING, hidden_by=("path",), directions=frozenset({"read", "mixed"}),
        ),
        Circumstance(
            key="ceiling_write", title="Link limit, writes", unit="bytes/s", source="inventory",
            when_unknown=NO_CEILING, hidden_by=("path",), directions=frozenset({"write", "mixed"}),
        ),
        Circumstance(
            key="drive_temperature", title="Drive temperature", unit="°C", source="samples",
            when_unknown=NO_TEMPERATURE, hidden_by=("temperatures", "time_series"),
        ),
        Circumstance(
            key="fio_cpu", title="fio CPU usage (% of one core)", unit="%", source="result", when_unknown=NO_FIO_CPU,
        ),
        Circumstance(
            key="host_cpu", title="Host CPU usage by NUMA node", unit="%", source="samples", when_unknown=NO_HOST_CPU,
            hidden_by=("time_series",),
        ),
    )
}  # fmt: skip
