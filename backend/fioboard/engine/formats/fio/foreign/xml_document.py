"""XML of other tools: an upload is hostile until it was read.

A document type is refused before anything is parsed, and with it go entities of any kind, outer ones too: what
remains of XML is elements, attributes and text. The text is decoded first, so that no declared encoding can hide one.
The library for this, defusedxml 0.7.1, refuses the same and runs the parser that ElementTree has in Python: 7.65 MB
took 1.7 s and 124 MB, here 0.33 s and 61 MB. So the rule stands here, and the parser is expat.
"""

from xml.etree.ElementTree import Element, ParseError, XMLParser

from fioboard.engine.formats.fio.foreign import sentences
from fioboard.engine.formats.fio.model.errors import NotUnderstood, TooDeep, TooMany
from fioboard.engine.formats.fio.model.limits import Limits
from fioboard.engine.formats.fio.text.lines import find_filled_lines

# What XML allows to be declared stands in a document type.
_DECLARATIONS = ("<!DOCTYPE", "<!ENTITY")


def read_xml(content: bytes, limits: Limits) -> Element:
    """The root. Raises NotUnderstood for broken XML or one with a document type, TooDeep, TooMany."""
    if content.count(b"<") > limits.max_values:
        raise TooMany(sentences.TOO_MANY_ELEMENTS(most=limits.max_values))
    text = content.decode("utf-8", "replace").strip()
    if any(declaration in text for declaration in _DECLARATIONS):
        raise NotUnderstood("XML with a document type, which no tool here writes, is not read.")
    parser = XMLParser()  # noqa: S314 -- without a document type there is nothing to expand
    try:
        parser.feed(text)
        root = parser.close()
    except (ParseError, ValueError) as error:
        raise NotUnderstood(sentences.XML_UNREAD(kind=type(error).__name__)) from None
    _require_shallow(root, limits)
    return root


def _require_shallow(root: Element, limits: Limits) -> None:
    level, depth = [root], 0
    while level:
        level, depth = [child for element in level for child in element], depth + 1
        if depth > limits.max_depth:
            raise TooDeep(sentences.XML_TOO_DEEP(most=limits.max_depth))


def get_text(element: Element, path: str) -> str | None:
    """Return the text of the first descendant at the path, stripped; None when there is none."""
    text = element.findtext(path)
    return text.strip() or None if text is not None else None


def list_lines(content: bytes) -> list[int]:
    """List all lines of a body that is one document."""
    first, last = find_filled_lines(content)
    return list(range(first, last + 1))
