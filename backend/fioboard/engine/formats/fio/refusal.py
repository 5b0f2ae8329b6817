"""What is said of a body that holds no result: what was seen, where it looks like figures, what can be read."""

from collections.abc import Sequence
from itertools import islice

from fioboard.core.figures import format_bytes, format_things
from fioboard.engine.formats.fio import sentences
from fioboard.engine.formats.fio.foreign import ADAPTERS
from fioboard.engine.formats.fio.model.cleaning import clean_text
from fioboard.engine.formats.fio.model.errors import NotUnderstood
from fioboard.engine.formats.fio.model.limits import DEFAULT_LIMITS
from fioboard.engine.formats.fio.text.census import MAX_NAMED, format_lines, has_figures, is_in_fios_form
from fioboard.engine.formats.fio.text.lines import split_lines

# No more of a body is searched: the sentence names the first lines anyway.
_MAX_SEARCHED_BYTES = 1 << 20
_MAX_LINES = 200
_OWN_FORMAT = (
    "For any other tool, use CSV, for example `name,direction,iops,bw_mib_per_s,lat_mean_us,tool` and "
    "below it `seq,read,,6208.4,,mytool`, or as JSON: docs/formats.md#named-measurements."
)


def build_refusal(content: bytes, sentence: str, figures: Sequence[int] | None = None) -> NotUnderstood:
    """Build the refusal, with the lines that look like figures and became none; they are searched for unless they
    are known.
    """
    beginning = content[:_MAX_SEARCHED_BYTES]
    first = next((line.text for line in split_lines(beginning, DEFAULT_LIMITS)), "")
    figures = (_list_lines_with_figures(beginning) if figures is None else figures)[:_MAX_LINES]
    shown = clean_text(first, 120)
    lines = content.count(b"\n") + 1
    seen = sentences.SEEN(
        sentence=sentence,
        size=format_bytes(len(content)),
        lines=format_things(lines, "line"),
        shown=repr(shown),
    )
    looks = sentences.FIGURES_UNREAD(lines=format_lines(figures)) if figures else ""
    tools = ", ".join(adapter.tool for adapter in ADAPTERS)
    known = sentences.CAN_READ(tools=tools, own_format=_OWN_FORMAT)
    return NotUnderstood(
        seen + looks + known, f"line {figures[0]}" if figures else None, tuple(figures[:MAX_NAMED])
    )


def _list_lines_with_figures(content: bytes) -> list[int]:
    """List the first lines that look like figures."""
    lines = split_lines(content, DEFAULT_LIMITS)
    numbers = (line.number for line in lines if is_in_fios_form(line.text) or has_figures(line.text))
    return list(islice(numbers, _MAX_LINES))
