"""What the agent sampled during a run (`samples.json`): series, links under load, and the moment before and after."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import pairwise
from typing import cast

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory import sentences
from fioboard.engine.hardware.inventory.pci import Seen, read_speed, read_width
from fioboard.engine.hardware.inventory.tolerant import (
    MOST,
    follow,
    mapping,
    number,
    objects,
    text,
    texts,
    whole,
)

MAX_SERIES = 4096
MAX_VALUES = 2_000_000
MAX_NOTES = 256
MAX_NOTE_CHARACTERS = 300
# A link is judged by what it showed once the job was running, not while fio was starting.
SETTLED_MS = 1500
MAX_TIME_MS = 366 * 86_400_000


class BadSamples(ValueError):
    """The file is no samples document; the sentence says why."""


@dataclass(frozen=True, slots=True)
class Sampled:
    """One series: times in ms from the start, values with None for what could not be read."""

    subject: str
    metric: str
    direction: str | None
    times_ms: Sequence[int]
    values: Sequence[float | None]
    is_whole: bool = False
    """Every value is known to be a number: rules read a series many times, and need not look for gaps each time."""

    @property
    def known(self) -> Sequence[float]:
        """The values that were read."""
        return self.list_known(0, len(self.values))

    def list_known(self, start: int, stop: int) -> Sequence[float]:
        """List the known values of the steps from `start` to before `stop`."""
        part = self.values[start:stop]
        return cast(Sequence[float], part) if self.is_whole else [one for one in part if one is not None]


@dataclass(frozen=True, slots=True)
class Samples:
    """One samples file."""

    series: list[Sampled] = field(default_factory=list)
    seen: Seen = field(default_factory=dict)
    before: Document = field(default_factory=dict)
    after: Document = field(default_factory=dict)
    events: list[Document] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    started_at_ms: int | None = None
    """Unix ms of its time 0 by the host's clock; None when it does not say."""


def read_samples(document: object) -> Samples:
    """Reads the decoded JSON. Raises BadSamples when it is none, or when times and values do not belong together."""
    if not isinstance(document, Mapping):
        raise BadSamples("It is not a JSON object.")
    if whole(document, "schema") != 1:
        raise BadSamples(sentences.OTHER_SCHEMA(schema=str(follow(document, "schema"))[:20]))
    times = _read_times(follow(document, "t_ms"))
    listed = objects(document, "series")
    if len(listed) > MAX_SERIES or len(listed) * len(times) > MAX_VALUES:
        raise BadSamples("It holds more values than this service takes.")
    series = []
    for entry in listed:
        subject, metric = text(entry, "subject"), text(entry, "metric")
        values = follow(entry, "values")
        if subject is None or metric is None or not isinstance(values, list):
            raise BadSamples("A series has no subject, metric or values.")
        if len(values) != len(times):
            raise BadSamples(
                sentences.OTHER_LENGTH(
                    subject=subject[:64], metric=metric[:64], values=len(values), times=len(times)
                )
            )
        is_whole = set(map(type, values)) <= {int, float} and all(-MOST <= value <= MOST for value in values)
        known = values if is_whole else _read_values(values)
        series.append(
            Sampled(subject[:200], metric[:64], text(entry, "direction"), times, known, is_whole=is_whole)
        )
    return Samples(
        series,
        _collect_seen(objects(document, "links")),
        mapping(document, "before"),
        mapping(document, "after"),
        objects(document, "events"),
        [note[:MAX_NOTE_CHARACTERS] for note in texts(document, "sampler.notes")[:MAX_NOTES]],
        _parse_moment_ms(text(document, "started_at")),
    )


def _parse_moment_ms(stated: str | None) -> int | None:
    """Return Unix ms of a moment with its zone; None for anything else."""
    try:
        moment = datetime.fromisoformat(stated or "")
    except ValueError:
        return None
    return None if moment.tzinfo is None else round(moment.timestamp() * 1000)


def _read_times(times: object) -> list[int]:
    if not isinstance(times, list) or any(isinstance(t, bool) or not isinstance(t, int) for t in times):
        raise BadSamples("t_ms is not a list of whole numbers.")
    if any(not 0 <= t <= MAX_TIME_MS for t in times):
        raise BadSamples("t_ms holds a time beyond a year.")
    if any(later < earlier for earlier, later in pairwise(times)):
        raise BadSamples("t_ms runs backwards.")
    return times


def _read_values(entries: list[object]) -> list[float | None]:
    return [
        float(v) if isinstance(v, int | float) and not isinstance(v, bool) and -MOST <= v <= MOST else None
        for v in entries
    ]


def _collect_seen(links: Sequence[Document]) -> Seen:
    """Collect the highest speed and smallest width of each function while the job ran."""
    seen: dict[str, tuple[float | None, int | None]] = {}
    for entry in links:
        function = text(entry, "function")
        if function is None or (number(entry, "t_ms") or 0) < SETTLED_MS:
            continue
        gts, lanes = read_speed(entry, "gts"), read_width(entry, "lanes")
        fastest, narrowest = seen.get(function, (None, None))
        seen[function] = (
            max((v for v in (gts, fastest) if v is not None), default=None),
            min((v for v in (lanes, narrowest) if v is not None), default=None),
        )
    return seen
