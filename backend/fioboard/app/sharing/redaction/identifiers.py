"""What the leak check looks for (R8): every identifier that the sources hold.

Three kinds, because a drive's model may be named like a directory but never like a serial number:
- `id`: serials, WWN, MAC addresses of interfaces, UUIDs. Count wherever they stand.
- `name`: hosts, servers, volumes, and what looks like an address. Of plain letters they do not count as a part of what
  a maker worded (a host called `epyc` and the CPU model "AMD EPYC 7402"), but in what the machine's owner can have
  worded (a product), and as its whole where either can have (a model).
- `word`: titles, notes, labels, tags, job names, parts of paths. Do not count inside kept facts.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from ipaddress import IPv6Address
from typing import Literal

from fioboard.app.sharing.redaction import card_words
from fioboard.app.sharing.redaction.hardware import NO_SERIAL
from fioboard.app.sharing.redaction.provenance import list_texts
from fioboard.app.sharing.redaction.ratings import WORDS
from fioboard.app.sharing.redaction.shown_factors import read_rated_value
from fioboard.app.sharing.redaction.sources import SourceRun, Sources, list_sides, list_targets
from fioboard.engine.answers.batch import BatchOut
from fioboard.engine.hardware.inventory import schema_marks
from fioboard.engine.hardware.inventory.tolerant import mapping, named, objects, text

Sort = Literal["id", "name", "word"]
MIN_PART = 4
# Short words are looked for as words of their own; from this length on as any part of a text.
MIN_ANYWHERE = 6
# What has one of these forms identifies wherever it was written; a list of percentiles can look like an address, too.
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_MAC = re.compile(r"(?<![0-9A-Fa-f:])[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5,7}(?![0-9A-Fa-f:])")
_IPV4 = re.compile(r"(?<![\d.])(\d{1,3}\.){3}\d{1,3}(?![\d.])")
_IPV6 = re.compile(r"(?<![\w:.])[0-9a-fA-F:]{2,39}(?![\w:])")
_MAIL = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(\.[\w-]{1,64})+")
_FORMED: tuple[tuple[re.Pattern[str], Sort], ...] = (
    (_UUID, "id"),
    (_MAC, "name"),
    (_MAIL, "name"),
    (_IPV4, "name"),
)


@dataclass(frozen=True, slots=True)
class Identifier:
    """One identifier: what it is of (a name of fields.py where there is one), and how it is looked for."""

    field: str
    text: str
    sort: Sort

    @property
    def plain(self) -> str:
        """Case folded, separators removed."""
        return simplify(self.text)


def simplify(text: str) -> str:
    """Return a text case folded, letters and digits only."""
    return "".join(c for c in text.casefold() if c.isalnum())


def collect(sources: Sources) -> set[Identifier]:
    """Every identifier of the sources."""
    known: set[Identifier] = set()
    for run in sources.runs:
        known |= set(_list_run_identifiers(run))
        known |= set(_list_inventory_identifiers(run.get("inventory")))
    for card in sources.cards:
        known |= {Identifier(WORDS, word, "word") for word in card_words.list_card_words(card)}
    for inventory in sources.inventories.values():
        known |= set(_list_inventory_identifiers(inventory.get("document")))
        known.add(Identifier("host.ids", str(inventory.get("id")), "id"))
    for side in list_sides(sources.compare):
        for ref in side.get("runs") or []:
            known |= set(_list_host_identifiers(str(ref.get("host_name") or "")))
            known.add(Identifier("run.title", str(ref.get("title") or ""), "word"))
            known.add(Identifier("host.ids", str(ref.get("id")), "id"))
    known |= set(_list_batch_identifiers(sources.batch))
    known |= {Identifier(field, match, sort) for field, match, sort in _list_formed(sources)}
    known |= {part for one in known for part in _split_identifier(one)}
    return {one for one in known if _is_identifying(one)}


def _split_identifier(one: Identifier) -> Iterator[Identifier]:
    """Split an identifier into its telling parts: `eui.0025…` without its prefix, a ticket's number within a
    title.
    """
    shortest = 8 if one.sort == "id" else MIN_ANYWHERE
    for part in re.split(r"[.:/]+" if one.sort == "id" else r"[^\w-]+", one.text):
        is_telling = any(c.isdigit() for c in part) and any(c.isalpha() for c in part)
        if is_telling and len(part) >= shortest and part != one.text and one.sort != "name":
            yield Identifier(one.field, part, one.sort)


def _is_identifying(one: Identifier) -> bool:
    flat = one.plain
    if len(flat) < (2 if one.sort == "name" else MIN_PART) or len(set(flat)) == 1:
        return False
    return one.sort != "id" or one.text.strip().casefold() not in NO_SERIAL


def _list_run_identifiers(run: SourceRun) -> Iterator[Identifier]:
    host = run["host"]
    yield from _list_host_identifiers(str(host.get("name") or ""))
    for own_id in (run["id"], run.get("inventory_id"), host.get("id")):
        yield Identifier("host.ids", str(own_id or ""), "id")
    for field, value in (("run.title", run.get("title")), ("run.note", run.get("note"))):
        yield Identifier(field, str(value or ""), "word")
    for tag in run.get("tags") or []:
        yield Identifier("run.tags", str(tag), "word")
    for key, value in (run.get("labels") or {}).items():
        if read_rated_value(key, value) is not None:
            continue
        yield Identifier(f"label.{key}", str(value), "word")
        yield Identifier(f"label.{key}", key, "word")
    for word in card_words.list_rating_words(run.get("rating")):
        yield Identifier(WORDS, word, "word")
    for result in run.get("results") or []:
        yield Identifier("job.name", str(result.get("job_name") or ""), "word")
        yield Identifier("host.ids", str(result.get("id") or ""), "id")
    for document in run.get("documents") or []:
        yield Identifier("file.name", str(document.get("name") or ""), "word")
        yield Identifier("file.name", str(document.get("sha256") or ""), "id")
    yield from _list_path_identifiers("target.path", _list_paths(run))
    for target in list_targets(run):
        for layer in target.get("layers") or []:
            _, separator, server = str(layer).partition(" from ")
            if separator:
                yield Identifier("file_server", server, "name")


def _list_batch_identifiers(batch: BatchOut | None) -> Iterator[Identifier]:
    if batch is not None:
        for word in (batch["title"], batch["agent_name"]):
            yield Identifier("batch.title", word or "", "word")
        yield Identifier("batch.note", batch["note"] or "", "word")
        yield Identifier("host.ids", str(batch["id"]), "id")


def _list_host_identifiers(name: str) -> Iterator[Identifier]:
    """List a host's name, its short form, its domains."""
    yield Identifier("host.name", name, "name")
    parts = re.split(r"[.\s()]+", name)
    yield from (Identifier("host.name", part, "name") for part in parts if len(parts) > 1 and len(part) > 2)


