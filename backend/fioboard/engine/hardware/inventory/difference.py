"""The difference of two inventory documents, field by field. Only differences; what changes by itself is never one.

Unknown is not different: a field that became known is said so. A whole entry (a drive, a module) that came or went is
one row, not one for each of its fields.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice

import orjson

from fioboard.core.sanitize import Document, clean_text
from fioboard.engine.answers.difference import AnyFacet, Change, DifferenceRow, MachineFacet
from fioboard.engine.hardware.inventory import facets, schema_marks
from fioboard.engine.hardware.inventory.fingerprint import State, compare
from fioboard.engine.hardware.inventory.identity import Names
from fioboard.engine.hardware.inventory.schema_marks import Mark
from fioboard.engine.hardware.inventory.tolerant import text
from fioboard.engine.words import limits, sentences
from fioboard.engine.words.factors import FACTORS

FACET_WORDS: Mapping[MachineFacet, str] = {
    "hw": "hardware",
    "fw": "firmware settings",
    "os": "operating system",
}
MAX_ROWS = 5_000
MOVED: frozenset[Change] = frozenset({"added", "removed", "changed"})
UNTOLD: frozenset[Change] = frozenset({"became_known", "became_unknown"})


@dataclass(frozen=True, slots=True)
class Row:
    """One field that differs."""

    path: str
    title: str
    facet: AnyFacet
    change: Change
    base: object
    new: object
    unit: str | None = None
    part: str | None = None
    """What came, went or moved with it, in words of the schema ("drives"); None where only a value differs."""
    sources: tuple[str, ...] = ()
    """Paths of fields whose change brings a change of this one, as declared."""
    follows_from: str | None = None
    """The path of the row that this one follows from; None where it stands for itself."""

    def serialize(self) -> DifferenceRow:
        """Return the row as answers have it: a long value is cut."""
        return DifferenceRow(
            path=clean_text(self.path, limits.MAX_DIFFERENCE_VALUE_BYTES),
            title=clean_text(self.title, limits.MAX_DIFFERENCE_VALUE_BYTES),
            facet=self.facet,
            change=self.change,
            base=_cut(self.base),
            new=_cut(self.new),
            unit=self.unit,
            follows_from=self.follows_from,
        )


def _cut(value: object) -> object:
    """The value, or the beginning of its text where that is long."""
    if not isinstance(value, str | list | dict):
        return value
    written = value if isinstance(value, str) else orjson.dumps(value).decode()
    most = limits.MAX_DIFFERENCE_VALUE_BYTES
    return value if len(written) <= most else clean_text(written, most)


def limit_rows(rows: Iterable[DifferenceRow]) -> list[DifferenceRow]:
    """Return the first rows, as many as an answer may hold in number and bytes."""
    shown: list[DifferenceRow] = []
    room = limits.MAX_ANSWER_BYTES // 2
    for row in islice(rows, limits.MAX_DIFFERENCE_ROWS):
        room -= len(orjson.dumps(row, default=str))
        if room < 0:
            break
        shown.append(row)
    return shown


@dataclass(frozen=True, slots=True)
class FacetResult:
    """Whether one facet is the same, with a sentence."""

    facet: MachineFacet
    state: State
    text: str


def compare_documents(base: Document, new: Document) -> list[Row]:
    """List every field that differs, in the order of the schema. Names that the kernel gives are translated first.

    A field that changed with one that it follows from names it; its own source may follow from a third.
    """
    walk = _Walk(Names(base), Names(new))
    rows = list(islice(walk.fields(schema_marks.get_root(), "", base, new), MAX_ROWS))
    changed = {row.path for row in rows if row.change in MOVED}
    return [replace(row, follows_from=_find_source(row, changed)) for row in rows]


def _find_source(row: Row, changed: Set[str]) -> str | None:
    """Find the changed field that a changed row follows from; what one side did not record follows from nothing."""
    if row.change not in MOVED:
        return None
    return next(
        (path for path in (*row.sources, *_map_factor_sources().get(row.path, ())) if path in changed), None
    )


@cache
def _map_factor_sources() -> Mapping[str, tuple[str, ...]]:
    """Map, by path, what a field follows from that is a factor as it is."""
    paths = {factor.key: factor.path for factor in FACTORS.values() if factor.path is not None}
    return {
        paths[factor.key]: tuple(paths[key] for key in factor.follows_from if key in paths)
        for factor in FACTORS.values()
        if factor.key in paths
    }


def count_followers(rows: Sequence[Row]) -> Mapping[str, int]:
    """Count by path how many rows follow from each row that stands for itself, also by way of others."""
    sources = {row.path: row.follows_from for row in rows}
    counts: Counter[str] = Counter()
    for row in rows:
        root, seen = row.path, {row.path}
        while (source := sources.get(root)) is not None and source not in seen:
            seen.add(source)
            root = source
        if root != row.path:
            counts[root] += 1
    return counts


def compare_facets(base: Document, new: Document, rows: Sequence[Row]) -> list[FacetResult]:
    """Hardware, firmware settings and operating system: same, different, or cannot tell and why.

    `rows`: their difference. Nothing is said to be the same while a part of it came, went or moved, or of which less
    than half is known; and what one side alone lists can neither be called the same nor another.
    """
    before, after = facets.project_machine(base), facets.project_machine(new)
    results = []
    for facet, words in FACET_WORDS.items():
        one, other = before[facet], after[facet]
        moved = _list_parts(rows, facet, MOVED)
        unknown = _list_parts(rows, facet, UNTOLD)
        state = compare(one, other)
        if moved:
            state = "different"
        elif state == "same" and (unknown or len(one.unknown) > len(one.values)):
            state = "cannot_tell"
        if state == "same":
            lacking = ", ".join(map(spell_part, one.unknown))
            sentence = (
                sentences.SAME_AS_KNOWN(facet=words, lacking=lacking)
                if lacking
                else sentences.SAME(facet=words)
            )
        elif state == "different":
            both = one.values.keys() & other.values.keys()
            changed = sorted(spell_part(n) for n in both if one.values[n] != other.values[n])
            parts = ", ".join(dict.fromkeys([*changed, *moved]))
            sentence = sentences.DIFFERENT(facet=words, changed=parts)
        else:
            missing = sorted({*map(spell_part, (*one.unknown, *other.unknown)), *unknown}, key=str.casefold)
            sentence = sentences.CANNOT_TELL(facet=words, lacking=", ".join(missing))
        results.append(FacetResult(facet, state, sentence))
    return results


_SPELLED = {
    "bios": "BIOS",
    "cmdline": "kernel command line",
    "cpu": "CPU",
    "epp": "energy preference",
    "governors": "CPU governors",
    "module_params": "module parameters",
    "name": "OS name",
    "settings": "BIOS settings",
    "thp": "transparent huge pages",
    "version": "OS version",
}
_ABBREVIATIONS = {"aspm": "ASPM", "iommu": "IOMMU", "numa": "NUMA", "pci": "PCI", "smt": "SMT"}


def spell_part(name: str) -> str:
    """Spell a part of a facet as a reader knows it: `aspm_policy` is "ASPM policy"."""
    spelled = _SPELLED.get(name)
    return spelled or " ".join(_ABBREVIATIONS.get(word, word) for word in name.split("_"))


def _list_parts(rows: Iterable[Row], facet: MachineFacet, changes: frozenset[Change]) -> list[str]:
    """List which parts of a facet changed in one of these ways, each once, in order of the alphabet."""
    return sorted({row.part for row in rows if row.part and row.facet == facet and row.change in changes})


@cache
def map_part_names() -> Mapping[str, str]:
    """Map what each list of parts is called, by its path: `disks` are "drives"."""
    return dict(_list_part_names(schema_marks.get_root(), ""))


def _list_part_names(mark: Mark, path: str) -> Iterator[tuple[str, str]]:
    for name in mark.fields():
        below, where = mark.field(name), f"{path}.{name}" if path else name
        if below.keys:
            is_acronym = below.title[1:2].isupper()
            yield where, below.title if is_acronym else below.title[:1].lower() + below.title[1:]
        else:
            yield from _list_part_names(below, where)


class _Walk:
    """Goes through both documents and the schema side by side."""

    def __init__(self, base: Names, new: Names) -> None:
        self.base = base
        self.new = new

    def fields(self, mark: Mark, path: str, base: object, new: object) -> Iterator[Row]:
        """An object's fields: those of the schema in its order, then those it does not know."""
        before = base if isinstance(base, Mapping) else {}
        after = new if isinstance(new, Mapping) else {}
        known = mark.fields()
        for name in (*known, *sorted((before.keys() | after.keys()) - known.keys())):
            where = f"{path}.{name}" if path else name
            yield from self.value(mark.field(name), where, before.get(name), after.get(name))

    def value(self, mark: Mark, path: str, base: object, new: object) -> Iterator[Row]:
        """One field, whatever it holds."""
        # Equal names may mean different things (nvme0n1 was another drive): what holds names is always looked into.
        if mark.is_volatile or (base == new and not mark.reference and not _is_nested(base)):
            return
        if mark.keys:
            yield from self.entries(mark, path, base, new)
        elif isinstance(base, Mapping) or isinstance(new, Mapping):
            yield from self.fields(mark, path, base, new)
        elif _has_objects(base) or _has_objects(new):
            yield from self.fields(mark, path, _map_by_place(base), _map_by_place(new))
        else:
            yield from self.leaf(mark, path, base, new)

    def entries(self, mark: Mark, path: str, base: object, new: object) -> Iterator[Row]:
        """A list or map whose entries can be told apart."""
        before = self.base.map_entries(mark, path, base)
        after = self.new.map_entries(mark, path, new)
        for key in (*before, *(k for k in after if k not in before)):
            where = f"{path}[{key}]"
            below = mark.item() if "items" in mark.schema else mark.field(key)
            if key in before and key in after:
                yield from self.fields(below, where, before[key], after[key])
                continue
            part = _find_part(path)
            if key in after:
                change: Change = "became_known" if base is None else "added"
                named = _name_entry(mark, key, after[key])
                yield Row(where, mark.title, mark.facet, change, None, named, None, part, mark.follows_from)
            else:
                change = "became_unknown" if new is None else "removed"
                named = _name_entry(mark, key, before[key])
                yield Row(where, mark.title, mark.facet, change, named, None, None, part, mark.follows_from)

    def leaf(self, mark: Mark, path: str, base: object, new: object) -> Iterator[Row]:
        """A value, or a list of values."""
        if mark.reference:
            base = self.base.resolve(mark.reference, base)
            new = self.new.resolve(mark.reference, new)
        if mark.is_set:
            base, new = _sort(base), _sort(new)
        if base == new and type(base) in {int, float} and type(new) in {int, float}:
            return  # 16 and 16.0
        if base == new and type(base) is type(new):
            return
        if base is None:
            change: Change = "became_known"
        elif new is None:
            change = "became_unknown"
        else:
            change = "changed"
        # What refers to another place than before has moved.
        part = _find_part(path) if mark.reference and change == "changed" else None
        yield Row(path, mark.title, mark.facet, change, base, new, mark.unit, part, mark.follows_from)


def _find_part(path: str) -> str | None:
    """Find the list of parts that a field lies in; None for what the schema does not know."""
    return map_part_names().get(path.partition("[")[0])


def _is_nested(value: object) -> bool:
    return isinstance(value, Mapping | list)


def _has_objects(value: object) -> bool:
    return isinstance(value, list) and any(isinstance(item, Mapping) for item in value)


def _map_by_place(value: object) -> dict[str, object]:
    return {str(i): item for i, item in enumerate(value)} if isinstance(value, list) else {}


def _sort(value: object) -> object:
    return sorted(value, key=str) if isinstance(value, list) else value


def _name_entry(mark: Mark, key: str, entry: Document) -> str:
    """Return what an entry is called in a row that says it came or went."""
    return (text(entry, mark.label) if mark.label else None) or key
