"""Judgements in words: the figure first, then the limit and who states it."""

from collections.abc import Iterable, Sequence

from fioboard.core.block_size import spoken_size
from fioboard.core.figures import (
    format_bandwidth,
    format_count,
    format_figure,
    format_inner_title,
    format_iops,
    format_latency,
    format_latency_tick,
    format_range,
    format_runtime,
)
from fioboard.engine.purposes import sentences
from fioboard.engine.purposes.card import Metric, Purpose, Requirement
from fioboard.engine.purposes.judge import Judgement

STATISTICS: dict[Metric, str] = {
    "sync_lat_p99_ns": "p99 of a durable write",
    "sync_lat_max_ns": "largest durable write",
    "lat_mean_ns": "mean latency",
    "lat_max_ns": "largest latency",
    "iops": "IOPS",
    "bw_bytes_per_s": "bandwidth",
}
_SYNCS = {
    "none": "",
    "end": ", flush at the end",
    "some": ", periodic flushes",
    "every": ", flush after each write",
}
TARGET = "TARGET"
# More is a table, and there is one.
MAX_COUNTS = 3


def describe_workload(requirement: Requirement) -> str:
    """Describe what a requirement is measured with: `write 2300 B, QD 1, flush after each write`."""
    jobs = f", {requirement.numjobs} jobs" if requirement.numjobs > 1 else ""
    size = spoken_size(requirement.bs_bytes)
    return f"{requirement.rw[0]} {size}, QD {requirement.iodepth}{jobs}{_SYNCS[requirement.sync]}"


def describe_limit(requirement: Requirement) -> str | None:
    """Describe the limit: `p99 of a durable write ≤ 10 ms`; None where the source states none."""
    limit = requirement.limit
    if limit is None:
        return None
    sign = "≤" if requirement.is_latency else "≥"
    return f"{STATISTICS[requirement.metric]} {sign} {format_limit(requirement, limit)}"


def format_limit(requirement: Requirement, limit: float) -> str:
    """Format a value that somebody chose."""
    if requirement.is_latency:
        return format_latency_tick(limit)
    return f"{format_count(limit)}" if requirement.metric == "iops" else format_bandwidth(limit)


def write_command(requirement: Requirement) -> str:
    """Write the fio command that measures a requirement."""
    options = " ".join(f"--{option}" for option in requirement.job)
    return f"fio --name={requirement.id} {options} --filename={TARGET}"


def write_suite_command(purpose: Purpose) -> str:
    """Write the agent's command that measures a purpose."""
    return f"fioboard-agent suite purpose {purpose.id} --target PATH"


def describe_judgement(purpose: Purpose, judgement: Judgement) -> str:
    """Describe what a measurement says of a requirement, in one or two sentences."""
    requirement, figure = judgement.requirement, judgement.figure
    if figure is None or judgement.answer == "cannot_tell":
        return f"Unknown: {describe_reason(judgement)}."
    measured = _format_measured(judgement, figure)
    if judgement.count is not None and requirement.scale is not None:
        scale = requirement.scale
        counted = f"{format_count(judgement.count)} {scale.one if judgement.count == 1 else scale.many}"
        if scale.each == 1:
            return sentences.ENOUGH_FLUSHES(counted=counted)
        each = format_figure(scale.each, requirement.unit)
        return sentences.ENOUGH_EACH(counted=counted, measured=measured, each=each)
    if judgement.seconds is not None and requirement.amount is not None:
        title = requirement.amount.title
        return (
            f"{title[0].upper()}{title[1:]} takes {format_runtime(1000 * judgement.seconds)} at {measured}."
        )
    source = purpose.get_source(requirement).title
    asked = f"{source}: {describe_limit(requirement)}"
    return f"{measured}, {_describe_margin(judgement)}. {asked}.{_describe_tail(judgement)}"


def describe_reason(judgement: Judgement) -> str:
    """Describe why a measurement decides nothing."""
    if judgement.answer is None:
        return "not ruled out; the source states no limit to meet"
    texts = [one.text for one in judgement.differences if one.effect == "other"]
    texts = texts or [one.text for one in judgement.differences]
    if judgement.span.low is None and judgement.span.high is None:
        return sentences.STATISTIC_NOT_MEASURED(statistic=STATISTICS[judgement.requirement.metric])
    if texts:
        return "; ".join(texts)
    return sentences.WITHIN_BOUNDS(statistic=STATISTICS[judgement.requirement.metric])


def describe_need(judgement: Judgement) -> str | None:
    """Describe what would have to be better; None where nothing has to."""
    requirement, figure = judgement.requirement, judgement.figure
    limit = requirement.limit
    if judgement.answer != "fails" or figure is None or limit is None:
        return None
    statistic = STATISTICS[requirement.metric]
    then = format_limit(requirement, limit)
    if requirement.is_latency:
        now = format_figure(figure, requirement.unit)
        need = sentences.HAS_TO_FALL(statistic=statistic, now=now, then=then)
    elif figure == 0:
        need = sentences.HAS_TO_RISE(statistic=statistic, then=then)
    else:
        need = sentences.NEEDS(times=_format_factor(limit / figure), statistic=statistic)
    easier = "; ".join(one.text for one in judgement.differences if one.effect == "easier")
    return sentences.EASIER(need=need, differences=easier) if easier else need


