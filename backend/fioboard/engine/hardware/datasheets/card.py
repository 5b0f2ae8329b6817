"""What a datasheet card holds: figures in base units, each with its conditions as far as they were printed."""

import re
from collections.abc import Iterable
from datetime import date
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fioboard.engine.hardware.datasheets import sentences

Metric = Literal["iops", "bw_bytes_per_s", "lat_ns", "slc_cache_bytes"]
UNITS: dict[Metric, str] = {
    "iops": "IOPS",
    "bw_bytes_per_s": "bytes/s",
    "lat_ns": "ns",
    "slc_cache_bytes": "bytes",
}
DriveClass = Literal["data-centre", "client", "hdd", "provisioned", "target"]
# Conditions that a person may fill in although they were not printed.
Assumable = Literal["bs_bytes", "queue_depth", "workers", "span", "state", "cache", "data", "lba_bytes"]
Pattern = Literal["read", "write", "randread", "randwrite", "randrw", "any"]
# PostgreSQL holds no NUL.
Text = Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\x00]+$")]
Key = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Bytes = Annotated[int, Field(ge=1, le=10**18)]
# Some drives and drivers put the maker's name before the model, others do not.
_MAKERS = frozenset({
    "intel", "samsung", "micron", "kioxia", "toshiba", "solidigm", "wdc", "kingston", "seagate", "hgst", "ata", "nvme",
})  # fmt: skip
MAX_RATINGS = 64
MAX_SOURCES = 16


class Part(BaseModel):
    """Frozen; what the schema does not know is refused, and no value is turned into another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Source(Part):
    """Where figures were read."""

    key: Key
    title: Text
    address: Annotated[str, Field(pattern=r"^https?://[^\s\x00]+$", max_length=1000)]
    kind: Literal["maker", "oem", "reproduced_table", "news", "quoted", "catalogue", "weak"]
    """`maker`: the maker's own document. `reproduced_table`: its table, printed again by a reviewer. `quoted`: single
    figures named in a text. `catalogue`: a shop, a distributor or a database of parts. `weak`: written to sell."""
    is_copy: bool = False
    """Whether somebody else keeps the copy that was read."""
    dated: Annotated[str, Field(pattern=r"^\d{4}(-\d{2}(-\d{2})?)?$")] | None = None
    """When the source itself was made, as precisely as it says."""
    read_at: Annotated[date, Field(strict=False)]
    page: Annotated[int, Field(ge=1, le=10_000)] | None = None
    revision: Text | None = None


class Rating(Part):
    """One figure. A condition that is None was not printed: it is unknown, not fulfilled."""

    metric: Metric
    value: Annotated[float, Field(gt=0, le=1e18)]
    """In the base unit of its metric (`UNITS`)."""
    claim: Text
    """How the source words it: up to, typical, sustained, at least, …"""
    source: Key | None = None
    line: Text | None = None
    """A short note of what the source says, in its own units: to be read a second time."""
    rw: Pattern | None = None
    read_pct: Annotated[int, Field(ge=0, le=100)] | None = None
    percentile: Annotated[float, Field(gt=0, lt=100)] | None = None
    """Of a latency: which percentile; None for a typical one."""
    bs_bytes: Bytes | None = None
    queue_depth: Annotated[int, Field(ge=1, le=1_000_000)] | None = None
    """Outstanding I/Os of each worker; of all together when no workers were printed."""
    workers: Annotated[int, Field(ge=1, le=100_000)] | None = None
    span: Literal["full"] | None = None
    state: Literal["fresh", "steady"] | None = None
    cache: Literal["within", "after"] | None = None
    """Of a write: into the drive's SLC cache, or once that is full."""
    data: Literal["random"] | None = None
    lba_bytes: Bytes | None = None
    scope: Literal["capacity", "all", "series"] = "capacity"
    """Of which drives: of this capacity, of all capacities, or the most that any drive of the series reaches."""
    assumed: Annotated[tuple[Assumable, ...], Field(strict=False, max_length=8)] = ()
    """Conditions above that were not printed: a person took what is usual. They make a job, and never a verdict."""

    @property
    def unit(self) -> str:
        """The base unit of the value."""
        return UNITS[self.metric]

    @property
    def outstanding(self) -> int | None:
        """I/Os in flight together; None when no queue depth was printed."""
        return None if self.queue_depth is None else self.queue_depth * (self.workers or 1)

    @property
    def is_write(self) -> bool:
        """Whether any of it writes."""
        return self.rw in {"write", "randwrite", "randrw", "any"}

    @model_validator(mode="after")
    def _needs_what_its_kind_needs(self) -> "Rating":
        if self.metric != "slc_cache_bytes" and self.rw is None:
            raise ValueError("a speed or latency needs its pattern: rw")
        if (self.rw == "randrw") != (self.read_pct is not None):
            raise ValueError("read_pct belongs to randrw, and randrw needs it")
        if self.percentile is not None and self.metric != "lat_ns":
            raise ValueError("only a latency has a percentile")
        if missing := [name for name in self.assumed if getattr(self, name) is None]:
            raise ValueError(sentences.ASSUMED_WITHOUT_VALUE(field=missing[0]))
        return self


