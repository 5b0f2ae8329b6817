"""What the job itself asks for: limits of its own."""

from collections.abc import Iterator

from fioboard.core.sentence import Template
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.fio.model.options import kb_base, parse_size
from fioboard.vocabulary.findings import RULES

CAPPED_IOPS = Template(
    "rate_iops={cap:figure} holds the run at {measured:figure} IOPS: that is the job's own limit."
)
CAPPED_BW = Template(
    "rate={cap:figure} holds the run at {measured:figure} MB/s: that is the job's own limit."
)
OWN_LIMIT = Template("The job's own rate is the limit: {share:figure} of what it allows.")


def rate_capped(facts: RunFacts) -> Iterator[Judgement]:
    """`rate` and `rate_iops` hold for each job; one value for all directions, as fio takes it first."""
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
            one = parse_size(stated[min(place, len(stated) - 1)], kb_base(options)) if stated else None
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
                    cap=one, measured=f"{measured:.4g}" if metric == "IOPS" else f"{measured / 1e6:.4g}"
                ),
                (
                    Evidence("measured", measured, metric, "result"),
                    Evidence("cap", one * jobs, metric, "result"),
                ),
                share=share,
                direction=result.direction,
                headline=OWN_LIMIT(share=f"{100 * share:.1f} %"),
            )
    if not is_any and facts.results:
        has_all = all(result.has_all_options for result in facts.results)
        yield FINE if has_all else Unknown("options")


CHECKS = (Check("rate-capped", rate_capped, (CAPPED_IOPS, CAPPED_BW)),)
HEADLINES = (OWN_LIMIT,)
