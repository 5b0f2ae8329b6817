"""What the job itself asks for: limits of its own."""

from collections.abc import Iterator

from fioboard.core.figures import format_bandwidth, format_iops, format_latency
from fioboard.engine.formats.fio.model.options import find_kb_base, parse_count, parse_duration_us, parse_size
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown, format_share
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.jobs import CAPPED_BW, CAPPED_IOPS, OWN_LIMIT, OWN_PAUSE, PAUSED


def judge_rate_capped(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether the job limits its own rate. `rate` and `rate_iops` hold for each job; one value for all
    directions, as fio takes it first. `thinktime` holds a job still after each of its I/Os, or after every
    `thinktime_blocks`.
    """
    if not facts.is_fio:
        return
    is_any = False
    for result in facts.results:
        options, jobs = result.job_options, result.numjobs or result.member_count or 1
        for name, metric, measured in (
            ("rate_iops", "IOPS", result.iops),
            ("rate", "bytes/s", result.bw_bytes_per_s),
        ):
            if name not in options:
                continue
            stated = [part for part in options[name].split(",") if part]
            place = {"read": 0, "write": 1, "trim": 2}.get(result.direction, 0)
            one = parse_size(stated[min(place, len(stated) - 1)], find_kb_base(options)) if stated else None
            if not one or not measured:
                continue
            share = measured / (one * jobs)
            if share < RULES["rate-capped"].thresholds["reached"]:
                continue
            is_any = True
            sentence = CAPPED_IOPS if name == "rate_iops" else CAPPED_BW
            yield Finding(
                "rate-capped",
                "info",
                sentence(
                    cap=one,
                    measured=format_iops(measured) if metric == "IOPS" else format_bandwidth(measured),
                ),
                (
                    Evidence("measured", measured, metric, "result"),
                    Evidence("cap", one * jobs, metric, "result"),
                ),
                options=(f"{name}=0",),
                share=share,
                direction=result.direction,
                headline=OWN_LIMIT(share=f"{100 * share:.1f} %"),
            )
    paused = _judge_paused(facts)
    if paused is not None:
        is_any = True
        yield paused
    if not is_any and facts.results:
        has_all = all(result.has_all_options for result in facts.results)
        yield FINE if has_all else Unknown("options")


def _judge_paused(facts: RunFacts) -> Finding | None:
    """Judge the job that `thinktime` holds still for most of its time, by the pauses that its I/Os came to."""
    for first in facts.results:
        options = first.job_options
        pause_us = parse_duration_us(options.get("thinktime", "0"), "us")
        blocks = parse_count(options.get("thinktime_blocks", "1"))
        if not pause_us or not blocks or "thinktime_iotime" in options or first.is_merged_sections:
            continue
        both = [r for r in facts.results if (r.group, r.job_name) == (first.group, first.job_name)]
        ios, longest_ms = [r.total_ios for r in both], max(r.runtime_ms or 0 for r in both)
        if None in ios or not longest_ms:
            continue
        jobs = first.numjobs or first.member_count or 1
        pauses = sum(count for count in ios if count) // blocks
        share = min(1.0, pauses * pause_us / (longest_ms * 1000 * jobs))
        if share >= RULES["rate-capped"].thresholds["paused"]:
            return Finding(
                "rate-capped",
                "info",
                PAUSED(pause=format_latency(1000 * pause_us), share=format_share(share)),
                (
                    Evidence("pauses", pauses, None, "computed"),
                    Evidence("each pause", pause_us * 1000, "ns", "result"),
                ),
                options=("thinktime=0",),
                share=share,
                headline=OWN_PAUSE(share=format_share(share)),
            )
    return None


DECLARED = (
    Rule(
        "rate-capped",
        "limit set by the job",
        "limit",
        "rate or rate_iops is set and the figure is at least 95 % of the cap, or thinktime takes at least half of the "
        "jobs' time.",
        "fio HOWTO: rate, rate_iops, thinktime",
        ("measured", "cap", "pauses", "each pause"),
        Experiment(
            "Run the same job without its own limit",
            "The result should rise.",
            "If it does not change, the cap was not reached.",
            expects="rate_rises",
        ),
        {"reached": 0.95, "paused": 0.5},
        hidden_by="job_options",
        judge=judge_rate_capped,
        templates=(CAPPED_IOPS, CAPPED_BW, PAUSED),
    ),
)
HEADLINES = (OWN_LIMIT, OWN_PAUSE)
