"""Every sentence that the service, a share or the command line composes is a template with named values, and the
templates of a subject lie in one file of nothing else, so that an editor or a translator can work from it."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

import fioboard
from fioboard.core.loading import pause_garbage_collection

ROOT = Path(fioboard.__file__).parent
ELSEWHERE = {
    "engine/hardware/inventory/kernel_lines.py": "lines as the kernel prints them, which nobody translates",
}
"""Modules that hold templates beside other code, and why."""

NO_SENTENCES = (
    *("attachment; filename", "multipart/form-data; boundary", "default-src 'none'"),
    *("curl -fsSL {}/install.sh", "fio --name={}", "fioboard-agent suite purpose {}", "--(cpunodebind|"),
    *("issued rwt", "^issued rwt", "min/avg/max/mdev = "),
    "percentile {} is not in 0..100",
)
"""How other texts of several words begin: headers, commands and their options, lines as tools print them, and a fault of
the program."""

SQL = re.compile(
    r"\b(select|update|delete|where|order by|coalesce|join|any|case when|is null|unnest|jsonb?)\b|::"
    r"|^(cast\(|analyze |comment on |CREATE )"
)
PATTERN = re.compile(r"\(\?|\\[\[\]dswb(){}.]")
NAMED_BY_OTHERS = {"get", "Field", "Query", "Rule", "Column", "Figures", "Template", "TypeError"}
"""Calls whose texts are keys of somebody's document, descriptions for OpenAPI, names of the demo's runs, templates made
of others, or faults of the program."""
MIN_WORDS = 3


@dataclass(frozen=True)
class Module:
    """A module, and what it says, calls and imports."""

    body: list[ast.stmt]
    texts: list[ast.JoinedStr | ast.BinOp]
    calls: list[ast.Call]
    imports: list[ast.ImportFrom]

    def find_calls(self, name: str) -> list[ast.Call]:
        return [n for n in self.calls if isinstance(n.func, ast.Name) and n.func.id == name]


def parse(source: str) -> Module:
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    return Module(
        tree.body,
        [n for n in nodes if isinstance(n, ast.JoinedStr | ast.BinOp)],
        [n for n in nodes if isinstance(n, ast.Call)],
        [n for n in nodes if isinstance(n, ast.ImportFrom)],
    )


@cache
def parse_modules() -> Mapping[str, Module]:
    # 800,000 nodes: looking for garbage among them takes 12 s, reading them 2.
    with pause_garbage_collection():
        return {
            path.relative_to(ROOT).as_posix(): parse(path.read_text()) for path in sorted(ROOT.rglob("*.py"))
        }


def is_catalogue(file: str) -> bool:
    return file.endswith("/sentences.py") or "/sentences/" in file


def compose(module: Module) -> Iterator[str]:
    """Yield the sentences that a module composes of its own words and values."""
    named = {
        id(part)
        for call in module.calls
        if getattr(call.func, "id", getattr(call.func, "attr", "")) in NAMED_BY_OTHERS
        for part in ast.walk(call)
    }
    for n in module.texts:
        if id(n) in named or (isinstance(n, ast.BinOp) and not isinstance(n.op, ast.Add | ast.Mod)):
            continue
        parts = n.values if isinstance(n, ast.JoinedStr) else (n.left, n.right)
        own = [part.value if isinstance(part, ast.Constant) else "{}" for part in parts]
        text = "".join(part for part in own if isinstance(part, str))
        is_prose = " " in text and len(re.findall(r"[A-Za-z]{2,}", text)) >= MIN_WORDS
        if is_prose and "{}" in text and not SQL.search(text) and not PATTERN.search(text):
            yield text


def test_templates_of_a_subject_lie_in_one_place() -> None:
    held = {file: module for file, module in parse_modules().items() if module.find_calls("Template")}
    assert {file for file in held if not is_catalogue(file)} == ELSEWHERE.keys()
    for file in filter(is_catalogue, held):
        others = [n for n in held[file].body if not isinstance(n, ast.Assign | ast.Expr | ast.ImportFrom)]
        assert others == [], file


def test_no_other_module_composes_a_sentence() -> None:
    modules = {
        file: tree
        for file, tree in parse_modules().items()
        if not file.startswith(("store/queries/", "store/models/"))
    }
    found = {file: set(compose(module)) for file, module in modules.items()}
    others = {text for texts in found.values() for text in texts if text.startswith(NO_SENTENCES)}
    assert {file: texts - others for file, texts in found.items() if texts - others} == {}
    assert all(any(text.startswith(one) for text in others) for one in NO_SENTENCES)


def test_each_call_gives_the_values_that_its_template_names() -> None:
    modules = parse_modules()
    templates: dict[str, dict[str, set[str]]] = {}
    for file, module in modules.items():
        if is_catalogue(file):
            templates["fioboard." + file.removesuffix(".py").replace("/", ".")] = {
                node.targets[0].id: set(re.findall(r"{(\w+)", "".join(find_texts(node.value))))
                for node in module.body
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
            }
    tried = 0
    for file, module in modules.items():
        named: dict[str, set[str]] = {}
        for node in module.imports:
            for one in node.names:
                own = templates.get(f"{node.module}.{one.name}", {})
                named |= {f"{one.asname or one.name}.{name}": values for name, values in own.items()}
                if (values := templates.get(node.module or "", {}).get(one.name)) is not None:
                    named[one.asname or one.name] = values
        for call in module.calls if named else ():
            if (values := named.get(ast.unparse(call.func))) is not None:
                given = {keyword.arg for keyword in call.keywords}
                assert None in given or given == values, f"{file}:{call.lineno}"
                tried += 1
    assert tried > 700


def test_one_function_makes_plurals_of_counts() -> None:
    made = re.compile(r"""(["'])s\1 if |(["'])\2 if [^\n]{1,40} else (["'])s\3""")
    files = {path.relative_to(ROOT).as_posix(): path.read_text() for path in ROOT.rglob("*.py")}
    # "nodes 0-3" counts nothing.
    assert {file for file, text in files.items() if made.search(text)} == {"store/derive/pinning.py"}


def find_texts(node: ast.AST) -> list[str]:
    return [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


@pytest.mark.parametrize(
    "source",
    [
        'raise Invalid(f"More than {most} runs match.")',
        'text = "There is no run " + name',
        'text = "There is no run %s." % name',
    ],
)
def test_such_a_sentence_is_found(source: str) -> None:
    assert list(compose(parse(source)))


@pytest.mark.parametrize(
    "source",
    [
        'f"{name}: {value}"',
        'execute(f"select id from {table} where name = $1")',
        "print(sentences.TOO_MANY(most=most))",
        'Field(description=f"At most {most} of the newest runs")',
    ],
)
def test_what_is_no_sentence_is_left_alone(source: str) -> None:
    assert not list(compose(parse(source)))
