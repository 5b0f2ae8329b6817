"""What a file system costs: a run on a file against raw runs of the very same drives."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, format_share
from fioboard.engine.rules.history.past import Measured, Past, group_rates_by_run
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.history import THROUGH

ON_FILES = frozenset({"file", "directory"})
RAW = frozenset({"disk", "partition", "md", "lvm", "dm"})
# What the layer itself changes; how much of the drives a job reads is said in the rule's own words.
AXES = ("target.kind", "target.path", "target.layers", "fs.type", "job.size", "job.span")


def is_on_files(measured: Measured) -> bool:
    """Whether a file system lay between job and drives."""
    return measured.setting.get("target.kind") in ON_FILES and "fs.type" in measured.setting


def judge_filesystem_cost(past: Past) -> Mapping[str, Sequence[Judgement]]:
    """Judge every result of the run that was measured on files, and raw on the same drives."""
    by_rule: dict[str, list[Judgement]] = defaultdict(list)
    for measured in past.judged:
        raw = [one for one in past.alike(measured, AXES) if _is_raw(one) and one.drives == measured.drives]
        if is_on_files(measured) and measured.drives and raw:
            by_rule["fs-layer"].append(_judge_cost(measured, raw))
    return by_rule


def _is_raw(one: Measured) -> bool:
    return one.setting.get("target.kind") in RAW and "fs.type" not in one.setting


def _judge_cost(measured: Measured, raw: Sequence[Measured]) -> Judgement:
    """Compare a result on files with raw runs of the same drives."""
    rates = group_rates_by_run(raw)
    most, rate = median(rates.values()), measured.rate or 0.0
    if most <= RULES["fs-layer"].thresholds["times"] * rate:
        return FINE
    return Finding(
        "fs-layer",
        "info",
        THROUGH(
            filesystem=measured.setting["fs.type"],
            share=format_share(rate / most),
            rate=measured.spoken(rate),
            raw=measured.spoken(most),
            what=measured.what,
        ),
        (
            Evidence("rate", rate, measured.unit, "result"),
            Evidence("raw rate", most, measured.unit, "result"),
            Evidence("raw runs", len(rates), None, "result"),
        ),
        "likely",
    )


DECLARED = (
    Rule(
        "fs-layer",
        "file system overhead",
        "note",
        "A file was measured, and a raw run of the very same drives, with the same job, gave more than 1.25 times the "
        "rate.",
        "Level1Techs 2025: btrfs gave 40 % of the raw reads of an array",
        ("rate", "raw rate", "raw runs"),
        Experiment(
            "Run the same reads of the device below the file system",
            "The raw rate is higher: the file system takes the rest.",
            "If it is not, the drives have changed since the raw run.",
        ),
        {"times": 1.25},
        "The file is smaller than what the raw run read, or was laid out by another program.",
        scope="history",
    ),
)
