"""Every rule code and every file that a comment, docstring or document names exists."""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from related_tests import walk_statements

from tests.house.conftest import CHECKOUT, committed_files, text_of

RULE = re.compile(r"[A-Z]\d{1,2}")
# "(I4)", "(L1, R8)" and "(W6: …)" name rules; a letter that no rule has is something else, such as a Mac's M1.
CITED = re.compile(r"\(((?:[A-Z]\d{1,2}(?:, | and )?)+)[):]")
NAMED = re.compile(r"(?<![\w/.*<-])((?:[\w@.-]+/)*[\w.-]+\.(?:py|tsx?|md|sh|yml|toml|css|mjs))(?![\w*])")
# Files of others, of the reader, or made here: they are named, and are not in the repository.
ELSEWHERE = re.compile(
    r"(?:^|/)(?:install\.sh|yabs\.sh|fio\.py|schema\.gen\.ts|settings\.py|x\.\w+|\w*\.py\w)$|^[A-Z]+\.(?:py|md|toml)$|node_modules/|^build/"
)
SPOKEN = {".md", ".py", ".ts", ".tsx", ".yml", ".sh"}
PROSE = ("docs/benchmarks.md",)  # a log: what it names was there on its day


@cache
def rules() -> set[str]:
    """The codes that docs/threat-model.md defines, `S1 · S2` in one row included."""
    rows = re.findall(r"^\| ((?:[A-Z]\d{1,2}(?: · )?)+) \|", text_of("docs/threat-model.md"), re.MULTILINE)
    return {code for row in rows for code in RULE.findall(row)}


def said_in(path: Path) -> Iterator[str]:
    """Comments and docstrings of a source file; a document's whole text."""
    if path.suffix not in SPOKEN and path.name not in {"Makefile", "Dockerfile"}:
        return
    text = path.read_text()
    if not (CITED.search(text) or NAMED.search(text)):
        return  # parsing is slow
    if path.suffix == ".md":
        yield text
    elif path.suffix == ".py":
        yield from comments_of(text)
        for node in walk_statements(ast.parse(text)):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield ast.get_docstring(node) or ""
    elif path.suffix in {".ts", ".tsx"}:
        yield from re.findall(r"(?<!:)//[^\n]*|/\*.*?\*/", text, re.DOTALL)
    else:
        yield from re.findall(r"(?:^|\s)#.*", text)


def comments_of(text: str) -> Iterator[str]:
    """Comments of a Python file; none where what stands behind a # names nothing, as telling them apart is slow."""
    tails = [line.partition("#")[2] for line in text.splitlines() if "#" in line]
    if any(CITED.search(tail) or NAMED.search(tail) for tail in tails):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield token.string


@cache
def sentences() -> list[tuple[str, str]]:
    """Each file that says something, and what it says: parsing all of them takes seconds."""
    names = [name for name in map(str, committed_files()) if "/data/" not in name and name not in PROSE]
    return [(name, text) for name in names for text in said_in(CHECKOUT / name) if text]


def test_every_rule_that_is_cited_is_defined() -> None:
    letters = {code[0] for code in rules()}
    assert len(rules()) > 100
    unknown = {
        f"{name}: {code}"
        for name, text in sentences()
        for cited in CITED.findall(text)
        for code in RULE.findall(cited)
        if code[0] in letters and code not in rules()
    }
    assert sorted(unknown) == []


def test_every_file_that_is_named_exists() -> None:
    ends: set[str] = set()
    for name in map(str, committed_files()):
        parts = PurePosixPath(name).parts
        ends.update("/".join(parts[at:]) for at in range(len(parts)))
    missing = {
        f"{name}: {file}"
        for name, text in sentences()
        for file in NAMED.findall(text)
        if not {file, file.lstrip("./")} & ends and not ELSEWHERE.search(file)
    }
    assert sorted(missing) == []
