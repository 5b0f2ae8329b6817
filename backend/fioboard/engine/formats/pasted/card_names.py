"""Names of drives in sentences that a datasheet card knows."""

import re
from collections.abc import Iterator
from functools import cache

from fioboard.core.expressions import compile_later
from fioboard.engine.formats.pasted.drive_names import read_drive_names, read_neighbours
from fioboard.engine.formats.pasted.facts import Fact
from fioboard.engine.hardware.datasheets.built_in import list_names


def read_card_names(sentence: str, small: str, line: int) -> Iterator[Fact]:
    """Read the longest name that a card knows; it is stated as the card writes it, without a capacity."""
    names = _build_name_index()
    candidates = {
        number: name
        for word in _WORD.findall(small)
        for end in range(MIN_INDEX, len(word) + 1)
        if word[:end] in names
        for number, name in names[word[:end]].items()
    }
    for _, (pattern, title) in sorted(candidates.items()):
        match = pattern.search(small)
        if match is not None:
            yield Fact("drive.model", title, line, "prose")
            yield from read_neighbours(sentence, match.start(), match.end(), line)
            # Other drives of the sentence.
            rest = (
                f"{sentence[: match.start()]}{' ' * (match.end() - match.start())}{sentence[match.end() :]}"
            )
            yield from read_drive_names(rest, rest.lower(), line, names_only=True)
            return


_MAKERS = (
    "samsung",
    "intel",
    "micron",
    "kioxia",
    "crucial",
    "kingston",
    "solidigm",
    "sk hynix",
    "seagate",
    "wd",
)
_FILLERS = frozenset(["ssd", "nvme", "u.2", "m.2", "hhhl", "e1.s", "sas", "sata", "dc", "optane"])
MIN_BARE_NAME = 5
"""A model's own word needs as many characters to be known without its maker: SN850X, P3700, PM9A3; not 980 or T500."""
_WORD = compile_later(r"[a-z0-9]+")
MIN_INDEX = 2
"""No name's first word is shorter."""


@cache
def _build_name_index() -> dict[str, dict[int, tuple[re.Pattern[str], str]]]:
    """Index the names of the cards' drives by the first word: pattern and title, the longest name first."""
    makers: dict[tuple[str, ...], str] = {}
    titles: dict[tuple[str, ...], str] = {}
    for title, drive_class in list_names():
        maker, words = _split_title(title.lower())
        if words and drive_class not in {"provisioned", "target"}:
            makers[words] = maker
            titles[words] = title
    index: dict[str, dict[int, tuple[re.Pattern[str], str]]] = {}
    for number, words in enumerate(sorted(titles, key=lambda one: -len(" ".join(one)))):
        name = r"[ _-]?".join(map(re.escape, words))
        is_telling = len(words) > 1 or (len(words[0]) >= MIN_BARE_NAME and any(c.isdigit() for c in words[0]))
        maker = rf"(?:{re.escape(makers[words])}(?:®|\(r\)|™)?\s(?:(?:ssd|nvme|dc|optane)\s)*)"
        pattern = compile_later(
            rf"(?<![\w-]){maker}{'?' if is_telling else ''}{name}(?![\w-])(?!\s(?:evo|pro|qvo"
            rf"|plus)\b)"
        )
        first = _WORD.match(words[0])
        if first is not None:
            index.setdefault(first[0], {})[number] = (pattern, titles[words])
    return index


def _split_title(title: str) -> tuple[str, tuple[str, ...]]:
    """Return the maker and the model's own words of a card's title, without capacity and form."""
    if "/" in title or "(" in title:
        return "", ()
    title = title.replace("wd_black", "wd black")
    maker = next((one for one in _MAKERS if title.startswith(f"{one} ")), None)
    if maker is None:
        return "", ()
    words = [word for word in title.removeprefix(maker).split() if word not in _FILLERS]
    return maker, tuple(words)
