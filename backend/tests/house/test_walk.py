"""The walk of one upload in docs/architecture.md names functions that exist, and enters each room once."""

import importlib
import re
from functools import reduce

import pytest

from tests.house.conftest import CHECKOUT

ROW = re.compile(r"\| `([a-z/]+)` \| [^|]* \| ([^|]*) \|")


def walk() -> list[tuple[str, list[str]]]:
    """Rooms in order, with the names that stand beside each."""
    text = (CHECKOUT / "docs/architecture.md").read_text(encoding="utf-8")
    section = text.partition("## One upload")[2].partition("\n## ")[0]
    return [(room, re.findall(r"`([\w.]+)`", functions)) for room, functions in ROW.findall(section)]


def part(owner: object, name: str) -> object:
    """What a dotted name means inside a module or class. Raises AttributeError, ModuleNotFoundError."""
    if hasattr(owner, name) or not hasattr(owner, "__path__"):
        return getattr(owner, name)
    return importlib.import_module(f"{owner.__name__}.{name}")  # type: ignore[attr-defined] # a package


def missing(room: str, names: list[str]) -> list[str]:
    """Names that neither the room has nor what the name before was found in."""
    package = importlib.import_module(f"fioboard.{room.replace('/', '.')}")
    owner: object = package
    unknown = []
    for name in names:
        for start in (package, owner):
            try:
                *outer, last = name.split(".")
                inside = reduce(part, outer, start)
                part(inside, last)
            except (AttributeError, ModuleNotFoundError):
                continue
            owner = inside
            break
        else:
            unknown.append(f"{room}: {name}")
    return unknown


def test_every_function_of_the_walk_exists() -> None:
    assert [name for room, names in walk() for name in missing(room, names)] == []


def test_the_walk_enters_each_room_once() -> None:
    rooms = [room for room, _ in walk()]
    assert rooms == [
        "app/ingest",
        "store/derive",
        "engine/formats/fio",
        "engine/hardware/inventory",
        "engine/rules",
        "engine/factors",
        "store/blobs",
        "store/queries",
    ]


@pytest.mark.parametrize("name", ["read_output_twice", "reader.nothing", "nowhere.read_output"])
def test_a_name_that_is_gone_is_found(name: str) -> None:
    assert missing("engine/formats/fio", ["read_output", name]) == [f"engine/formats/fio: {name}"]
