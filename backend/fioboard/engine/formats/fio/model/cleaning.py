"""Text of an upload made storable: what PostgreSQL refuses is replaced, what nobody reads is cut.

Raw bytes stay in the stored document; this is the copy that is shown and searched.
"""

import re

from fioboard.engine.formats.fio.model.limits import DEFAULT_LIMITS

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CUT = "…"
_MAX_NAME_CHARS = 128


def clean_text(text: str, most: int = DEFAULT_LIMITS.max_shown_chars) -> str:
    """U+FFFD for NUL and lone surrogates; at most `most` characters, cut with a mark."""
    if not (text.isascii() and "\x00" not in text):
        text = _UNSTORABLE.sub("\ufffd", text)
    return text if len(text) <= most else text[: most - 1] + _CUT


def clean_options(options: dict[str, str]) -> dict[str, str]:
    """The same for every option; names that fio cannot have are kept, cut. Beyond the limit the others are counted."""
    names, values = "".join(options), "".join(options.values())
    if (
        names.isascii()
        and values.isascii()
        and "\x00" not in names
        and "\x00" not in values
        and len(values) <= DEFAULT_LIMITS.max_shown_chars
        and len(names) <= DEFAULT_LIMITS.max_options_chars
        and (len(names) <= _MAX_NAME_CHARS or max(map(len, options)) <= _MAX_NAME_CHARS)
    ):
        return options
    cleaned: dict[str, str] = {}
    left = DEFAULT_LIMITS.max_options_chars
    for key, value in options.items():
        name, shown = clean_text(key, _MAX_NAME_CHARS), clean_text(value)
        left -= len(name) + len(shown)
        if left < 0:
            return cleaned | {_CUT: f"{len(options) - len(cleaned)} more options"}
        cleaned[name] = shown
    return cleaned
