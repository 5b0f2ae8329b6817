"""Atom (RFC 4287) of entries that are told in words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID
from xml.etree import ElementTree as Xml

NAMESPACE = "http://www.w3.org/2005/Atom"
# What XML 1.0 has no way to write; hosts and people may have put it into a name.
_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that is told, under an id that stays."""

    id: UUID
    title: str
    summary: str
    category: str
    url: str
    published: datetime
    updated: datetime


def atom(feed_id: UUID, title: str, url: str, updated: datetime, entries: Sequence[Entry]) -> bytes:
    """The document. It does not name its own address, which is a secret."""
    feed = Xml.Element("feed", {"xmlns": NAMESPACE})
    _text(feed, "id", feed_id.urn)
    _text(feed, "title", title)
    _text(feed, "updated", _moment(updated))
    _text(Xml.SubElement(feed, "author"), "name", "fioboard")
    Xml.SubElement(feed, "link", {"rel": "alternate", "type": "text/html", "href": _written(url)})
    for one in entries:
        entry = Xml.SubElement(feed, "entry")
        _text(entry, "id", one.id.urn)
        _text(entry, "title", one.title)
        _text(entry, "updated", _moment(one.updated))
        _text(entry, "published", _moment(one.published))
        Xml.SubElement(entry, "link", {"rel": "alternate", "type": "text/html", "href": _written(one.url)})
        Xml.SubElement(entry, "category", {"term": _written(one.category)})
        _text(entry, "summary", one.summary)
    written: bytes = Xml.tostring(feed, encoding="utf-8", xml_declaration=True)
    return written


def _text(parent: Xml.Element, tag: str, text: str) -> None:
    Xml.SubElement(parent, tag).text = _written(text)


def _written(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)


def _moment(at: datetime) -> str:
    return at.astimezone(UTC).isoformat().replace("+00:00", "Z")
