"""JSON that strict parsers refuse, made to fit the shape, with a Problem for every value that did not.

fio prints control characters and foreign bytes raw inside strings, `nan` and `inf` as numbers, and some
keys several times. Other tools and hands add numbers as text, negative counts and lone surrogates.
"""

import json
import re

import msgspec
from msgspec import inspect

from fioboard.core.figures import format_things
from fioboard.engine.formats.fio.json import sentences
from fioboard.engine.formats.fio.json.scan import is_deeper_than
from fioboard.engine.formats.fio.json.shape import MAX_INT, DocumentShape, LatencyShape
from fioboard.engine.formats.fio.model.errors import TooDeep
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.model.reading import Problem

_MAX_DIGITS = 40
_STRING_OR_BARE = re.compile(
    r'"[^"\\]*+(?:\\.[^"\\]*+)*+"|-?\b(?:nan|inf(?:inity)?)\b|-?1\.#(?:QNAN|IND|INF|SNAN)\d*',
    re.IGNORECASE | re.DOTALL,
)
_HAS_BARE = re.compile(r"[:\[,]\s*-?(?:nan|inf|1\.#)", re.IGNORECASE)
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_CONTROL = re.compile("[\x00-\x1f]")


class _NotANumber:
    """Stands in the tree for a number that no double holds; `error` says why."""

    def __init__(self, error: str, seen: str) -> None:
        self.error = error
        self.seen = seen


class _Object(dict[str, object]):
    """A JSON object that remembers which keys came more than once."""

    twice: tuple[str, ...] = ()


def read_leniently(source: bytes, limits: Limits) -> tuple[dict[str, object], list[Problem]] | None:
    """A tree that fits DocumentShape, and what had to be dropped; None when it is not one JSON object.

    Raises TooDeep before anything is built.
    """
    if is_deeper_than(source, limits.max_depth):
        raise TooDeep(sentences.NESTED_TOO_DEEP(most=limits.max_depth))
    text = source.decode("utf-8", "replace")
    if _HAS_BARE.search(text):
        text = _STRING_OR_BARE.sub(_replace_not_finite, text)
    try:
        tree = json.loads(
            text,
            strict=False,
            object_pairs_hook=_make_object,
            parse_int=_parse_int,
            parse_float=_parse_float,
            parse_constant=lambda word: _NotANumber("NotFinite", word),
        )
    except (ValueError, RecursionError):
        return None
    if not isinstance(tree, dict):
        return None
    fitter = _Fitter(limits)
    return fitter.convert(tree, _DOCUMENT, ""), fitter.problems


def _replace_not_finite(match: re.Match[str]) -> str:
    """Replace a number that is not finite by NaN, outside of strings."""
    return match.group() if match.group().startswith('"') else "NaN"


def _make_object(pairs: list[tuple[str, object]]) -> _Object:
    made = _Object(pairs)
    if len(made) != len(pairs):
        seen: set[str] = set()
        twice = [key for key, _ in pairs if key in seen or seen.add(key)]  # type: ignore[func-returns-value]  # None, to add in passing
        made.twice = tuple(dict.fromkeys(twice))
    return made


def _parse_int(text: str) -> int | _NotANumber:
    return int(text) if len(text) <= _MAX_DIGITS else _NotANumber("OutOfRange", text)


def _parse_float(text: str) -> float | _NotANumber:
    value = float(text)
    return value if value - value == 0 else _NotANumber("NotFinite", text)


def _unwrap(kind: inspect.Type) -> inspect.Type:
    """`X | None` → X, and `dict | list | None` stays a union."""
    if isinstance(kind, inspect.UnionType):
        rest = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return rest[0] if len(rest) == 1 else inspect.UnionType(tuple(rest))
    return kind


def _plan(shape: type[msgspec.Struct]) -> inspect.StructType:
    kind = inspect.type_info(shape)
    assert isinstance(kind, inspect.StructType)  # noqa: S101 - a fact about our own class
    return kind


_DOCUMENT = _plan(DocumentShape)


