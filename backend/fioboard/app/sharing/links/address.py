"""What the address of a page asks for, so that a share shows what its sender sees."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qsl

from fioboard.app.compare import spec as specs
from fioboard.app.runs.explore.series import service as series_service
from fioboard.app.runs.explore.series.lines import Axes
from fioboard.app.sharing.links import sentences
from fioboard.core import sentences as common
from fioboard.core.errors import Invalid, Problem, UnknownKey, quoted
from fioboard.engine.filters import Filter, parse
from fioboard.engine.words.metrics import USUAL

MAX_KEYS = 2_500  # two sides of 1,000 runs each stand within `base` and `new`
# How a page draws what it has; it changes nothing of what is shown.
COMPARE_VIEW = frozenset({"open", "sort", "hide", "group", "find", "verdict", "units"})
SERIES_VIEW = frozenset({"chart", "scale", "xscale", "yscale", "from", "to", "panels", "units"})
DEFAULT_SERIES_METRIC = "bw_bytes_per_s"


@dataclass(frozen=True, slots=True)
class Chart:
    """A series page's chart: its axes, and which runs it is of."""

    axes: Axes
    filter: Filter
    is_log_x: bool
    is_log_y: bool


def comparison(address: str) -> specs.Spec:
    """Of the compare page's query string. Raises Invalid, UnknownKey, FilterError."""
    asked: dict[str, list[str]] = {key: [] for key in ("base", "new", "metric", "ignore", "match")}
    for key, value in _pairs(address):
        if key in asked:
            asked[key].append(value)
        elif key not in COMPARE_VIEW:
            raise _unknown(key, [*asked, *COMPARE_VIEW])
    if not asked["base"] or not asked["new"]:
        raise Invalid(
            "A comparison needs a base side and at least one new side.", problems=[_problem("base")]
        )
    metrics = [*USUAL, *asked["metric"]]
    headline = asked["metric"][-1] if asked["metric"] else None
    return specs.read(
        asked["base"][-1], asked["new"], metrics, asked["ignore"], asked["match"], headline=headline
    )


def chart(address: str) -> Chart:
    """Of the explore page's query string. Raises Invalid, UnknownKey, FilterError."""
    asked: dict[str, str | None] = dict.fromkeys(("x", "metric", "by", "percentile"))
    rest, scales = [], {}
    for key, value in _pairs(address):
        if key in asked:
            asked[key] = value
        elif key not in SERIES_VIEW:
            rest.append((key, value))
        else:
            scales[key] = value
    if not asked["x"]:
        raise Invalid("A chart needs an x axis.", problems=[_problem("x")])
    axes = series_service.axes(
        asked["x"], asked["by"], asked["metric"] or DEFAULT_SERIES_METRIC, asked["percentile"]
    )
    return Chart(axes, parse(rest), scales.get("xscale") == "log", scales.get("yscale") == "log")


def _pairs(address: str) -> list[tuple[str, str]]:
    if "\x00" in address or "%00" in address:
        raise Invalid("The address holds a NUL character.", problems=[_problem("")])
    try:
        return parse_qsl(address.removeprefix("?"), keep_blank_values=True, max_num_fields=MAX_KEYS)
    except ValueError:
        raise Invalid("The address has too many keys.", problems=[_problem("")]) from None


def _unknown(key: str, known: Iterable[str]) -> UnknownKey:
    return UnknownKey(
        common.NO_PARAMETER(key=quoted(key), known=", ".join(sorted(known))),
        problems=[Problem("/body/spec/address", "UnknownKey", "unknown")],
    )


def _problem(key: str) -> Problem:
    return Problem("/body/spec/address", "Invalid", sentences.DOES_NOT_FIT(key=key or "address"))
