"""What rules over several runs read: what a run measured, and what the runs around it did; and which of them are
alike."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from statistics import median
from uuid import UUID

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import format_figure
from fioboard.engine.factors.implied import HEADING, OPTION, find_cause, find_restated
from fioboard.engine.factors.project import FactorValue
from fioboard.engine.rules.facts import is_large
from fioboard.engine.words.factors import FACTORS, JOB_OPTIONS, Scalar
from fioboard.engine.words.metrics import RATEABLE
from fioboard.engine.words.purposes import PURPOSE_KEYS

ALIKE_ONLY = "Alike runs only: every other factor, label and job option is the same"
"""The reference of rules over several runs begins so."""

Setting = Mapping[str, Scalar | tuple[Scalar, ...]]
"""Factors, labels and job options by key; what is absent is unknown, or not there."""

# More results of one run than these are not judged one by one: such a run is a suite in one file.
MAX_JUDGED = 16
# What a person stated of a datasheet is no setting of the machine, nor is what a run was made for.
_NO_SETTING = PURPOSE_KEYS | {f"label.rated_{metric}" for metric in RATEABLE}
_PATTERNS: Mapping[str, str] = {
    "read": "sequential reads",
    "write": "sequential writes",
    "randread": "random reads",
    "randwrite": "random writes",
}


def collect_setting(factors: Mapping[str, FactorValue], workload: Mapping[str, Scalar | None]) -> Setting:
    """Collect what one result was measured with. Job options are the result's own: those of its run may be a list."""
    of_run = {
        key: tuple(value) if isinstance(value, list) else value
        for key, value in factors.items()
        if key not in JOB_OPTIONS and key not in _NO_SETTING
    }
    own = {key if key in FACTORS else f"{OPTION}{key}": value for key, value in workload.items()}
    return of_run | {key: value for key, value in own.items() if value is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One result that nothing ran beside. Rates in base units; None = not measured."""

    run_id: UUID
    at: datetime | None
    """Its start; None = not known, so that nothing was before or after it."""
    direction: str
    iops: float | None
    bw_bytes_per_s: int | None
    setting: Setting
    rw: str | None = None
    bs_bytes: int | None = None
    iodepth: int | None = None
    numjobs: int | None = None
    lat_mean_ns: float | None = None
    p99_ns: float | None = None
    """Of the completion latency."""
    cpu_pct: float | None = None
    """User and system time of a job, % of one CPU."""
    drives: frozenset[str] | None = None
    """Kernel names of the drives below the target; None = not known, or not asked for."""
    target: str | None = None
    """As its sender called it; None = not known, or not asked for."""
    batch_id: UUID | None = None
    step: int | None = None
    is_doubted: bool = False
    """Whether its run cannot be trusted."""

    @property
    def by_bytes(self) -> bool:
        """Whether people speak of its bandwidth and not of its IOPS."""
        return self.iops is None or is_large(self.bs_bytes)

    @property
    def rate(self) -> float | None:
        """IOPS, or bytes/s where `by_bytes`; None when not measured or 0."""
        return (self.bw_bytes_per_s if self.by_bytes else self.iops) or None

    @property
    def unit(self) -> str:
        """Of the rate."""
        return "bytes/s" if self.by_bytes else "IOPS"

    @property
    def in_flight(self) -> int:
        """I/Os that were asked for at a time, of all jobs together."""
        return (self.iodepth or 1) * (self.numjobs or 1)

    @property
    def what(self) -> str:
        """`4 KiB random reads`."""
        pattern = _PATTERNS.get(self.rw or "", f"{self.direction}s" + (f" of {self.rw}" if self.rw else ""))
        if self.bs_bytes is None:
            return pattern
        return f"{spoken_size(self.bs_bytes)} {pattern}"

    def spoken(self, rate: float) -> str:
        """A rate of its kind: `128k IOPS`, `9.47 GB/s`."""
        return format_figure(rate, self.unit)


@dataclass(frozen=True)
class Past:
    """A run among others of its host."""

    here: Sequence[Measured]
    """What the run itself measured, one entry for each result that ran alone."""
    others: Sequence[Measured] = ()
    """The same of other runs, nearest in time first."""
    _differences: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)

    @cached_property
    def judged(self) -> Sequence[Measured]:
        """Those of the run that rules speak of."""
        return [one for one in self.here if one.rate][:MAX_JUDGED]

    @cached_property
    def everything(self) -> Sequence[Measured]:
        """The run's own results and those of the others."""
        return [*self.here, *self.others]

    def alike(self, one: Measured, axes: Iterable[str] = ()) -> list[Measured]:
        """Results of the same direction that differ from it in nothing but these keys and what follows from them; it
        is among them."""
        free = frozenset(axes)
        return [
            other
            for other in self.everything
            if other.rate
            and other.direction == one.direction
            and all(self._is_free(key, free, one, other) for key in self.differing(one, other))
        ]

    def _is_free(self, key: str, free: frozenset[str], one: Measured, other: Measured) -> bool:
        """Whether a difference is one of these keys, follows from one, or is a heading that restates one."""
        if key in free or find_cause(key, free) is not None:
            return True
        if key != HEADING:
            return False
        changes = {k: (one.setting.get(k), other.setting.get(k)) for k in free & self.differing(one, other)}
        return find_restated(one.setting.get(key), other.setting.get(key), changes) is not None

    def differing(self, one: Measured, other: Measured) -> frozenset[str]:
        """Keys of what was not the same."""
        # Results of one configuration and workload share their setting: hundreds of them make a few pairs.
        pair = (id(one.setting), id(other.setting))
        if pair not in self._differences:
            self._differences[pair] = frozenset(key for key, _ in one.setting.items() ^ other.setting.items())
        return self._differences[pair]


def group_rates_by_run(measured: Iterable[Measured]) -> dict[UUID, float]:
    """Return the rate of each run: results of one run are one repeat."""
    runs: dict[UUID, list[float]] = {}
    for one in measured:
        if one.rate:
            runs.setdefault(one.run_id, []).append(one.rate)
    return {run_id: median(rates) for run_id, rates in runs.items()}
