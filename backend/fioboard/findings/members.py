"""Whether the drives of a target did equal work."""

from collections.abc import Iterator

from fioboard.core.sentence import Template
from fioboard.findings.check import Check
from fioboard.findings.facts import RunFacts
from fioboard.findings.finding import FINE, Evidence, Finding, Judgement, Unknown, gb
from fioboard.vocabulary.findings import RULES

UNEVEN = Template(
    "The members do not share the {direction:closed} load evenly: {slow:name} {slowest:figure}, {fast:name} "
    "{fastest:figure}. Look for one slow or badly seated drive."
)


def slowest_member(facts: RunFacts) -> Iterator[Judgement]:
    """By the agent's samples of the kernel's counters."""
    path = facts.path
    if path is None or len(path.members) < 2:
        return
    thresholds = RULES["slowest-member"].thresholds
    wanted = {f"disk:{member.disk}" for member in path.members}
    is_any = is_known = False
    for direction in ("read", "write"):
        means = {
            s.subject.removeprefix("disk:"): sum(s.known) / len(s.known)
            for s in path.samples.series
            if s.subject in wanted and s.metric == "bw_bytes_per_s" and s.direction == direction and s.known
        }
        if len(means) < len(wanted):
            continue
        is_known = True
        slow, fast = min(means, key=lambda d: means[d]), max(means, key=lambda d: means[d])
        mean = sum(means.values()) / len(means)
        # A target that idles in this direction says nothing about its members.
        if mean < thresholds["idle below"] or means[fast] <= means[slow] * thresholds["uneven"]:
            continue
        is_any = True
        yield Finding(
            "slowest-member",
            "warning",
            UNEVEN(
                direction=direction, slow=slow, slowest=gb(means[slow]), fast=fast, fastest=gb(means[fast])
            ),
            tuple(Evidence(disk, value, "bytes/s", "samples") for disk, value in sorted(means.items())),
        )
    if not is_any:
        yield FINE if is_known else Unknown("samples")


CHECKS = (Check("slowest-member", slowest_member, (UNEVEN,)),)