class _Fitter:
    """Walks a tree along the declared shape and keeps only what fits."""

    def __init__(self, limits: Limits) -> None:
        self.problems: list[Problem] = []
        self._limits = limits

    def convert(self, tree: dict[str, object], shape: inspect.StructType, where: str) -> dict[str, object]:
        """Convert an object to the shape, with a problem for every value that does not fit."""
        self._report_duplicates(tree, where)
        fields = {field.encode_name: field.type for field in shape.fields}
        has_no_samples = shape.cls is LatencyShape and tree.get("N") == 0
        fitted: dict[str, object] = {}
        for key, value in tree.items():
            if key not in fields:
                self._check_duplicates(value, f"{where}/{key}")
            elif value is not None and not (has_no_samples and key == "min"):
                kept = self._convert_value(value, _unwrap(fields[key]), f"{where}/{key}")
                if kept is not None:
                    fitted[key] = kept
        return fitted

    def _convert_value(self, value: object, kind: inspect.Type, where: str) -> object:  # noqa: PLR0911 - one per kind
        """Convert a value to the type of its field."""
        match kind:
            case inspect.IntType() | inspect.FloatType():
                return self._convert_number(value, kind, where)
            case inspect.StrType():
                return self._convert_text(value, where)
            case inspect.RawType():
                self._check_duplicates(value, where)
                # The standard library's: integers beyond 64 bits and lone surrogates are nobody's measurement here.
                return msgspec.Raw(json.dumps(value, default=lambda _: None).encode())
            case inspect.StructType() if isinstance(value, dict):
                return self.convert(value, kind, where)
            case inspect.DictType() if isinstance(value, dict):
                return self._convert_mapping(value, _unwrap(kind.value_type), where)
            case inspect.ListType() if isinstance(value, list):
                item = _unwrap(kind.item_type)
                kept = (self._convert_value(one, item, f"{where}/{i}") for i, one in enumerate(value))
                return [one for one in kept if one is not None]
            case inspect.UnionType():
                return self._convert_union(value, kind, where)
        self._drop(where, "BadValue", value)
        return None

    def _convert_union(self, value: object, kind: inspect.UnionType, where: str) -> object:
        """Convert a value to the first type of a union that it fits."""
        for one in kind.types:
            if isinstance(value, dict) == isinstance(one, inspect.DictType) and isinstance(
                value, list
            ) == isinstance(one, inspect.ListType):
                return self._convert_value(
                    value, one if not isinstance(one, inspect.IntType) else inspect.StrType(), where
                )
        self._drop(where, "BadValue", value)
        return None

    def _convert_mapping(self, value: dict[str, object], kind: inspect.Type, where: str) -> dict[str, object]:
        """Convert an object of values of one type."""
        self._report_duplicates(value, where)
        fitted = {
            self._clean(key, where): self._convert_value(one, kind, f"{where}/{key[:80]}")
            for key, one in value.items()
            if one is not None
        }
        return {key: one for key, one in fitted.items() if one is not None}

    def _convert_number(
        self, value: object, kind: inspect.IntType | inspect.FloatType, where: str
    ) -> int | float | None:
        """Convert a number; None with a problem when it is none or out of range."""
        if isinstance(value, _NotANumber):
            error = value.error
        elif (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or (kind.ge is not None and value < kind.ge)
        ):
            error = "BadValue"
        elif abs(value) > MAX_INT or _is_too_large(value, kind):
            error = "OutOfRange"
        elif isinstance(kind, inspect.IntType) and value != int(value):
            error = "BadValue"
        else:
            return float(value) if isinstance(kind, inspect.FloatType) else int(value)
        self._drop(where, error, value)
        return None

    def _convert_text(self, value: object, where: str) -> str | None:
        """Convert a text; None with a problem when it is none."""
        if type(value) is str:
            return self._clean(value, where)
        if type(value) in (int, float):
            return str(value)
        self._drop(where, "BadValue", value)
        return None

    def _clean(self, text: str, where: str) -> str:
        if _CONTROL.search(text):
            self._add_problem(where, "ControlCharacters", sentences.CONTROL_CHARACTERS(text=show(text)))
        return _UNSTORABLE.sub("\ufffd", text)

    def _check_duplicates(self, tree: object, where: str) -> None:
        """Report duplicates in what the shape does not know; the depth of the document is already bounded."""
        if isinstance(tree, _Object):
            self._report_duplicates(tree, where)
            for key, value in tree.items():
                self._check_duplicates(value, f"{where}/{key[:80]}")
        elif isinstance(tree, list):
            for i, value in enumerate(tree):
                self._check_duplicates(value, f"{where}/{i}")

    def _report_duplicates(self, tree: dict[str, object], where: str) -> None:
        """Report the keys that an object has twice."""
        twice = [key for key in getattr(tree, "twice", ()) if key != "0.00"]
        if twice:
            names = ", ".join(show(key, 40) for key in twice[:4])
            self._add_problem(
                where,
                "DuplicateOption" if where.endswith("options") else "DuplicateKey",
                sentences.KEYS_TWICE(keys=format_things(len(twice), "key"), names=names),
            )

    def _drop(self, where: str, error: str, value: object) -> None:
        seen = value.seen if isinstance(value, _NotANumber) else value
        self._add_problem(where, error, sentences.NO_VALUE(seen=show(seen)))

    def _add_problem(self, where: str, error: str, detail: str) -> None:
        """Add a problem, as long as there is room for one."""
        if len(self.problems) < self._limits.max_problems:
            self.problems.append(Problem(_UNSTORABLE.sub("\ufffd", where)[:300], error, detail))


def show(value: object, most: int = 120) -> str:
    """A value of the input quoted for people, short and printable."""
    text = repr(value if isinstance(value, (str, int, float, bool, type(None))) else type(value).__name__)
    return text if len(text) <= most else text[:most] + "…"


def _is_too_large(value: float, kind: inspect.IntType | inspect.FloatType) -> bool:
    """Return whether a number is above what its field declares."""
    return (kind.le is not None and value > kind.le) or (kind.lt is not None and value >= kind.lt)
