"""Documents whose numbers are replaced by extreme ones, for the question what the service does with them.

The values are chosen by what numbers are stored in: beyond 32 and 64 bits, beyond and below what a float holds, no
number at all, and text with a NUL. They are written as raw JSON, since no library prints `1e400` or `NaN`.
"""

import json
import random
import re
from collections.abc import Iterator
from typing import Any

EXTREMES = (
    *("2147483648", "-2147483649", "9223372036854775807", "9223372036854775808", "-9223372036854775809"),
    *("18446744073709551616", "1" + "0" * 40, "1.7976931348623157e308", "1e308", "-1e308", "5e-324", "1e400"),
    *("NaN", "Infinity", "-Infinity", "-1", "0", "1e-300", "true", "null", '"x"', '"a\\u0000b"', "[]", "{}"),
)
_MARK = "\ue000extreme\ue000"
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w.])")
Path = tuple[str | int, ...]


def shape_of(path: Path) -> tuple[str, ...]:
    """A path without places in lists and without keys that are numbers: bins and percentiles are one shape each."""
    return tuple(
        "#" if isinstance(step, int) or re.fullmatch(r"[\d.]+|>=\d+", step) else step for step in path
    )


def numbers_of(document: Any, path: Path = ()) -> Iterator[Path]:
    """Where the numbers of a JSON document are."""
    if isinstance(document, dict):
        for key, value in document.items():
            yield from numbers_of(value, (*path, key))
    elif isinstance(document, list):
        for place, value in enumerate(document):
            yield from numbers_of(value, (*path, place))
    elif isinstance(document, int | float) and not isinstance(document, bool):
        yield path


def mutate(document: Any, chance: random.Random) -> tuple[str, bytes]:
    """One shape of a document's numbers set to one extreme, in one place or in all: what was done, and the bytes.

    Setting all of a kind makes sums overflow that no single value does.
    """
    places: dict[tuple[str, ...], list[Path]] = {}
    for path in numbers_of(document):
        places.setdefault(shape_of(path), []).append(path)
    chosen = chance.choice(sorted(places))
    paths = places[chosen] if chance.random() < 0.5 else [chance.choice(places[chosen])]
    extreme = chance.choice(EXTREMES)
    copy = json.loads(json.dumps(document))
    for path in paths:
        holder = copy
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = _MARK
    text = json.dumps(copy).replace(json.dumps(_MARK), extreme)
    return f"{'/'.join(chosen)} × {len(paths)} = {extreme}", text.encode()


def mutate_text(text: str, chance: random.Random) -> tuple[str, bytes]:
    """A few numbers of a text, or all of one line, replaced by extreme ones."""
    places = list(_NUMBER.finditer(text))
    extremes = [one for one in EXTREMES if one[0] in "-0123456789"] + ["0x7fffffffffffffff", "1" * 400]
    first = chance.randrange(len(places))
    chosen = {first + step for step in range(chance.choice((1, 1, 2, 8)))}
    extreme, parts, end = chance.choice(extremes), [], 0
    for place, match in enumerate(places):
        if place in chosen:
            parts += [text[end : match.start()], extreme]
            end = match.end()
    return f"number {first} × {len(chosen)} = {extreme}", "".join([*parts, text[end:]]).encode()