def _list_paths(run: SourceRun) -> Iterator[str]:
    """List paths of targets, and whatever looks like one in options and arguments."""
    yield str(run.get("target") or "")
    for target in list_targets(run):
        yield str(target.get("path") or "")
        yield str(target.get("place") or "")
    options = [run.get("global_options") or {}, *(run.get("job_options") or [])]
    words = [*(run.get("argv") or []), *(str(v) for option in options for v in option.values())]
    yield from (str(word).rpartition("=")[2] for word in words if "/" in str(word) or "\\" in str(word))


def _list_path_identifiers(field: str, paths: Iterable[str]) -> Iterator[Identifier]:
    for path in paths:
        parts = [part for part in re.split(r"[/\\:]+", path) if part]
        if len(parts) > 1:
            yield Identifier(field, path, "word")
        for part in parts:
            yield Identifier(field, part, "word")
            stem = part.partition(".")[0]
            if len(stem) >= MIN_PART:
                yield Identifier(field, stem, "word")


def _list_inventory_identifiers(document: object) -> Iterator[Identifier]:
    if not isinstance(document, Mapping):
        return
    yield from _list_marked(schema_marks.load_schema(), document, "")
    for name, _ in named(document, "volumes"):
        yield Identifier("volume.name", name, "name")
    for name, _ in named(document, "disks"):
        yield Identifier("kernel_name", name, "word")
    for entry in objects(document, "network"):
        yield Identifier("interface.name", text(entry, "name") or "", "word")
    yield from _list_path_identifiers("inventory.other", [text(document, "fio.path") or ""])


def _list_marked(schema: schema_marks.Schema, value: object, path: str) -> Iterator[Identifier]:
    """List whatever the schema marks as identifying."""
    if schema.get("x-identifying") is True:
        if isinstance(value, str):
            if path == "host.name":
                yield from _list_host_identifiers(value)
            else:
                yield Identifier(str(schema.get("x-reveal", "host.ids")), value, "id")
        return
    fields, items = mapping(schema, "properties"), schema.get("items")
    if isinstance(value, Mapping):
        for key, item in value.items():
            below = fields.get(key) or schema.get("additionalProperties")
            if isinstance(below, Mapping):
                yield from _list_marked(below, item, f"{path}.{key}" if path else key)
    elif isinstance(value, list) and isinstance(items, Mapping):
        for item in value:
            yield from _list_marked(items, item, f"{path}.*")


def _list_formed(sources: Sources) -> Iterator[tuple[str, str, Sort]]:
    for value in list_texts(
        [list(sources.runs), sources.compare, sources.batch, list(sources.inventories.values())]
    ):
        if "." in value or ":" in value or "-" in value:
            for pattern, sort in _FORMED:
                for match in pattern.finditer(value[:10_000]):
                    yield "host.ids", match[0], sort
        if value.count(":") > 1:
            for match in _IPV6.finditer(value[:10_000]):
                if _is_ipv6(match[0]):
                    yield "host.ids", match[0], "name"


def _is_ipv6(text: str) -> bool:
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return True
