"""Makes agent.pyz: the whole agent as one file that any Python >= 3.9 runs. The same sources give the same bytes.

Comments, docstrings, the types of parameters and names, imports for types alone and the width of the indentation stay
here: they are a quarter of the file. Lines keep their numbers, so that a traceback from a host points at the source.

python -m fioboard_agent.build OUTPUT.pyz
"""

from __future__ import annotations

import ast
import hashlib
import io
import sys
import tokenize
import zipfile
from pathlib import Path
from typing import Iterator, Optional

SHEBANG = b"#!/usr/bin/env python3\n"
_EPOCH = (2020, 1, 1, 0, 0, 0)  # a fixed time stamp: zip cannot leave it out
_MAIN = "import sys\n\nfrom fioboard_agent.cli import main\n\nsys.exit(main())\n"


def build(output: Path) -> str:
    """Write the archive; returns its SHA-256 in hex, which install.sh compares."""
    package = Path(__file__).parent
    sources = sorted(path for path in package.rglob("*.py") if path != Path(__file__))
    output.parent.mkdir(parents=True, exist_ok=True)
    with output.open("wb") as file:
        file.write(SHEBANG)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for source in sources:
                name = (Path(package.name) / source.relative_to(package)).as_posix()
                _add(archive, name, shorten(source.read_text(encoding="utf-8")))
            for unit in sorted((package.parent / "systemd").glob("fioboard-agent-push.*")):
                _add(archive, f"systemd/{unit.name}", unit.read_text(encoding="utf-8"))
            signers = package.parent / "release-signers"
            if signers.exists():
                _add(archive, signers.name, signers.read_text(encoding="utf-8"))
            _add(archive, "__main__.py", _MAIN)
    output.chmod(0o755)
    return hashlib.sha256(output.read_bytes()).hexdigest()


def shorten(source: str) -> str:
    """Return the same program, line for line, as few bytes as that takes without giving anything another name."""
    return narrow_indentation(remove_type_imports(remove_types(remove_comments(source))))


def remove_comments(source: str) -> str:
    """Return the same program, line for line, without docstrings and comments."""
    lines = source.split("\n")
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            row, column = token.start
            lines[row - 1] = lines[row - 1][:column].rstrip()
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            continue
        texts = [one for one in node.body if _is_text(one)]
        for text in texts:
            first, last = text.lineno, text.end_lineno or text.lineno
            # One on the line of its `def`, or of another statement, would take that with it.
            others = {line for one in node.body if one is not text for line in (one.lineno, one.end_lineno)}
            if (isinstance(node, ast.Module) or first > node.lineno) and not others & {first, last}:
                # A body needs something in it.
                kept = '""' if len(texts) == len(node.body) and text is texts[0] else ""
                lines[first - 1 : last] = [(" " * text.col_offset + kept).rstrip()] + [""] * (last - first)
    return "\n".join(lines)


def _is_text(node: ast.stmt) -> bool:
    """Return whether a statement is a text alone: a docstring, or one below a field."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def remove_types(source: str) -> str:
    """Remove the annotations of functions and assigned names that are on one line. Those of a class's fields stay:
    dataclasses are made of them.
    """
    lines = [line.encode() for line in source.split("\n")]  # ast counts columns in bytes of UTF-8
    cuts: list[tuple[int, int, int]] = []
    module = ast.parse(source)
    fields = {field for node in ast.walk(module) if isinstance(node, ast.ClassDef) for field in node.body}
    for node in ast.walk(module):
        if isinstance(node, ast.arg) and _keep_if_on_one_line(node.annotation):
            cuts.append((node.lineno, node.col_offset + len(node.arg.encode()), node.end_col_offset or 0))
        elif isinstance(node, ast.AnnAssign) and node.value is not None and node not in fields:
            if _keep_if_on_one_line(node.annotation):
                target, annotation = node.target, node.annotation
                cuts.append((node.lineno, target.end_col_offset or 0, annotation.end_col_offset or 0))
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and (
            returns := _keep_if_on_one_line(node.returns)
        ):
            line = lines[returns.lineno - 1]
            cuts.append((returns.lineno, line.rindex(b"->", 0, returns.col_offset), returns.end_col_offset or 0))
    for row, start, end in sorted(cuts, reverse=True):
        lines[row - 1] = lines[row - 1][:start].rstrip() + lines[row - 1][end:]
    return b"\n".join(lines).decode()


def remove_type_imports(source: str) -> str:
    """Remove what a module imports for annotations alone: `from __future__ import annotations` never evaluates them."""
    module, lines = ast.parse(source), source.split("\n")
    if not any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in module.body):
        return source
    used = set(_list_used_names(module))
    for node in module.body:
        if not isinstance(node, ast.ImportFrom) or node.module == "__future__":
            continue
        kept = [one for one in node.names if (one.asname or one.name) in used or one.asname == one.name]
        if len(kept) == len(node.names):
            continue
        names = ", ".join(one.name if one.asname is None else f"{one.name} as {one.asname}" for one in kept)
        last = node.end_lineno or node.lineno
        first = f"from {node.module} import {names}" if kept else ""
        lines[node.lineno - 1 : last] = [first] + [""] * (last - node.lineno)
    return "\n".join(lines)


def _list_used_names(node: ast.AST) -> Iterator[str]:
    """List the names that a program uses beyond annotations."""
    for field, value in ast.iter_fields(node):
        if field in {"annotation", "returns"}:
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Name):
                yield child.id
            elif isinstance(child, ast.AST):
                yield from _list_used_names(child)


def _keep_if_on_one_line(annotation: Optional[ast.expr]) -> Optional[ast.expr]:
    """Return an annotation that is on one line; else None."""
    return annotation if annotation is not None and annotation.lineno == annotation.end_lineno else None


def narrow_indentation(source: str) -> str:
    """Indent with one space per level, and not at all inside brackets; texts of several lines stay as they are."""
    lines, levels, level, text_ends = source.split("\n"), dict[int, int](), 0, 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        level += (token.type == tokenize.INDENT) - (token.type == tokenize.DEDENT)
        if token.type not in {tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.NEWLINE}:
            if token.start[0] > text_ends:
                levels.setdefault(token.start[0], level)
            if token.end[0] > token.start[0]:
                text_ends = token.end[0]
    for row, depth in levels.items():
        if row <= len(lines):
            lines[row - 1] = " " * depth + lines[row - 1].lstrip()
    return "\n".join(lines)


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3  # Unix, also when built elsewhere
    archive.writestr(entry, text.replace("\r\n", "\n"), compresslevel=9)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m fioboard_agent.build OUTPUT.pyz")
    print(build(Path(sys.argv[1])), sys.argv[1])
