"""Names, sizes and contents of the repository's files."""

import re
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.house.conftest import CHECKOUT, committed_files

TOP_LEVEL = {
    *{"backend", "frontend", "migrations", "agent", "docs"},
    *{"Makefile", "README.md", "docker-compose.yml", "LICENSE"},
    *{"CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"},
    *{".ci", ".githooks", ".dockerignore", ".editorconfig", ".gitignore"},
}
NOUNLESS = re.compile(r"(utils?|helpers?|common|misc)(\.|_|-|$)", re.IGNORECASE)
SOURCE = {".py", ".ts", ".tsx", ".mjs", ".js", ".sh", ".css"}
MAX_LINES = 400
MAX_TEST_LINES = 600
MAX_OF_A_PREFIX = 4
# Each with its reason.
LONG = {
    "frontend/src/api/vocabulary.gen.ts",  # generated from the vocabulary; nobody edits it
    "agent/fioboard_agent/inventory_types.py",  # generated from the inventory's schema; nobody edits it
    "agent/fioboard_agent/inventory_marks.py",  # as that one
}


def is_test(path: Path) -> bool:
    return "tests" in path.parts or "e2e" in path.parts or ".spec." in path.name


def is_captured(path: Path) -> bool:
    """Output of other programs, kept as it is."""
    return "data" in path.parts or "snapshots" in path.parts


def test_top_level_holds_the_parts_of_the_product_only() -> None:
    assert {path.parts[0] for path in committed_files()} == TOP_LEVEL


def test_no_file_is_named_after_nothing() -> None:
    assert [
        str(path) for path in committed_files() if NOUNLESS.match(path.name) and not is_captured(path)
    ] == []


def test_no_file_is_too_long_to_read() -> None:
    long = {}
    for path in committed_files():
        if path.suffix not in SOURCE or str(path) in LONG or is_captured(path):
            continue
        lines = (CHECKOUT / path).read_text().count("\n")
        if lines > (MAX_TEST_LINES if is_test(path) else MAX_LINES):
            long[str(path)] = lines
    assert long == {}


def test_exceptions_to_the_length_rule_are_still_needed() -> None:
    assert {name for name in LONG if not (CHECKOUT / name).exists()} == set()


def test_lock_files_hold_no_registry_address() -> None:
    assert "://" not in (CHECKOUT / "backend" / "uv.lock").read_text()
    # Addresses of funding pages are data of the packages; where they were fetched from is not to be in here.
    fetched = re.findall(
        r'"resolved": "[a-z]+://[^"]+', (CHECKOUT / "frontend" / "package-lock.json").read_text()
    )
    assert fetched == []


def test_python_modules_say_what_belongs_into_them() -> None:
    silent = []
    for path in committed_files():
        if path.suffix != ".py" or path.parts[:2] not in {
            ("backend", "fioboard"),
            ("agent", "fioboard_agent"),
        }:
            continue
        text = (CHECKOUT / path).read_text()
        if text.strip() and not re.match(r'(#![^\n]*\n)?r?"""', text):
            silent.append(str(path))
    assert silent == []


def test_todo_states_its_condition() -> None:
    found = []
    for path in committed_files():
        if path.suffix in SOURCE and not is_captured(path) and path.name != Path(__file__).name:
            for number, line in enumerate((CHECKOUT / path).read_text().splitlines(), 1):
                if re.search(r"\b(TODO|FIXME|XXX)\b(?!.*\b(when|once|after|until)\b)", line):
                    found.append(f"{path}:{number}")
    assert found == []


def crowded_prefixes(paths: Iterable[Path]) -> list[str]:
    """`folder/prefix` that more modules begin with than may without a folder of their own; `x.py` counts for `x_`."""
    counts = Counter(path.parent / path.stem.split("_")[0] for path in paths if path.stem[0] != "_")
    return sorted(str(prefix) for prefix, count in counts.items() if count > MAX_OF_A_PREFIX)


def test_a_shared_prefix_becomes_a_folder() -> None:
    rooms = [Path("backend/fioboard"), Path("agent/fioboard_agent")]
    modules = [
        path
        for path in committed_files()
        if path.suffix == ".py" and any(path.is_relative_to(room) for room in rooms)
    ]
    assert len(modules) > 400
    assert crowded_prefixes(modules) == []


@pytest.mark.parametrize(
    ("modules", "crowded"), [("ab_c ab_d ab_e ab", []), ("ab_c ab_d ab_e ab_f ab", ["x/ab"])]
)
def test_a_crowded_prefix_is_found(modules: str, crowded: list[str]) -> None:
    assert crowded_prefixes(Path("x") / f"{name}.py" for name in modules.split()) == crowded
