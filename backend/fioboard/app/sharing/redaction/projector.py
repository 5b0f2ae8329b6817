"""Projects an answer by the marks of its fields (engine/answers/share_mark.py): no field is shared without one (R1).

What no mark can say is composed: a function of the shape gives such fields, or None to leave the whole answer out. A
field that is not marked is not shared, whatever is composed of it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Literal,
    NotRequired,
    Required,
    TypeVar,
    Union,
    cast,
    get_args,
    get_origin,
)

from typing_extensions import get_type_hints

from fioboard.app.sharing.redaction.provenance import Own, mark_own
from fioboard.app.sharing.redaction.redactor import Redactor
from fioboard.app.sharing.redaction.shown_factors import share_key
from fioboard.app.sharing.redaction.sources import round_to_minute
from fioboard.app.sharing.redaction.templates import WITHHELD, restate
from fioboard.engine.answers.share_mark import FIGURE, Form, ShareMark
from fioboard.engine.filters import metric

Shape = TypeVar("Shape")
Composer = Callable[..., Mapping[str, object] | None]
_NUMBERS = frozenset({bool, int, float})
_NOTHING: Mapping[object, Callable[[], object]] = {list: list, dict: dict, bool: bool, str: Own}


@dataclass(frozen=True, slots=True)
class MarkedField:
    """A field of a shape with its mark, and what its type says of it."""

    name: str
    mark: ShareMark
    shape: type | None
    """The answer within."""
    container: object
    """dict, list, or the type of a single value."""
    words: frozenset[str]
    may_be_null: bool
    is_plain: bool
    """A figure that nothing hides."""

    @property
    def nothing(self) -> object:
        """What stands in the place of a value that is not shown."""
        if self.mark.form == "word" and self.mark.name is not None:
            return Own(self.mark.name)
        if self.may_be_null:
            return None
        make = _NOTHING.get(self.container)
        return make() if make else None

    def choose_word(self, value: str) -> Own | None:
        """Choose the word itself where it is of the closed list, else the mark's own."""
        chosen = value if value in self.words else self.mark.name
        return None if chosen is None else Own(chosen)


def list_marked(shape: type) -> tuple[MarkedField, ...]:
    """List the fields that a share shows of an answer."""
    if shape not in _MARKED:
        hints = get_type_hints(shape, include_extras=True).items()
        fields = (_read_field(name, hint) for name, hint in hints)
        _MARKED[shape] = tuple(one for one in fields if one is not None)
    return _MARKED[shape]


_MARKED: dict[type, tuple[MarkedField, ...]] = {}
"""What was read of the shapes so far."""


def list_unmarked(shape: type) -> list[str]:
    """List the fields that no share shows, as nobody has marked them."""
    marked = {field.name for field in list_marked(shape)}
    return [name for name in get_type_hints(shape, include_extras=True) if name not in marked]


def _read_field(name: str, hint: object) -> MarkedField | None:
    parts = list(_list_parts(hint))
    mark = next((one for one in parts if isinstance(one, ShareMark)), None)
    choices = _list_choices(hint)
    container = next((get_origin(one) or one for one in choices if one is not NoneType), object)
    words = frozenset(one for one in parts if isinstance(one, str))
    shape = next((one for one in parts if isinstance(one, type) and hasattr(one, "__required_keys__")), None)
    if mark is None:
        return None
    may_be_null = NoneType in choices
    return MarkedField(
        name, mark, shape, container, mark.words or words, may_be_null, is_plain=mark is FIGURE
    )


def _list_choices(hint: object) -> list[object]:
    """List the types that a value may have, without what is said of them."""
    if get_origin(hint) in {Annotated, Required, NotRequired}:
        return _list_choices(get_args(hint)[0])
    if get_origin(hint) in {Union, UnionType}:
        return [choice for one in get_args(hint) for choice in _list_choices(one)]
    return [hint]


def _list_parts(hint: object) -> Iterator[object]:
    """List the marks, types and words of literals that a type is made of, from the outside."""
    within = get_args(hint)
    if get_origin(hint) is Annotated:
        yield from (one for one in within[1:] if isinstance(one, ShareMark))
        within = within[:1]
    elif not within or get_origin(hint) is Literal:
        yield from within or (hint,)
        within = ()
    for one in within:
        yield from _list_parts(one)


