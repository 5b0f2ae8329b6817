"""Arrays of the path that lack a member: before the run by the inventory, during it by the agent's events."""

from collections.abc import Iterator

from fioboard.engine.hardware.inventory.targets import find_degraded, list_arrays
from fioboard.engine.hardware.inventory.tolerant import texts, whole
from fioboard.engine.hardware.inventory.volumes import is_degraded
from fioboard.engine.rules.during import judge_event
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import Rule
from fioboard.engine.rules.sentences.drives import DEGRADED, FAILED, NOT_WHOLE
from fioboard.engine.rules.sentences.machine import EVENT


def judge_array_degraded(facts: RunFacts) -> Iterator[Judgement]:
    """Judge whether an array lacked a member, by the worst that is known of it, so that it comes before everything
    else.
    """
    during = [one for one in judge_event(facts, "md-degraded") if isinstance(one, Finding)]
    if during:
        yield from during
        return
    degraded = find_degraded(facts.path.targets) if facts.path else {}
    for name, entry in degraded.items():
        failed, width = texts(entry, "options.failed"), whole(entry, "width")
        yield Finding(
            "md-degraded",
            "warning",
            FAILED(array=name, failed=failed, width=width) if failed and width else DEGRADED(array=name),
            (
                Evidence("array", name),
                *(Evidence("failed member", member) for member in failed),
                Evidence("members", width),
            ),
            headline=NOT_WHOLE(array=name),
        )
    if degraded:
        return
    known = list_arrays(facts.path.targets) if facts.path else []
    if known and None in [is_degraded(array) for array in known]:
        yield Unknown("array layout")
    elif known or facts.samples is not None:
        yield FINE


DECLARED = (
    Rule(
        "md-degraded",
        "degraded array",
        "trust",
        "An array of the target lacked a member before the run (the verdict, then), or lost one during it.",
        "md(4), lvs(8), zpool-status(8) and RAID controllers, as in the inventory; samples",
        ("at", "array", "failed member", "members"),
        may_name_devices=True,
        judge=judge_array_degraded,
        templates=(DEGRADED, FAILED, EVENT),
    ),
)
HEADLINES = (NOT_WHOLE,)
"""What a verdict may say of it."""
