"""What a purpose's card holds: requirements in base units, each with the workload that its source states."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from fioboard.engine.purposes import sentences
from fioboard.engine.words.metrics import Unit

Metric = Literal["sync_lat_p99_ns", "sync_lat_max_ns", "lat_mean_ns", "lat_max_ns", "iops", "bw_bytes_per_s"]
Pattern = Literal["read", "write", "randread", "randwrite", "rw", "randrw"]
Sync = Literal["none", "end", "some", "every"]
"""How writes are flushed: never, once at the end, after some of them, after each (fsync=1, fdatasync=1, O_SYNC)."""
Text = Annotated[str, Field(min_length=1, max_length=500, pattern=r"^[^\x00]+$")]
Key = Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)]
Figure = Annotated[float, Field(gt=0, le=1e18)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]


class Part(BaseModel):
    """Frozen; what the schema does not know is refused, and no value is turned into another type."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Source(Part):
    """Where a requirement was read."""

    key: Key
    title: Text
    address: Annotated[str, Field(pattern=r"^https?://[^\s\x00]+$", max_length=1000)]
    dated: Text
    """As precisely as the source says: a day, a release, a commit; "not stated"."""
    kind: Literal["maker", "quoted", "practitioner"]
    """`maker`: of the program itself. `quoted`: the maker's figure, given by somebody else. `practitioner`: what
    somebody observed; it is never called a requirement."""


class Scale(Part):
    """What a figure is counted in: a camera, a stream, a commit per second."""

    one: Text
    many: Text
    each: Figure
    """What one of them takes, in the unit of the metric."""


class Amount(Part):
    """Bytes that have to be moved: a checkpoint, a backup."""

    title: Text
    bytes: Figure


class Requirement(Part):
    """One figure that is asked for. Without `meets`, `comfortable` and `fails` its source states no limit."""

    id: Key
    title: Text
    metric: Metric
    meets: Figure | None = None
    comfortable: Figure | None = None
    """The better level that the source names; without it a factor of 2 inside `meets`."""
    fails: Figure | None = None
    """A limit that only rules out: a worse value fails, a better one says nothing."""
    is_recommended: bool = False
    """`comfortable` is a recommendation: less than that is no failure."""
    decides: bool = True
    """Whether it speaks for the purpose as a whole; others are shown and not summarized."""
    scale: Scale | None = None
    amount: Amount | None = None
    rw: Annotated[tuple[Pattern, ...], Field(strict=False, min_length=1, max_length=6)]
    """Patterns that are the same test; the first is that of the job."""
    bs_bytes: Annotated[int, Field(ge=1, le=1 << 30)]
    iodepth: Count = 1
    numjobs: Count = 1
    sync: Sync = "none"
    direct: bool
    job: Annotated[
        tuple[Annotated[str, Field(pattern=r"^[a-z_]+(=[^\s]+)?$", max_length=80)], ...],
        Field(strict=False, min_length=1, max_length=24),
    ]
    """Options of fio, the target apart."""
    job_by: Literal["source", "fioboard"]
    """Who chose the job: the source, or we where it states less than a whole job."""
    source: Key
    confidence: Literal["high", "medium"]
    judge: Text | None = None
    """The test that decides where the maker has one of its own."""
    traps: Annotated[tuple[Text, ...], Field(strict=False, max_length=8)] = ()

    @property
    def unit(self) -> Unit:
        """The base unit of the metric."""
        return "ns" if self.is_latency else "IOPS" if self.metric == "iops" else "bytes/s"

    @property
    def is_latency(self) -> bool:
        """Whether less is better."""
        return self.metric.endswith("_ns")

    @property
    def limit(self) -> float | None:
        """The value on which the answer turns; None where the source states none."""
        return self.meets or self.fails or self.comfortable

    @property
    def outstanding(self) -> int:
        """I/Os in flight together."""
        return self.iodepth * self.numjobs

    @model_validator(mode="after")
    def _has_one_meaning(self) -> "Requirement":
        if self.fails is not None and (self.meets is not None or self.comfortable is not None):
            raise ValueError("fails stands alone: it only rules out")
        if self.is_recommended != (self.comfortable is not None and self.meets is None):
            raise ValueError("comfortable without meets is a recommendation, and says is_recommended")
        if self.limit is None and self.scale is None and self.amount is None:
            raise ValueError("a requirement needs a limit, a scale or an amount")
        if self.meets and self.comfortable and (self.comfortable < self.meets) != self.is_latency:
            raise ValueError("comfortable is better than meets")
        options = dict(option.partition("=")[::2] for option in self.job)
        if options.get("rw") not in self.rw or not options.get("bs"):
            raise ValueError("job states rw, which is one of the requirement's, and bs")
        if not all(options.get(name, "1").isdecimal() for name in ("iodepth", "numjobs", "rwmixread")):
            raise ValueError("iodepth, numjobs and rwmixread of a job are whole numbers")
        return self


class Purpose(Part):
    """What one program, or one kind of work, asks of storage."""

    schema_version: Annotated[Literal[1], Field(alias="schema")]
    id: Key
    title: Text
    version: Text | None = None
    """Of a card of the operator's own, which every answer names; None: built-in, of the release's version."""
    repeats: Annotated[int, Field(ge=1, le=20)] = 3
    """How often `fioboard-agent suite purpose` runs each job."""
    notes: Annotated[tuple[Text, ...], Field(strict=False, max_length=8)] = ()
    requirement: Annotated[tuple[Requirement, ...], Field(strict=False, min_length=1, max_length=16)]
    source: Annotated[tuple[Source, ...], Field(strict=False, min_length=1, max_length=8)]

    def get_source(self, requirement: Requirement) -> Source:
        """Get the source that a requirement names."""
        return next(source for source in self.source if source.key == requirement.source)

    @property
    def is_own(self) -> bool:
        """Whether the operator wrote it."""
        return self.version is not None

    @model_validator(mode="after")
    def _names_its_sources(self) -> "Purpose":
        keys = {source.key for source in self.source}
        if len({requirement.id for requirement in self.requirement}) < len(self.requirement):
            raise ValueError("two requirements have the same id")
        if len(keys) < len(self.source):
            raise ValueError("two sources have the same key")
        for requirement in self.requirement:
            if requirement.source not in keys:
                raise ValueError(sentences.NO_SOURCE(source=requirement.source))
        if unused := keys - {requirement.source for requirement in self.requirement}:
            raise ValueError(sentences.NOT_READ(fields=min(unused)))
        return self
