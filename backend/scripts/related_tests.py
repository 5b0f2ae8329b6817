"""Choose the tests nearest to what changed: `make test-changed`.

A test is as near as the chain of imports from its file to the changed one is short. Tests that stand where the changed
module stands (`fioboard/engine/stats` and `tests/engine/stats`) are taken as importing it: they often reach it through
the service alone. The nearest come first, until together they take `MAX_SECONDS`: everything depends on `core` in the
end.
"""

import ast
import posixpath
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from service import CHECKOUT
from suites import find_suite
from test_reports import load_durations

MAX_SECONDS = 60
UNKNOWN_SECONDS = 5
"""Taken for a file of tests that has not run here yet."""
IMPORT_ROOTS = ("backend", "backend/scripts", "backend/lab", "agent", "agent/tests")
"""Folders that Python's absolute imports begin at."""
HUBS = {
    "backend/fioboard/main.py",
    "backend/tests/conftest.py",
    "frontend/src/app/routes.tsx",
    "frontend/src/app/app.ts",
}
"""Files that import everything: what is reached only through one of them is no neighbour."""
TS_IMPORT = re.compile(r"""(?:from|import)\s*\(?\s*["']((?:\.{1,2}|@)/[^"']+)["']""")


@dataclass(frozen=True, slots=True)
class Chosen:
    """Files of tests to run, and what was left out."""

    changed: list[str]
    files: list[str]
    left: int
    """Files of tests that depend on the change, too, but further away."""

    def describe(self) -> str:
        """Return a sentence for the terminal."""
        if not self.changed:
            return "Nothing differs from origin/main."
        further = f"; {self.left} files further away are left to `make test`" if self.left else ""
        return f"{len(self.changed)} changed files, {len(self.files)} files of tests, nearest first{further}."


def choose_tests() -> Chosen:
    """Return the tests nearest to what differs from origin/main, committed or not."""
    changed = list_changed()
    graph = read_imports(list_sources())
    distances = measure_distances(changed, graph)
    near = [path for path in sorted(distances, key=lambda path: (distances[path], path)) if is_test(path)]
    seconds = load_seconds()
    files: list[str] = []
    total = 0.0
    for path in near:
        total += seconds.get(path, UNKNOWN_SECONDS)
        if files and total > MAX_SECONDS and distances[path] > 0:
            break
        files.append(path)
    return Chosen(changed, files, len(near) - len(files))


def list_changed() -> list[str]:
    """Return the files that differ from where this branch left origin/main, new ones included."""
    base = _git("merge-base", "HEAD", "origin/main") or "HEAD"
    names = _git("diff", "--name-only", base) + "\n" + _git("ls-files", "--others", "--exclude-standard")
    return sorted(name for name in set(names.split("\n")) if (CHECKOUT / name).is_file())


def list_sources() -> list[str]:
    """Return every source file that git knows."""
    known = _git(
        "ls-files", "--cached", "--others", "--exclude-standard", "backend", "agent", "migrations", "frontend"
    )
    return [
        name
        for name in known.split("\n")
        if name.endswith((".py", ".ts", ".tsx")) and (CHECKOUT / name).exists()
    ]


def _git(*arguments: str) -> str:
    ran = subprocess.run(["git", *arguments], cwd=CHECKOUT, capture_output=True, text=True, check=False)
    return ran.stdout.strip()


def read_imports(sources: list[str]) -> dict[str, set[str]]:
    """Return for each file those that import it."""
    importers: dict[str, set[str]] = defaultdict(set)
    known = frozenset(sources)
    for path in sources:
        text = (CHECKOUT / path).read_text(encoding="utf-8")
        find_imports = _python_imports if path.endswith(".py") else _script_imports
        for imported in find_imports(path, text, known):
            importers[imported].add(path)
    return importers


def walk_statements(node: ast.AST) -> Iterator[ast.AST]:
    """Return a node and all statements within it, but no expression, as ast.walk does: those are most of a tree."""
    yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case):
            yield from walk_statements(child)


