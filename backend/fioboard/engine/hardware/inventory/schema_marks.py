"""The published JSON Schema of the inventory document, and the marks in it: what identifies, what changes by itself,
which facet a field belongs to. Redaction and difference read the marks; nothing else says the same again."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import orjson

from fioboard.engine.answers.difference import AnyFacet

Schema = Mapping[str, object]
FACETS: Mapping[object, AnyFacet] = {"hw": "hw", "fw": "fw", "os": "os"}


@cache
def load_schema() -> Schema:
    """Load the schema (draft 2020-12)."""
    document: Schema = orjson.loads(
        files("fioboard.engine.hardware.inventory").joinpath("inventory.schema.json").read_bytes()
    )
    return document


@dataclass(frozen=True, slots=True)
class Mark:
    """What the schema says of one field. A field that it does not know (of a newer agent) has the plain mark."""

    schema: Schema
    facet: AnyFacet = "other"
    title: str = ""
    follows_from: tuple[str, ...] = ()
    """Paths of fields whose change brings a change of this one."""

    @property
    def is_volatile(self) -> bool:
        """Whether it changes by itself and is never part of a difference."""
        return self.schema.get("x-volatile") is True

    @property
    def unit(self) -> str | None:
        """Unit of a quantity."""
        unit = self.schema.get("x-unit")
        return unit if isinstance(unit, str) else None

    @property
    def is_set(self) -> bool:
        """Whether the order of a list does not matter."""
        return self.schema.get("x-set") is True

    @property
    def reference(self) -> str | None:
        """The map an entry of which this names: pci, disks or volumes."""
        name = self.schema.get("x-ref")
        return name if isinstance(name, str) else None

    @property
    def keys(self) -> list[str]:
        """What the entries of a list or map are told apart by."""
        names = self.schema.get("x-key")
        return list(names) if isinstance(names, list) else []

    @property
    def label(self) -> str | None:
        """The field that names an entry for people."""
        name = self.schema.get("x-label")
        return name if isinstance(name, str) else None

    def field(self, name: str) -> "Mark":
        """The mark of a field, or of an entry of a map."""
        below = self.fields().get(name)
        if below is None:
            below = self.schema.get("additionalProperties")
        return self._build_mark(below, name.replace("_", " "))

    def fields(self) -> Mapping[str, object]:
        """The fields that the schema knows below this one, in its order."""
        return _get_part(self.schema, "properties")

    def item(self) -> "Mark":
        """The mark of the entries of a list."""
        return self._build_mark(self.schema.get("items"), self.title)

    def _build_mark(self, below: object, name: str) -> "Mark":
        schema = below if isinstance(below, Mapping) else {}
        facet, title = schema.get("x-facet", self.facet), schema.get("title")
        sources = schema.get("x-follows-from")
        return Mark(
            schema,
            FACETS.get(facet, "other"),
            title if isinstance(title, str) and title else name,
            tuple(map(str, sources)) if isinstance(sources, list) else self.follows_from,
        )


def _get_part(schema: Schema, name: str) -> Mapping[str, object]:
    part = schema.get(name)
    return part if isinstance(part, Mapping) else {}


def get_root() -> Mark:
    """Return the mark of the whole document."""
    return Mark(load_schema())


def list_identifying() -> list[str]:
    """List the paths of all fields that show who or where, with `*` for entries of lists and maps: what shares
    must hide.
    """
    return sorted(_list_identifying(load_schema(), ""))


def _list_identifying(part: Schema, path: str) -> Iterator[str]:
    if part.get("x-identifying") is True:
        yield path
    for name, below in _get_part(part, "properties").items():
        if isinstance(below, Mapping):
            yield from _list_identifying(below, f"{path}.{name}" if path else name)
    for below in (part.get("items"), part.get("additionalProperties")):
        if isinstance(below, Mapping):
            yield from _list_identifying(below, f"{path}.*")
