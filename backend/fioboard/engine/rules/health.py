"""Health of the drives: what they warn of, what is used up, what rose during a run."""

from collections.abc import Callable, Iterator

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.tolerant import follow, mapping, named, text, whole
from fioboard.engine.rules.facts import RunFacts
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, Unknown
from fioboard.engine.rules.rule import RULES, Rule
from fioboard.engine.rules.sentences.drives import DRIVE_WARNING, DRIVE_WORN, MEDIA_ERRORS, SPARE_USED

_SPARE_THRESHOLD = "attributes.available_spare_threshold_pct"


def judge_drives_health(moment: Document) -> Iterator[Finding]:
    """Judge the health of every drive of the machine, as it was asked."""
    for name, disk in named(moment, "disks"):
        source = f"moment, {text(disk, 'source') or 'unknown'}"
        yield from _judge_warning(name, disk, source)
        yield from _judge_worn(name, disk, source)


def _judge_warning(name: str, disk: Document, source: str) -> Iterator[Finding]:
    """Judge a drive's critical warning."""
    warning = whole(disk, "critical_warning")
    if warning:
        yield Finding(
            "drive-warning",
            "warning",
            DRIVE_WARNING(drive=name, warning=f"{warning:02x}"),
            (Evidence("critical warning", warning, None, source),),
        )


def _judge_worn(name: str, disk: Document, source: str) -> Iterator[Finding]:
    """Judge how much of a drive's life and spare is used."""
    thresholds = RULES["drive-worn"].thresholds
    used, spare = whole(disk, "percentage_used"), whole(disk, "available_spare_pct")
    threshold = whole(disk, _SPARE_THRESHOLD)
    if spare is not None and threshold and spare <= threshold:
        yield Finding(
            "drive-worn",
            "warning",
            SPARE_USED(drive=name, spare=spare, threshold=threshold),
            (Evidence("spare", spare, "%", source), Evidence("spare threshold", threshold, "%", source)),
        )
    if used is not None and used >= thresholds["near"]:
        yield Finding(
            "drive-worn",
            "warning" if used >= thresholds["used up"] else "info",
            DRIVE_WORN(drive=name, used=used),
            (Evidence("used", used, "%", source), Evidence("spare", spare, "%", source)),
        )


def _make_run_rule(
    rule: Callable[[str, Document, Document], Iterator[Finding]], key: str
) -> Callable[[RunFacts], Iterator[Judgement]]:
    """Make a rule over the drives of the run. `key`: without this figure of a drive its health was not read."""

    def judge(facts: RunFacts) -> Iterator[Judgement]:
        if facts.path is None or not facts.path.members:
            if facts.lacking_path:
                yield Unknown(facts.lacking_path)
            return
        is_any = is_unknown = False
        for member in facts.path.members:
            before, after = (
                mapping(mapping(side, "disks"), member.disk)
                for side in (facts.path.samples.before, facts.path.samples.after)
            )
            is_unknown = is_unknown or follow(after or before, key) is None
            for finding in rule(member.disk, before, after):
                is_any = True
                yield finding
        if not is_any and not facts.is_virtual:
            yield Unknown("health") if is_unknown else FINE

    return judge


def _judge_warning_in_run(name: str, before: Document, after: Document) -> Iterator[Finding]:
    """Judge a drive's warning as it was after the run, and errors that came during it."""
    yield from _judge_warning(name, after or before, "samples")
    earlier, later = whole(before, "media_errors"), whole(after, "media_errors")
    if earlier is not None and later is not None and later > earlier:
        yield Finding(
            "drive-warning",
            "warning",
            MEDIA_ERRORS(drive=name, count=later - earlier),
            (Evidence("media errors", later - earlier, None, "samples"),),
        )


def _judge_worn_in_run(name: str, before: Document, after: Document) -> Iterator[Finding]:
    """Judge a drive's wear as it was after the run."""
    yield from _judge_worn(name, after or before, "samples")


DECLARED = (
    Rule(
        "drive-warning",
        "drive warnings",
        "cause",
        "A drive reports a critical warning, or media errors rose during the run.",
        "NVM Express: SMART log",
        ("critical warning", "media errors"),
        judge=_make_run_rule(_judge_warning_in_run, "critical_warning"),
        templates=(MEDIA_ERRORS,),
    ),
    Rule(
        "drive-worn",
        "drive wear",
        "cause",
        "A drive has used its rated endurance, or its spare blocks are at its own threshold (warnings); from 80 % of "
        "the endurance on it is told.",
        "NVM Express: SMART log",
        ("used", "spare", "spare threshold"),
        thresholds={"near": 80, "used up": 100},
        judge=_make_run_rule(_judge_worn_in_run, "percentage_used"),
        templates=(DRIVE_WORN, SPARE_USED),
    ),
)
