"""Sentences that were composed before redaction, said again: the service's words as they are, each argument as what it
is.

A text that no template has composed, or with an argument that may not be shown, is not said.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from fioboard.app.sharing.redaction.jobs import OPTIONS
from fioboard.app.sharing.redaction.provenance import Own
from fioboard.core.sentence import Kind, Sentence, Template
from fioboard.engine import rules
from fioboard.engine.hardware.inventory import facets, kernel_lines, units
from fioboard.engine.hardware.inventory.difference import FACET_WORDS, map_part_names, spell_part
from fioboard.engine.rules import RULES
from fioboard.engine.rules.likeness import list_sources, list_words
from fioboard.engine.words import sentences
from fioboard.engine.words.sentences import PAGE_CACHE

WITHHELD = Own("It is said in words that are not part of this share.")
DIRECTIONS = frozenset({"read", "write"})
EVENTS = frozenset({"temperature abort", "device gone", "md degraded"})
CLOSED = frozenset(
    {
        *DIRECTIONS,
        *EVENTS,
        *rules.WORDS,
        "base",
        "new",
        PAGE_CACHE,
        *kernel_lines.WORDS,
        *FACET_WORDS.values(),
        *map(str.capitalize, FACET_WORDS.values()),
    }
)
PARTS = frozenset(
    (
        *(
            spell_part(name)
            for projected in facets.project_machine({}).values()
            for name in projected.unknown
        ),
        *(name.replace("_", " ") for name in units.collect_serials({}).unknown),
        *map_part_names().values(),
        *list_words(),
    )
)
NAMED_OPTIONS = frozenset({*OPTIONS, "direction"})
FIGURES = frozenset({"figure", "figures", "count", "code", "depth", "link", "dates"})
WORDS: Mapping[Kind, frozenset[str]] = {
    "closed": CLOSED,
    "source": list_sources(),
    "parts": PARTS,
    "options": NAMED_OPTIONS,
    "query": NAMED_OPTIONS,
}

Redact = Callable[[str], str | None]
"""What a name is called in the share; None when it may not be said."""


def _return_none(_: str) -> None:
    return None


def restate(text: str | None, templates: Iterable[Template], name: Redact = _return_none) -> Sentence | None:
    """Return the sentence with redacted arguments; None when it may not be shown. `name`: what the kernel's names
    become.
    """
    for template in templates:
        stated = None if text is None else template.read(text)
        if stated is not None:
            return _redact(template, stated, name)
    return None


def _redact(template: Template, stated: Mapping[str, str], name: Redact) -> Sentence | None:
    arguments: dict[str, object] = {}
    for argument, value in stated.items():
        shown = _redact_argument(template.kinds[argument], value, name)
        if shown is None:
            return None
        arguments[argument] = shown
    return template(**arguments)


def _redact_argument(kind: Kind, value: str, name: Redact) -> object:
    """Return one argument as what it is: a figure as it is, a word of a closed list, a name by its label."""
    if kind == "name":
        return name(value)
    if kind == "names":
        return _redact_names(value, name)
    is_shown = kind in FIGURES or (kind in WORDS and WORDS[kind].issuperset(_list_words(kind, value)))
    return Own(value) if is_shown else None


def _list_words(kind: Kind, value: str) -> Iterable[str]:
    """List the words of an argument, each of which has to be in a closed list."""
    match kind:
        case "parts":
            return filter(None, value.replace(" and ", ", ").replace(" or ", ", ").split(", "))
        case "options":
            return value.split(", ")
        case "query":
            return (option.removeprefix("ignore=") for option in value.split("&"))
    return [value]


def _redact_names(value: str, name: Redact) -> list[str] | None:
    shown = [name(one) for one in value.split(", ")]
    known = [one for one in shown if one is not None]
    return known if len(known) == len(shown) else None


def restate_doubts(stated: Sequence[str], hidden: frozenset[str]) -> list[Sentence]:
    """Restate the doubts of a comparison without those of rules whose facts are left out."""
    withheld = [rule.title for rule in RULES.values() if rule.hidden_by in hidden]
    return [
        sentence
        for doubt in stated
        if not any(title in doubt for title in withheld) and (sentence := restate(doubt, sentences.OF_DOUBTS))
    ]
