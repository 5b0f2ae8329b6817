"""Arrays of more and more drives: where one more adds little."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from statistics import median

from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, format_share
from fioboard.engine.rules.history.past import ALIKE_ONLY, Measured, Past, group_rates_by_run
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.sweeps import KNEE
from fioboard.engine.stats.scaling import WIDTHS, scaling


def judge_width(past: Past) -> Mapping[str, Sequence[Judgement]]:
    """Judge every result of the run whose array was measured at other widths, too."""
    by_rule: dict[str, list[Judgement]] = defaultdict(list)
    for measured in past.judged:
        judgement = _judge_width(past, measured)
        if judgement is not None:
            by_rule["width-knee"].append(judgement)
    return by_rule


def _judge_width(past: Past, measured: Measured) -> Judgement | None:
    """Judge whether one more drive in the array still adds much."""
    limits = RULES["width-knee"].thresholds
    width = _find_width(measured)
    widths: dict[int, list[Measured]] = defaultdict(list)
    for one in past.alike(measured, WIDTHS):
        widths[_find_width(one)].append(one)
    # One array against one other tells no efficiency before the knee.
    narrower = sorted(known for known in widths if 0 < known < width)
    if len(narrower) < 2:
        return None
    medians = {known: median(group_rates_by_run(widths[known]).values()) for known in (*narrower, width)}
    grown = scaling([(float(known), rate) for known, rate in medians.items()])
    if grown is None:
        return None
    before, here = (point["efficiency_ratio"] for point in grown["ideal"][-2:])
    narrow, each = narrower[-1], grown["per_drive"]
    gain = medians[width] - medians[narrow]
    is_knee = here < limits["efficiency"] and before >= limits["efficiency before"]
    if not is_knee or gain >= limits["gain"] * each * (width - narrow):
        return FINE
    return Finding(
        "width-knee",
        "info",
        KNEE(
            what=measured.what,
            narrow=narrow,
            wide=width,
            gain=measured.spoken(max(gain, 0.0)),
            share=format_share(max(gain, 0.0) / each),
            most=measured.spoken(max(medians.values())),
        ),
        (
            Evidence("drives", width, None, "inventory"),
            Evidence("rate", medians[width], measured.unit, "result"),
            Evidence("drives before", narrow, None, "inventory"),
            Evidence("rate before", medians[narrow], measured.unit, "result"),
            Evidence("rate of one drive", each, measured.unit, "computed"),
        ),
        "likely",
        direction=measured.direction,
    )


def _find_width(measured: Measured) -> int:
    """Return the number of drives of the array; 0 when it is not known."""
    for key in ("raid.width", "drive.count"):
        width = measured.setting.get(key)
        if isinstance(width, int):
            return width
    return 0


DECLARED = (
    Rule(
        "width-knee",
        "scaling over drives",
        "limit",
        "One step before, each drive still gave at least 90 % of what one gives in the narrowest array; at this width "
        "less than 85 %, and the last step gained less than 25 % of one drive for each drive added.",
        f"{ALIKE_ONLY}; measured on a GPU server: 6.51, 9.32 and 9.47 GB/s of 2, 3 and 4 drives",
        ("drives", "rate", "drives before", "rate before", "rate of one drive"),
        Experiment(
            "Run the same job on as many drives, one of them attached elsewhere",
            "If the rate rises, a component that the drives share is the limit.",
            "If it does not change, check the CPU and the receiver of the data.",
        ),
        {"efficiency": 0.85, "efficiency before": 0.90, "gain": 0.25},
        "Depth or block size too small to keep all drives of the array busy.",
        scope="history",
    ),
)
