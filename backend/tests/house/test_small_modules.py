"""A module of a few lines that one other module imports belongs into that one: a door less for a newcomer."""

import ast
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

import pytest
from related_tests import walk_statements

from tests.house.conftest import CHECKOUT

MIN_LINES = 20


def imported(source: str, modules: set[str]) -> set[str]:
    """Which of the modules Python's text imports, also late and for types only."""
    names: set[str] = set()
    for node in walk_statements(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)}
    return names & modules


def small_with_one_importer(sources: Mapping[str, str]) -> set[str]:
    """Of modules by their dotted names; a package's `__init__`, which only opens the door, is no importer, and the
    sentences of a subject have a file of their own, however few they are.
    """
    modules = {name for name in sources if not name.endswith((".__init__", ".sentences"))}
    importers = defaultdict(set)
    for name, source in sources.items():
        for module in imported(source, modules):
            if name != f"{module.rpartition('.')[0]}.__init__":
                importers[module].add(name)
    return {
        name for name in modules if len(importers[name]) == 1 and len(sources[name].splitlines()) < MIN_LINES
    }


def sources_of(package: Path) -> dict[str, str]:
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in package.rglob("*.py")
    }


@pytest.mark.parametrize(("package", "least"), [("backend/fioboard", 350), ("agent/fioboard_agent", 150)])
def test_no_small_module_serves_one_other(package: str, least: int) -> None:
    sources = sources_of(CHECKOUT / package)
    assert len(sources) > least
    assert small_with_one_importer(sources) == set()


def test_a_small_module_with_one_importer_is_found() -> None:
    sources = {
        "x.__init__": "from x.small import a\nfrom x.shared import c\n",
        "x.small": "a = 1\n",
        "x.long": "b = 1\n" * MIN_LINES,
        "x.shared": "c = 1\n",
        "x.user": "def f():\n    from x import small, long\n    import x.shared\n",
        "x.other": "from x.shared import c\n",
    }
    assert small_with_one_importer(sources) == {"x.small"}
