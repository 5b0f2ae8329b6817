"""Output of fio within YAML: what ansible registers, what kubectl prints of a ConfigMap or a pod's log.

Read as events of the parser, one after the other, never as objects: what a body could make of them (aliases that
multiply, tags that name classes) does not exist here. A document with any alias or tag is left alone as a whole.
As in layers.py, line feeds are neither added nor removed.
"""

import re

import orjson
import yaml

# A key at the beginning of a line, of a mapping or of a list of mappings, and something that fio printed.
_LOOKS_LIKE_YAML = re.compile(r"^(?:---|[ \t]*(?:- )?[\w\"'. /-]{1,80}:(?:[ \t]|$))", re.MULTILINE)
_OF_FIO = re.compile(r"groupid=\d|fio version|jobname|IOPS=\d|\biops=")
# Without one of these words that pattern finds nothing, and they are found ten times faster.
_WORDS_OF_FIO = ("groupid=", "fio version", "jobname", "IOPS=", "iops=")
_ROOTS = frozenset(("fio version", "jobs", "client_stats"))
_MAX_EVENTS = 50_000
_MAX_DEPTH = 32
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,18})(?:\.\d{1,19})?(?:[eE][+-]?\d{1,3})?")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

Node = dict[str, object] | list[object] | str | int | float | None


class _RefusedError(Exception):
    """Aliases, tags, more or deeper than anybody's output: read as plain text, if at all."""


def extract_yaml(text: str) -> str:
    """Return the strings of a YAML document that hold lines, and documents of fio that were turned into YAML."""
    if text.lstrip()[:1] in ("{", "[") or not any(word in text for word in _WORDS_OF_FIO):
        return text
    if _OF_FIO.search(text) is None or _LOOKS_LIKE_YAML.search(text) is None:
        return text
    pieces = _Pieces()
    try:
        _walk(text, pieces)
    except (yaml.YAMLError, _RefusedError):
        return text
    return pieces.padded(text.count("\n")) if pieces.are_any else text


class _Pieces:
    """What was found, each at the line where it began."""

    def __init__(self) -> None:
        self._text: list[str] = []
        self._line = 0
        self.are_any = False

    def add(self, line: int, piece: str) -> None:
        self._add_blank_lines(line)
        self._text.append(piece.replace("\r\n", "\r").replace("\n", "\r") + "\r")
        self.are_any = True

    def padded(self, lines: int) -> str:
        self._add_blank_lines(lines)
        return "".join(self._text)

    def _add_blank_lines(self, line: int) -> None:
        """Add blank lines up to a line."""
        self._text.append("\n" * (line - self._line))
        self._line = max(self._line, line)


class _Level:
    """A mapping or list that is still open."""

    def __init__(self, value: dict[str, object] | list[object], line: int) -> None:
        self.value = value
        self.line = line
        self.key: str | None = None

    def put(self, node: Node) -> None:
        if isinstance(self.value, list):
            self.value.append(node)
        elif self.key is None:
            self.key = str(node)
        else:
            self.value[self.key] = node
            self.key = None


def _walk(text: str, pieces: _Pieces) -> None:
    levels: list[_Level] = []
    for count, event in enumerate(yaml.parse(text, Loader=_LOADER)):
        tag = getattr(event, "tag", None)
        if count > _MAX_EVENTS or isinstance(event, yaml.AliasEvent) or tag not in (None, "!"):
            raise _RefusedError
        if isinstance(event, yaml.ScalarEvent):
            _take_scalar(event, levels, pieces)
        elif isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            if len(levels) >= _MAX_DEPTH:
                raise _RefusedError
            is_mapping = isinstance(event, yaml.MappingStartEvent)
            levels.append(_Level({} if is_mapping else [], _get_line(event)))
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            level = levels.pop()
            if isinstance(level.value, dict) and len(_ROOTS & level.value.keys()) > 1:
                pieces.add(level.line, orjson.dumps(level.value).decode())
            elif levels:
                levels[-1].put(level.value)


def _take_scalar(event: yaml.ScalarEvent, levels: list[_Level], pieces: _Pieces) -> None:
    if not levels:
        return
    is_key = isinstance(levels[-1].value, dict) and levels[-1].key is None
    if not is_key and ("\n" in event.value.strip() or _OF_FIO.search(event.value)):
        pieces.add(_get_line(event), event.value)
    levels[-1].put(event.value if is_key or event.style else _parse_plain(event.value))


def _get_line(event: yaml.Event) -> int:
    """Return the line of an event, from 0."""
    return event.start_mark.line if event.start_mark is not None else 0


def _parse_plain(text: str) -> Node:
    """Parse a scalar without quotes: a number where it is written as JSON writes one."""
    if _NUMBER.fullmatch(text) is None:
        return None if text in ("", "~", "null") else text
    return float(text) if any(mark in text for mark in ".eE") else int(text)
