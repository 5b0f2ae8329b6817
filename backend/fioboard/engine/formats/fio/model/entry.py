"""One entry of fio's output, whatever the format: what results/jobs.py turns into results.

An entry is not a job section and not a thread: with group_reporting it is a group, without it one clone.
"""

from collections.abc import Mapping

from msgspec import Struct, field

from fioboard.engine.formats.fio.model.reading import DirectionNumbers, Latency, Problem, SteadyState


class Settings(Struct, frozen=True, kw_only=True):
    """What a banner line of the text says about a section; None where it does not."""

    rw: str | None = None
    bs_bytes: Mapping[str, int | None] = field(default_factory=dict)
    """Per direction; None for a range, or where the printed size was shortened."""
    bs: str | None = None
    ioengine: str | None = None
    iodepth: int | None = None
    source: str = "banner"
    """How it is known: from a banner, or "measured"."""


class Entry(Struct, frozen=True, kw_only=True):
    """As printed, in base units. Options are None when the source has none, {} when it has no single one."""

    where: str
    job_name: str
    group: int
    directions: tuple[DirectionNumbers, ...]
    """Only those that moved data."""
    own_options: Mapping[str, str] | None = None
    options: Mapping[str, str] | None = None
    """Global options overlaid by own_options."""
    has_all_options: bool = True
    """False where the root with the global options is lost: what is not among the options is unknown then."""
    options_source: str = "option"
    """"option" where fio printed them, "command_line" where they were read off one beside the result."""
    banner: Settings | None = None
    member_count: int | None = None
    """Only where printed ("jobs=4")."""
    clone_count: int | None = None
    """Clones of the job by the output's own words, where they tell another number than options and entries do."""
    is_cut: bool = False
    """The document ends within it or behind it: what it lacks may have been printed."""
    is_merged: bool = False
    """The source shows that fio merged sections with different settings into it."""
    pid: int | None = None
    hostname: str | None = None
    port: int | None = None
    """Client mode: several servers may run on one host."""
    error: int = 0
    total_errors: int | None = None
    started_at_ms: int | None = None
    elapsed_s: int | None = None
    job_runtime_ms: int | None = None
    usr_cpu_pct: float | None = None
    sys_cpu_pct: float | None = None
    ctx_switches: int | None = None
    latency_depth: int | None = None
    latency_target: int | None = None
    iodepth_level_pct: Mapping[str, float] = field(default_factory=dict)
    sync_ios: int | None = None
    sync_lat: Latency | None = None
    steady_state: SteadyState | None = None
    description: str | None = None
    resolution_ns: int = 1
    problems: tuple[Problem, ...] = ()