def summarize(judgements: Sequence[tuple[Purpose, Judgement]]) -> str | None:
    """Summarize for which purposes a measurement is enough, else for how many; None when it tells neither.

    A purpose of which something needed was not measured is met only so far: how many of how many, and which.
    """
    decided: dict[str, tuple[Purpose, list[Judgement]]] = {}
    for purpose, judgement in judgements:
        if judgement.answer is not None and judgement.requirement.decides:
            decided.setdefault(purpose.id, (purpose, []))[1].append(judgement)
    names: dict[tuple[str, bool], list[str]] = {}
    untested = 0
    for purpose, ones in decided.values():
        words = [_choose_word(one) for one in ones]
        worst = min(words, key=_LEADS.index)
        needed, known = list_needed(purpose), {one.requirement.id for one in ones}
        # One that fails is enough; any other verdict needs all of them.
        is_measured = {one.id for one in needed} <= known
        is_whole = is_measured or worst == _LEADS[0]
        titles = [one.requirement.title for one, word in zip(ones, words, strict=True) if word == worst]
        name: str
        if not is_whole:
            untested += len(needed) - len(ones)
            titles = [one.requirement.title for one in ones]
            name = sentences.MET_IN_PART(
                title=purpose.title, count=len(ones), needed=len(needed), parts=_join_parts(titles)
            )
        elif is_measured and len(set(words)) == 1:
            name = purpose.title
        else:
            name = f"{purpose.title} ({_join_parts(titles)})"
        names.setdefault((worst, is_whole), []).append(name)
    text = ""
    for is_whole in (True, False):
        for lead in reversed(_LEADS):
            if (lead, is_whole) in names:
                what = "those" if text else "the stated requirements"
                so_far = "" if is_whole else " tested so far"
                text += f"{'; ' if text else ''}{lead} {what}{so_far} for {_join(names[lead, is_whole])}"
    if text:
        if untested:
            text += "; the other is untested" if untested == 1 else "; the others are untested"
        text += _describe_missed_advice(judgements)
    return f"{text[0].upper()}{text[1:]}." if text else _summarize_counts(one for _, one in judgements)


def _describe_missed_advice(judgements: Sequence[tuple[Purpose, Judgement]]) -> str:
    """Describe which recommendations are missed, so that the list has not only what is met; empty without one."""
    missed = [
        f"{purpose.title} ({_join_parts([one.requirement.title])})"
        for purpose, one in judgements
        if one.requirement.is_recommended and one.answer is None and one.margin is not None and one.margin < 1
    ]
    return sentences.BELOW_ADVICE(titles=_join(missed)) if missed else ""


def list_needed(purpose: Purpose) -> list[Requirement]:
    """List the requirements that all have to be measured before a purpose as a whole has a verdict."""
    return [one for one in purpose.requirement if one.limit and one.fails is None and one.decides]


def _summarize_counts(judgements: Iterable[Judgement]) -> str | None:
    counts = [
        f"{format_count(one.count)} {scale.many} ({one.requirement.title})"
        for one in judgements
        if one.count is not None and (scale := one.requirement.scale) is not None
    ]
    return sentences.FAST_ENOUGH(counted=_join(counts[:MAX_COUNTS])) if counts else None


_LEADS = ("does not meet", "barely meets", "meets")


def _choose_word(judgement: Judgement) -> str:
    if judgement.answer == "fails":
        return "does not meet"
    return "barely meets" if judgement.is_narrow else "meets"


def _join_parts(titles: Iterable[str]) -> str:
    return ", ".join(map(format_inner_title, titles))


def _join(titles: Sequence[str]) -> str:
    return titles[0] if len(titles) == 1 else f"{', '.join(titles[:-1])} and {titles[-1]}"


def _format_measured(judgement: Judgement, figure: float) -> str:
    requirement = judgement.requirement
    text = format_figure(figure, requirement.unit)
    if judgement.span.value is None:
        return f"{'at least' if judgement.answer == 'fails' else 'at most'} {text}"
    if len(judgement.repeats) > 1:
        low, high = (
            format_figure(one, requirement.unit) for one in (min(judgement.repeats), max(judgement.repeats))
        )
        return f"{text} ({format_range(low, high)} in {len(judgement.repeats)} repeats)"
    return text


def _describe_margin(judgement: Judgement) -> str:
    margin = judgement.margin or 0.0
    if judgement.answer is None:
        return "less than recommended" if judgement.requirement.is_recommended else "not ruled out"
    near = ", too near for one run: repeat it" if not judgement.is_settled else ""
    if judgement.is_narrow:
        side = "misses" if judgement.answer == "fails" else "meets"
        return f"{side} it narrowly{near}"
    if judgement.answer == "fails":
        return sentences.MISSES_BY(factor=_format_factor(1 / margin)) if margin else "misses it"
    return sentences.BETTER_THAN_ASKED(factor=_format_factor(margin))


def _format_factor(factor: float) -> str:
    return format_iops(factor) if factor >= 1000 else f"{factor:.3g}" if factor >= 10 else f"{factor:.2g}"


def _describe_tail(judgement: Judgement) -> str:
    """Describe the first percentile beyond the limit where the judged one is within it."""
    if judgement.answer not in {"meets", "comfortable"}:
        return ""
    over = next((one for one in judgement.tail if one.is_over), None)
    if over is None:
        return ""
    name = "largest" if over.statistic == "max" else f"p{over.statistic:g}"
    return sentences.BEYOND(name=name, value=format_latency(over.value))
