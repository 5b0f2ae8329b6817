"""A change in one sentence: what, where, by how much, when, and what else changed at that time."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from fioboard.core.figures import format_inner_title, format_things
from fioboard.engine.watch import sentences

SIGNS = "+\N{MINUS SIGN}"
# Suspects that the sentence names; how many more there are is said.
MAX_NAMED = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeFacts:
    """What the sentence tells."""

    metric: str
    """As a title has it: `Bandwidth`, `p99 completion latency`."""
    workload: str
    host: str
    ratio: float
    low: float | None
    high: float | None
    n_before: int
    n_after: int
    at: datetime
    """Start of the first run after it."""
    suspects: Sequence[str]
    """Titles of the likely ones, the likeliest first."""
    unlikely_count: int
    unknown_count: int
    from_to: Sequence[str] = ()
    """The same suspects with their values, `kernel 6.1.0 → 6.12.6`; empty: titles are enough."""
    follow_count: int = 0
    """Likely suspects that follow from a named one: they are counted, not named."""
    one_sided: Sequence[str] = ()
    """Labels that only one of the two runs has: whether they changed cannot be known."""


def sentence(change: ChangeFacts) -> str:
    """`Bandwidth fell by 14 % (95 % CI −16 to −12 %) for read bs=1M on saturn on 3 Mar 2026 (…)`."""
    return sentences.SINCE(
        headline=headline(change),
        date=f"{change.at:%-d %b %Y}",
        before=format_things(change.n_before, "run"),
        after=change.n_after,
        changed=_changed(change),
    )


def headline(change: ChangeFacts) -> str:
    """`Bandwidth fell by 14 % (95 % CI −16 to −12 %) for read bs=1M on saturn`."""
    size, interval = _describe_size(change)
    sure = f" ({sentences.INTERVAL(ends=interval)})" if interval else ""
    says = sentences.FELL if change.ratio < 1 else sentences.ROSE
    return says(
        metric=change.metric, size=size.lstrip(SIGNS), sure=sure, workload=change.workload, host=change.host
    )


def title(change: ChangeFacts) -> str:
    """`Bandwidth −14 % since 3 Mar 2026: read bs=1M`: for the page of its host."""
    return sentences.TITLE(
        metric=change.metric,
        size=_describe_size(change)[0],
        date=f"{change.at:%-d %b %Y}",
        workload=change.workload,
    )


def size(change: ChangeFacts) -> str:
    """`Bandwidth −14 %`."""
    return sentences.SIZE(metric=change.metric, size=_describe_size(change)[0])


def evidence(change: ChangeFacts, *, is_first_run: bool = False) -> str:
    """What the title leaves out: `95 % CI −16 to −12 %; 28 runs before, 12 after. Also changed: kernel.`.

    For the page of its host, which has the machine's settings: changed settings have their values. `is_first_run`:
    for the page of the run that begins it, which is one of those after: `12 from this one on`.
    """
    interval = _describe_size(change)[1]
    template = sentences.EVIDENCE_FROM if is_first_run else sentences.EVIDENCE
    return template(
        interval=f"{sentences.INTERVAL(ends=interval)}; " if interval else "",
        before=format_things(change.n_before, "run"),
        after=change.n_after,
        changed=_changed(replace(change, suspects=change.from_to or change.suspects)),
    )


def _describe_size(change: ChangeFacts) -> tuple[str, str]:
    """`−14 %` and the ends of its interval, `−16 to −12 %`; empty: none."""
    changed = change.ratio - 1
    if change.low is None or change.high is None:
        return f"{_percent(changed)} %", ""
    ends = sorted((change.low - 1, change.high - 1))
    # A digit more where both ends would read alike.
    decimals = next((n for n in (0, 1, 2) if len({_percent(end, n) for end in ends}) > 1), 2)
    low, high = (_percent(end, decimals) for end in ends)
    return f"{_percent(changed, decimals)} %", f"{low} to {high} %"


def _changed(change: ChangeFacts) -> str:
    doubt = sentences.ONE_SIDED(settings=", ".join(change.one_sided)) if change.one_sided else ""
    return f"{_known(change)}{doubt}"


def _known(change: ChangeFacts) -> str:
    if change.suspects:
        named = ", ".join(map(format_inner_title, change.suspects[:MAX_NAMED]))
        more = len(change.suspects) - MAX_NAMED

        facts = "1 consequence" if change.follow_count == 1 else f"{change.follow_count} consequences"
        follow = f", with {facts}" if change.follow_count else ""
        return f"Also changed: {named}{f' and {more} more' if more > 0 else ''}{follow}."
    nothing = (
        "Only settings that differ between most runs changed"
        if change.unlikely_count
        else "No recorded configuration change"
    )
    unknown = change.unknown_count
    return f"{nothing}{sentences.UNRECORDED(settings=format_things(unknown, 'setting')) if unknown else ''}."


def _percent(share: float, decimals: int = 0) -> str:
    """0.1401 is +14, -0.0312 is −3.1: at least two digits."""
    percent = 100 * share
    text = f"{percent:+.{max(decimals, 1 if abs(percent) < 9.95 else 0)}f}"
    return text.replace("-", "\N{MINUS SIGN}")