class Match(Part):
    """A drive that the card is of, as it names itself."""

    model: Text
    capacity_bytes: Bytes
    """As sold; a drive reports a little more or less."""
    basis: Literal["named", "part_number"]
    """Whether the model string names the family, or the family was told from the beginning of a part number."""


_FORM_AND_CAPACITY = re.compile(r"(?:\s(?:U\.2|M\.2))?(?:\s\d+(?:\.\d+)?\s[GT]B)?$")


class Contradiction(Part):
    """Figures of one thing that are not the same."""

    metric: Metric
    rw: Pattern | None
    ratings: tuple[Rating, ...]


def strip_title(title: str) -> str:
    """Return a card's title without form and capacity."""
    return _FORM_AND_CAPACITY.sub("", title)


class Card(Part):
    """The datasheet of one model and capacity, or of a series where its sources tell no capacity."""

    schema_version: Annotated[Literal[1], Field(alias="schema")]
    id: Key
    title: Text
    drive_class: Annotated[DriveClass, Field(alias="class")]
    grade: Literal["A", "B", "C", "D"] | None = None
    """Of the sources: A a maker's table with queue depth or state, B per capacity without them, C of a series or from
    news, D incomplete. None on a person's own card."""
    capacity_bytes: Bytes | None = None
    """As sold; None: the figures are of a series."""
    form_factor: Text | None = None
    interface: Text | None = None
    link: Text | None = None
    """The PCIe link the figures need, e.g. "Gen3 x4"; None when not printed."""
    has_slc_cache: bool | None = None
    match: Annotated[tuple[Match, ...], Field(strict=False, max_length=64)] = ()
    rating: Annotated[tuple[Rating, ...], Field(strict=False, min_length=1, max_length=MAX_RATINGS)]
    source: Annotated[tuple[Source, ...], Field(strict=False, max_length=MAX_SOURCES)] = ()
    notes: Annotated[tuple[Text, ...], Field(strict=False, max_length=32)] = ()

    @cached_property
    def bare_models(self) -> frozenset[tuple[str, ...]]:
        """What drives of this card call themselves, as `bare` makes it: made once, asked for every run."""
        return frozenset(bare(match.model) for match in self.match)

    @cached_property
    def name(self) -> str:
        """What people call its drives: the title without form and capacity."""
        return strip_title(self.title)

    @cached_property
    def bare_name(self) -> tuple[str, ...]:
        """The name as `bare` makes it."""
        return bare(self.name)

    @cached_property
    def slc_cache_bytes(self) -> float | None:
        """The most that the SLC cache takes; 0 where there is none; None when unknown."""
        if self.has_slc_cache is False:
            return 0
        sizes = [rating.value for rating in self.rating if rating.metric == "slc_cache_bytes"]
        return max(sizes, default=None)

    @cached_property
    def contradictions(self) -> tuple[Contradiction, ...]:
        """Sources that print different figures for the same thing under conditions that do not tell them apart."""
        alike: dict[tuple[object, ...], list[Rating]] = {}
        for rating in self.rating:
            if rating.metric != "slc_cache_bytes":
                alike.setdefault(_thing(rating, self.drive_class == "provisioned"), []).append(rating)
        return tuple(
            Contradiction(metric=first.metric, rw=first.rw, ratings=tuple(ratings))
            for ratings in alike.values()
            for first in ratings[:1]
            if len({rating.value for rating in ratings}) > 1
        )

    def find_source(self, rating: Rating) -> Source | None:
        """Find the source a figure names; None for a figure without one."""
        return next((source for source in self.source if source.key == rating.source), None)

    @model_validator(mode="after")
    def _names_its_sources(self) -> "Card":
        keys = [source.key for source in self.source]
        if twice := _twice(keys):
            raise ValueError(sentences.SOURCE_TWICE(key=twice))
        for rating in self.rating:
            if rating.source is not None and rating.source not in keys:
                raise ValueError(sentences.NO_SOURCE(key=rating.source))
        return self


@lru_cache(maxsize=4096)
def bare(model: str) -> tuple[str, ...]:
    """The words of a model string without its maker's name, in lower case: drives are compared by all of them."""
    words = model.casefold().split()
    return tuple(words[1:] if len(words) > 1 and words[0] in _MAKERS else words)


def _thing(rating: Rating, is_provisioned: bool) -> tuple[object, ...]:
    """What a figure is of. A volume's baseline and its burst are two things; "up to" and "rated" of a drive are one."""
    return (
        *(rating.metric, rating.claim if is_provisioned else None),
        *(rating.rw, rating.read_pct, rating.percentile, rating.bs_bytes, rating.outstanding),
        *(rating.state, rating.cache, rating.span),
    )


def _twice(keys: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for key in keys:
        if key in seen:
            return key
        seen.add(key)
    return None