class Projector:
    """Projects the answers of one context. `composers`: by shape; `place`: what a name of the kernel is called."""

    def __init__(
        self,
        redactor: Redactor,
        composers: Mapping[type, Composer] | None = None,
        place: Callable[[str], str | None] | None = None,
    ) -> None:
        self.redactor = redactor
        self.composers = composers or {}
        self.place = place or _return_none

    def share(
        self, shape: type[Shape], stated: Mapping[str, object], composed: Mapping[str, object] | None = None
    ) -> Shape:
        """Return what a share shows of an answer. `composed`: fields that are said anew, beside what the composer of
        the shape says.
        """
        by_shape = self._compose(shape, stated) or {}
        return self._build(shape, stated, {**by_shape, **(composed or {})})

    def select(self, shape: type[Shape], stated: object) -> Shape | None:
        """Return what a share shows of an answer; None for none, and where its composer leaves it out whole."""
        if not isinstance(stated, dict):
            return None
        composed = self._compose(shape, stated)
        return None if composed is None else self._build(shape, stated, composed)

    def _compose(self, shape: type, stated: Mapping[str, object]) -> Mapping[str, object] | None:
        compose = self.composers.get(shape)
        return {} if compose is None else compose(stated)

    def _build(
        self, shape: type[Shape], stated: Mapping[str, object], composed: Mapping[str, object]
    ) -> Shape:
        shown: dict[str, object] = {}
        for field in list_marked(shape):
            # What is composed counts for any field that has a mark: it may have to say less than the mark would.
            if field.name in composed:
                shown[field.name] = composed[field.name]
                continue
            value = stated.get(field.name)
            # Nearly all of a chart and of a comparison.
            if field.is_plain and (type(value) in _NUMBERS or (value is None and field.may_be_null)):
                shown[field.name] = value
            elif field.mark.form != "composed":
                shown[field.name] = self._share_field(field, value)
        return cast(Shape, shown)

    def list_shown(self, shape: type[Shape], stated: object) -> list[Shape]:
        """List what a share shows of several answers."""
        answers = stated if isinstance(stated, list | tuple) else []
        return [shown for one in answers if (shown := self.select(shape, one)) is not None]

    def map_shown(self, shape: type[Shape], stated: object) -> dict[str, Shape]:
        """Map metrics to what a share shows of their answers."""
        answers = stated if isinstance(stated, Mapping) else {}
        return {
            mark_own(key): shown
            for key, one in answers.items()
            if metric(key) is not None and (shown := self.select(shape, one)) is not None
        }

    def _share_field(self, field: MarkedField, value: object) -> object:
        mark = field.mark
        is_left_out = value is None or mark.form == "empty"
        if is_left_out or (mark.hidden_by and not self.redactor.hidden.isdisjoint(mark.hidden_by)):
            return field.nothing
        shown = self._share_value(field, value)
        return field.nothing if shown is None else shown

    def _share_value(self, field: MarkedField, value: object) -> object:
        """Return a value, a list or an object of such in the form of its mark; None for what has not that form."""
        if isinstance(value, list | tuple):
            if field.is_plain:
                return [item if type(item) in _NUMBERS else self._share_value(field, item) for item in value]
            kept = [self._share_value(field, item) for item in value]
            return kept if field.mark.form == "figure" else [item for item in kept if item is not None]
        if field.mark.form == "answer" and field.shape is not None:
            several = field.container is dict
            return self.map_shown(field.shape, value) if several else self.select(field.shape, value)
        return self._share_leaf(field, value)

    def _share_leaf(self, field: MarkedField, value: object) -> object:
        if field.mark.form == "figure":
            return value if isinstance(value, bool | int | float) else None
        project = _FORMS.get(field.mark.form)
        return None if project is None else project(self, field, str(value))


_FORMS: Mapping[Form, Callable[[Projector, MarkedField, str], object]] = {
    "word": lambda _, field, value: field.choose_word(value),
    "metric": lambda _, field, value: Own(value) if metric(value) is not None else None,
    "moment": lambda _, field, value: round_to_minute(value),
    "label": lambda projector, field, value: projector.redactor.label(field.mark.name or "", value),
    "reveal": lambda projector, field, value: projector.redactor.reveal(field.mark.name or "", value),
    "place": lambda projector, _, value: projector.place(value),
    "factor": lambda projector, _, value: share_key(value, projector.redactor),
    "sentence": lambda projector, field, value: (
        restate(value, field.mark.templates, projector.place) or WITHHELD
    ),
}


def _return_none(_: str) -> None:
    return None
