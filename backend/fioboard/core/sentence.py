"""Sentences of the service with their arguments kept apart from its own words: what a sentence tells of somebody's
machine, it tells by its arguments alone, and each says of what kind it is.

    HOT = Template("{drive:name} reached {highest:figure} °C.")
    HOT(drive="nvme0n1", highest=71)    # a text like any other, which knows what it was composed of
    HOT.read("nvme0n1 reached 71 °C.")  # the same again after the text was stored
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from string import Formatter
from typing import Literal, LiteralString, Self, get_args

Kind = Literal[
    "figure",
    "figures",
    "count",
    "code",
    "depth",
    "link",
    "dates",
    "closed",
    "source",
    "parts",
    "options",
    "query",
    "name",
    "names",
    "text",
]
"""What an argument is. figure: a number with its unit, or a bound (`at least 96.5 %`); where its depth is another than
that of the sentence, with it (`560 IOPS at QD 16`). count: a number of runs. code: a status, place or mask in
hexadecimal digits, as the kernel prints it. depth: of one job, with their number where
there are several. link: a PCIe link's generation and width. dates: a day, or from one to another. closed: a word, and
parts: words, of a closed list. source: where a published figure is from, one of ours. options: names of job options;
query: the same in an address. name: what the kernel calls a drive, function, array or interface. text: anything else;
it is never read back, and what no kind is given for is text."""

_NUMBER = r"[0-9][0-9.,e+-]*[kMG]?(?: (?:[kMGTP]?B(?:/s)?|[kKMGT]iB|IOPS|ns|µs|ms|s|min|h)| ?%)?"
_FIGURE = (
    rf"(?:at (?:least|most) )?{_NUMBER}(?:\u2013{_NUMBER}| [0-9]{{1,2}} (?:min|s))?(?: at QD [0-9]{{1,5}})?"
)
_DATE = r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
_FORMS: Mapping[Kind, str] = {
    "figure": _FIGURE,
    "figures": rf"{_FIGURE}(?:, {_FIGURE})*",
    "count": r"(?:[Oo]ne run|1 run|[0-9][0-9,]{0,10} runs)",
    "code": r"(?:0x)?[0-9a-fA-F]{1,8}(?:[/:.](?:0x)?[0-9a-fA-F]{1,8}){0,3}",
    "depth": r"[0-9][0-9,]{0,10}(?:, [0-9][0-9,]{0,10} jobs)?",
    "link": r"(?:Gen[0-9]{1,2}|[0-9]{1,3}(?:\.[0-9])? GT/s) x[0-9]{1,2}",
    "dates": rf"{_DATE}(?: to {_DATE})?",
    "closed": r"[A-Za-z][A-Za-z0-9 _-]{0,39}",
    "source": r"[^\n]{5,300}",
    "parts": r"[A-Za-z][A-Za-z0-9 ,]{0,999}",
    "options": r"[A-Za-z0-9_.-]{1,80}(?:, [A-Za-z0-9_.-]{1,80})*",
    "query": r"ignore=[A-Za-z0-9_.-]{1,80}(?:&ignore=[A-Za-z0-9_.-]{1,80})*",
    "name": r"[^\s,]{1,255}",
    "names": r"[^\s,]{1,255}(?:, [^\s,]{1,255})*",
    "text": r"(?!)",
}
_KINDS: Mapping[str, Kind] = {kind: kind for kind in get_args(Kind)}


class Sentence(str):
    """A text that knows its template and its arguments; equal to its plain text, and sent as that."""

    template: "Template"
    arguments: Mapping[str, object]

    def __new__(cls, template: "Template", arguments: Mapping[str, object]) -> Self:
        """Composes it; an argument of a list is told with commas."""
        self = super().__new__(cls, template.format_text(arguments))
        self.template = template
        self.arguments = arguments
        return self

    def __getnewargs__(self) -> tuple["Template", Mapping[str, object]]:  # type: ignore[override]  # str has it, of another shape
        """So that it can be copied and sent to another process."""
        return self.template, self.arguments


@dataclass(frozen=True)
class Template:
    """`text` with `{name:kind}` or `{name}` for each argument. Its own words tell nothing of any machine."""

    text: LiteralString

    def __call__(self, **arguments: object) -> Sentence:
        """The sentence. Raises KeyError for an argument that is missing."""
        return Sentence(self, arguments)

    @cached_property
    def kinds(self) -> Mapping[str, Kind]:
        """Of each argument its kind. Raises KeyError for one that there is not."""
        return {name: _KINDS[kind or "text"] for _, name, kind, _ in Formatter().parse(self.text) if name}

    def format_text(self, arguments: Mapping[str, object]) -> str:
        """Compose the text of the template and its arguments."""
        parts = []
        for own, name, _, _ in Formatter().parse(self.text):
            parts += [own, _spoken(arguments[name]) if name else ""]
        return "".join(parts)

    def read(self, text: str) -> dict[str, str] | None:
        """The arguments of a text that was composed by this template; None when it was not."""
        match = self._pattern.fullmatch(text)
        return None if match is None else match.groupdict()

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        parts = []
        for own, name, _, _ in Formatter().parse(self.text):
            parts += [re.escape(own), f"(?P<{name}>{_FORMS[self.kinds[name]]})" if name else ""]
        return re.compile("".join(parts))


def _spoken(argument: object) -> str:
    return ", ".join(map(str, argument)) if isinstance(argument, list) else str(argument)
