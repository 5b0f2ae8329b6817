"""The very same parts? By the serials of drives and memory modules; what they can do is the facets' business.

The fingerprint of units is a hash of serials: who knows these can recognise it, so it leaves the service nowhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from fioboard.core.sanitize import Document
from fioboard.engine.hardware.inventory.fingerprint import Projection, State, build_projection, compare
from fioboard.engine.hardware.inventory.tolerant import mapping, named, objects, text, whole
from fioboard.engine.words import sentences


@dataclass(frozen=True, slots=True)
class Swap:
    """A drive that another one of the same model has replaced."""

    model: str
    is_in_place: bool
    """Whether both are known to sit in the same place."""
    base_serial: str
    new_serial: str


def collect_serials(document: Document) -> Projection:
    """Collect sorted serials of the drives and of the memory modules; unknown where one of them has none that can
    be read.
    """
    drives = [text(disk, "serial") for _, disk in named(document, "disks")]
    modules = [text(m, "serial") for m in objects(document, "memory.dimms") if whole(m, "size_bytes")]
    return build_projection(
        {"drives": _keep_if_all_known(drives), "memory modules": _keep_if_all_known(modules)}
    )


def _keep_if_all_known(serials: list[str | None]) -> list[str] | None:
    known = [serial for serial in serials if serial]
    return sorted(known) if known and len(known) == len(serials) else None


def compare_units(base: Document, new: Document) -> tuple[State, str]:
    """Whether both documents speak of the same units, and a sentence that names no serial."""
    before, after = collect_serials(base), collect_serials(new)
    state = compare(before, after)
    both = before.values.keys() & after.values.keys()
    if state == "different":
        changed = sorted(name for name in both if before.values[name] != after.values[name])
        return state, sentences.OTHER_UNITS(changed=" and ".join(changed))
    missing = sorted({*before.unknown, *after.unknown})
    if state == "same":
        same, lacking = " and ".join(sorted(both)), ", ".join(missing)
        if lacking:
            return state, sentences.SAME_UNITS_AS_KNOWN(same=same, lacking=lacking)
        return state, sentences.SAME_UNITS(same=same)
    return state, sentences.CANNOT_TELL_UNITS(lacking=", ".join(missing))


def list_swaps(base: Document, new: Document) -> list[Swap]:
    """List drives of `new` with another serial than the one of the same model that is gone; an unknown one is no
    other.
    """
    before, after = _map_by_serial(base), _map_by_serial(new)
    come = {serial: drive for serial, drive in after.items() if serial not in before}
    gone = {serial: drive for serial, drive in before.items() if serial not in after}
    swapped: list[Swap] = []
    # Those in the same place first, so that no other takes their partner.
    for is_in_place in (True, False):
        partners: dict[tuple[str, str | None], list[str]] = {}
        for old, (model, place) in reversed(gone.items()):
            partners.setdefault((model, place if is_in_place else None), []).append(old)
        for serial, (model, place) in list(come.items()):
            fitting = partners.get((model, place if is_in_place else None))
            if fitting and (place or not is_in_place):
                old = fitting.pop()
                del gone[old], come[serial]
                swapped.append(Swap(model, is_in_place, old, serial))
    return swapped


def _map_by_serial(document: Document) -> Mapping[str, tuple[str, str | None]]:
    """Map serial to model and place of each drive that has both a serial and a model."""
    functions = mapping(document, "pci")
    return {
        serial: (model, text(functions.get(text(disk, "pci") or ""), "stable_path"))
        for _, disk in named(document, "disks")
        if (serial := text(disk, "serial")) and (model := text(disk, "model"))
    }
