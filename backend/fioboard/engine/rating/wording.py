"""A scorecard in words, for tables that people paste and for the command line. The page's own words are the same."""

from fioboard.core.block_size import block_size
from fioboard.engine.answers.rating import ConditionOut, RatedFigureOut
from fioboard.engine.rating import sentences
from fioboard.engine.stats.wording import figure as spelled
from fioboard.engine.words.ratings import CONDITION_WORDS, PATTERN_WORDS, VERDICT_WORDS

HEADINGS = (
    "Metric",
    "Measured",
    "Rating",
    "Of rating",
    "Verdict",
    "Why not comparable",
    "Source",
)
MARKS = "≥: lower bound; ?: conditions unknown, no conclusion."
_NO_SHARE = "–"
_METRICS = {"iops": "IOPS", "lat_ns": "latency", "bw_bytes_per_s": "bandwidth"}


def cells(one: RatedFigureOut) -> list[str]:
    """A figure by the headings above."""
    rated = spelled(one["rated"], one["unit"])
    if one["drive_count"] > 1:
        rated += f" ({one['drive_count']} × {spelled(one['rated_each'], one['unit'])}, {one['rule']})"
    return [
        format_name(one),
        spelled(one["measured"], one["unit"]),
        rated,
        format_share(one),
        VERDICT_WORDS[one["verdict"]],
        "; ".join(map(condition, one["differs"])) or _describe_no_difference(one),
        format_source(one),
    ]


def _describe_no_difference(one: RatedFigureOut) -> str:
    is_unknown = one["verdict"] == "conditions_unknown"
    return "the rating states no conditions" if is_unknown else "no difference found"


def format_span(one: RatedFigureOut, low: float, high: float) -> str:
    """Format the lowest and highest share of several runs: `71 % to 84 %`; of another test there is none."""
    return _NO_SHARE if one["verdict"] == "not_comparable" else f"{percent(low)} to {percent(high)}"


def format_name(one: RatedFigureOut) -> str:
    """Format a figure's name: `Random read, 4k: IOPS`."""
    metric = _METRICS[one["metric"]] + (f", {one['percentile']:g} %" if one["percentile"] else "")
    how = [PATTERN_WORDS.get(one["rw"] or "", "Pattern unknown")]
    if one["bs_bytes"] is not None:
        how.append(block_size(one["bs_bytes"]))
    return f"{', '.join(how)}: {metric}"


def percent(share: float) -> str:
    """`93 %`."""
    return "<1 %" if 0 < share < 0.005 else f"{100 * share:.0f} %"


def format_share(one: RatedFigureOut) -> str:
    """Format the share with the mark of what it may be taken for; of another test there is none."""
    text = percent(one["share"])
    match one["verdict"]:
        case "comparable":
            return text
        case "at_least":
            return f"≥ {text}"
        case "conditions_unknown":
            return f"{text} ?"
        case "not_comparable":
            return _NO_SHARE


def condition(one: ConditionOut) -> str:
    """`I/Os in flight: 31.9 in the run, 128 in the rating`, or which of both is unknown."""
    what, rated, run = CONDITION_WORDS.get(one["name"], one["name"]), one["rated"], one["run"]
    if one["name"] == "block_size":
        rated, run = _size(rated), _size(run)
    if one["name"] == "pattern":
        rated, run = _name_pattern(rated), _name_pattern(run)
    if one["name"] == "scope":
        return f"{what} {rated or 'another drive'}"
    if rated is None and run is None:
        return sentences.NEITHER_KNOWN(what=what)
    if rated is None:
        return sentences.NOT_PRINTED(what=what, run=run)
    if run is None:
        return sentences.UNKNOWN_OF_RUN(what=what, rated=rated)
    return sentences.RATED_WITH(what=what, run=run, rated=rated)


def _name_pattern(value: str | None) -> str | None:
    return None if value is None else PATTERN_WORDS.get(value, value).lower()


def _size(value: str | None) -> str | None:
    return block_size(int(value)) if value is not None and value.isdecimal() else value


def format_source(one: RatedFigureOut) -> str:
    """Format which card says it, how that words it, and where it was read."""
    card, source = one["card"], one["source"]
    stated = "rating from a label on the run; " if one["is_stated"] else ""
    if card is None:
        return sentences.NO_DATASHEET(stated=stated)
    figure = f"{stated}{card['title']}" + (f", “{one['claim']}”" if one["claim"] else "")
    if source is None:
        return sentences.WITHOUT_SOURCE(figure=figure)
    about = [
        source["title"],
        *([f"page {source['page']}"] if source["page"] is not None else []),
        *([source["dated"]] if source["dated"] else []),
        f"read {source['read_at']}" + (" from a copy" if source["is_copy"] else ""),
        source["address"],
    ]
    return f"{figure}: {', '.join(about)}"
