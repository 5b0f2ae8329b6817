"""Where each text of a share comes from. The leak check goes by it, text by text: what one may show excuses nothing in
another. A text without a mark is searched whole and nothing excuses it: what nobody accounted for is not published.

    Own           the service's: labels, words of closed lists, what is composed of the finished document alone
    Fact          a value that is kept as it was read, or as its maker wrote it
    Revealed      a value that its sender chose to show
    core.Sentence a template of the service: each of its arguments is one of these
"""

from collections.abc import Iterator, Mapping
from typing import Literal, Self, TypeVar, cast

from fioboard.core.sentence import Sentence

Value = TypeVar("Value")
Wording = Literal["form", "maker", "either", "owner"]
"""Who can have worded a fact: nobody, it has a closed form; its maker; its maker or whoever set the machine up; the
latter, in any words."""


class Own(str):
    """A text of the service. It tells nothing that does not stand elsewhere in the document, marked as what it is."""

    __slots__ = ()


class Revealed(str):
    """A text that its sender chose to show."""

    __slots__ = ()


class Fact(str):
    """A value that is kept. `hides`: the names that `hide` knows which leave it out; none for a closed form."""

    hides: tuple[str, ...]
    wording: Wording

    def __new__(cls, text: str, hides: tuple[str, ...] = (), wording: Wording = "maker") -> Self:
        """A text with these marks."""
        self = super().__new__(cls, text)
        self.hides = hides
        self.wording = wording
        return self


def mark_own(value: Value) -> Value:
    """Mark every text in a value that has no mark yet as the service's; the marks of others stay."""
    marked: object = value
    if type(value) is str:
        marked = Own(value)
    elif isinstance(value, dict):
        marked = {mark_own(key): mark_own(item) for key, item in value.items()}
    elif isinstance(value, list | tuple):
        marked = type(value)(mark_own(item) for item in value)
    elif isinstance(value, Sentence):
        marked = Sentence(value.template, mark_own(value.arguments))
    return cast(Value, marked)


def remove_marks(value: Value) -> Value:
    """Return the same with plain texts: what is stored."""
    plain: object = value
    if isinstance(value, str):
        plain = value if type(value) is str else str(value)
    elif isinstance(value, Mapping):
        plain = {remove_marks(key): remove_marks(item) for key, item in value.items()}
    elif isinstance(value, list | tuple):
        plain = [remove_marks(item) for item in value]
    return cast(Value, plain)


def list_texts(value: object) -> Iterator[str]:
    """List every text of a JSON-like value, keys included."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, Mapping):
            waiting.extend(one.keys())
            waiting.extend(one.values())
        elif isinstance(one, list | tuple):
            waiting.extend(one)