def _python_imports(path: str, text: str, known: frozenset[str]) -> Iterator[str]:
    for node in walk_statements(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [
                name for alias in node.names for name in (f"{node.module}.{alias.name}", str(node.module))
            ]
        else:
            continue
        for name in names:
            yield from _find_module(name, path.partition("/")[0], known)


@cache
def _find_module(name: str, room: str, known: frozenset[str]) -> tuple[str, ...]:
    """Return the file of a dotted name, as a file of this room (backend, agent) imports it; none of a library."""
    inside = name.replace(".", "/")
    places = [root for root in IMPORT_ROOTS if root.startswith(room)] or list(IMPORT_ROOTS)
    candidates = [f"{root}/{inside}{end}" for root in places for end in (".py", "/__init__.py")]
    return tuple(path for path in candidates if path in known)


def _script_imports(path: str, text: str, known: frozenset[str]) -> Iterator[str]:
    for name in TS_IMPORT.findall(text):
        # As tsconfig.json has it: "@/" is the source folder, and an extension may be left out.
        start = Path("frontend/src", name[2:]) if name.startswith("@/") else Path(path).parent / name
        inside = posixpath.normpath(start.as_posix())
        yield from known.intersection(inside + end for end in ("", ".ts", ".tsx", "/index.ts", "/index.tsx"))


def measure_distances(changed: list[str], importers: Mapping[str, set[str]]) -> dict[str, int]:
    """Return how many imports each file that depends on a changed one is away from it; 0 for the changed themselves."""
    distances = dict.fromkeys(changed, 0)
    for path in changed:
        for neighbour in find_neighbours(path):
            distances.setdefault(neighbour, 1)
    nearest = sorted(distances, key=lambda path: distances[path])
    for path in nearest:
        if path in HUBS and distances[path] > 0:
            continue
        for importer in sorted(importers.get(path, ())):
            if importer not in distances:
                distances[importer] = distances[path] + 1
                nearest.append(importer)
    return distances


def find_neighbours(path: str) -> list[str]:
    """Return the tests that stand where a module stands: in the folder of its name, or by the module's own name."""
    module = Path(path)
    if path.startswith("agent/fioboard_agent/"):
        return [
            found
            for name in (module.stem, module.parent.name)
            for found in _list_tests("agent/tests", f"test_{name}*.py")
        ]
    if path.startswith("migrations/"):
        return _list_tests("backend/tests/migrations", "test_*.py")
    if path.startswith("backend/fioboard/") and len(module.parts) > 3:
        folder = Path("backend/tests", *module.parts[2:-1])
        while len(folder.parts) > 2 and not any((CHECKOUT / folder).glob("test_*.py")):
            folder = folder.parent
        if len(folder.parts) > 2:
            return _list_tests(folder.as_posix(), "test_*.py")
    return []


def _list_tests(folder: str, pattern: str) -> list[str]:
    return [path.relative_to(CHECKOUT).as_posix() for path in sorted((CHECKOUT / folder).rglob(pattern))]


def is_test(path: str) -> bool:
    """Tell whether a file holds tests of a suite."""
    name = path.rpartition("/")[2]
    if not (name.startswith("test_") and name.endswith(".py")) and not name.endswith(
        (".spec.ts", ".spec.tsx")
    ):
        return False
    try:
        find_suite(path)
    except ValueError:
        return False
    return True


def load_seconds() -> dict[str, float]:
    """Return the seconds of each file of tests that ran here before."""
    seconds: dict[str, float] = defaultdict(float)
    folders = {"agent": "agent", "backend": "backend", "frontend": "frontend", "e2e": "frontend/e2e"}
    for suite, tests in load_durations().items():
        for test, took in tests.items():
            place = test.partition(" ")[0]
            inside = place if "/" in place or place.endswith(".ts") else f"{place.replace('.', '/')}.py"
            seconds[f"{folders[suite]}/{inside}"] += took
    return seconds
