"""build.py and install.sh: one file, always the same bytes, and an installer that checks them."""

import ast
import hashlib
import http.server
import subprocess
import sys
import threading
import zipfile
from functools import partial
from pathlib import Path

import pytest
from service_double import ServiceDouble

from fioboard_agent import __version__
from fioboard_agent.build import build, shorten

INSTALL = Path(__file__).parents[1] / "install.sh"
PACKAGE = Path(__file__).parents[1] / "fioboard_agent"


@pytest.mark.nightly
def test_same_sources_give_the_same_bytes(archive, tmp_path):
    digest = build(tmp_path / "again.pyz")
    assert hashlib.sha256(archive.read_bytes()).hexdigest() == digest


def test_archive_is_small_and_holds_sources_only(archive):
    assert archive.stat().st_size < 360_000
    names = zipfile.ZipFile(archive).namelist()
    assert {name for name in names if not name.endswith(".py")} == {
        "systemd/fioboard-agent-push.service",
        "systemd/fioboard-agent-push.timer",
    }
    assert "fioboard_agent/cli.py" in names
    assert not any("build" in name for name in names)


class Untyped(ast.NodeTransformer):
    """Assignments without their types, those of a class's fields apart."""

    def visit_ClassDef(self, node):
        fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
        node.body = [one if one in fields else self.visit(one) for one in node.body]
        return node

    def visit_AnnAssign(self, node):
        if node.value is None:
            return node
        return ast.copy_location(ast.Assign([node.target], node.value), node)


def is_text(node):
    """Whether a statement is a docstring, of a field or of what it begins."""
    return isinstance(node, ast.Expr) and isinstance(getattr(node.value, "value", None), str)


def without_docstrings_and_types(source):
    module = Untyped().visit(ast.parse(source))
    for node in ast.walk(module):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [one for one in node.body if not is_text(one)] or [ast.Pass(lineno=node.body[0].lineno)]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
    # What is imported for types alone is left out; that nothing else is missing, the archive shows when it runs.
    module.body = [node for node in module.body if not isinstance(node, ast.ImportFrom)]
    return module


def assert_same_program_on_the_same_lines(text):
    short = shorten(text)
    assert_same_program(short, text)
    return short


def assert_same_program(short, text, where=""):
    modules = [without_docstrings_and_types(code) for code in (short, text)]
    assert len({ast.dump(module) for module in modules}) == 1, where
    lines = [[node.lineno for node in ast.walk(module) if isinstance(node, ast.stmt)] for module in modules]
    assert lines[0] == lines[1], where


@pytest.mark.nightly
def test_archive_holds_the_same_program_on_the_same_lines(archive):
    with zipfile.ZipFile(archive) as packed:
        for name in packed.namelist():
            if name.startswith("fioboard_agent/"):
                text = (PACKAGE.parent / name).read_text(encoding="utf-8")
                assert_same_program(packed.read(name).decode(), text, name)


ODD = '''# what
class Überall:  # is
    """A docstring
    of two lines."""

    feld: dict[str, int] = {}
    """Kept.""" + ""
    """Which field."""

    class Leer(Exception):
        """Only a text."""

        """And one more."""

    async def größe(self, ä: str = "# no comment: int", *rest: int, b: "list[int]", **more: object) -> dict[
        str, int
    ]:
        """Only this."""
        text = """
    stays # as it is
        """; other = [
            1,
            """a
              b""", (lambda x: x)(2),
        ]
        local: int = 3

        if ä:
            # nothing but a comment
            return {text: local}
        return {other[1]: 0}
'''


def test_odd_layout_survives_being_shortened():
    short = assert_same_program_on_the_same_lines(ODD)
    assert "    stays # as it is\n" in short
    assert "feld: dict[str, int]" in short
    assert [word in short for word in ("Kept", "Which field", "Only")] == [True, False, False]
    assert "\n  local = 3\n" in short
    assert '\n async def größe(self, ä = "# no comment: int", *rest, b, **more) -> dict[\n' in short


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture
def download(archive, tmp_path):
    """What the service does: serves agent.pyz, and install.sh with its placeholders filled in."""
    folder = tmp_path / "served"
    folder.mkdir()
    (folder / "agent.pyz").write_bytes(archive.read_bytes())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}", hashlib.sha256(archive.read_bytes()).hexdigest(), tmp_path
    server.shutdown()
    thread.join()
    server.server_close()


def install(download, *arguments, digest="", base_url=""):
    url, real_digest, folder = download
    text = INSTALL.read_text()
    for placeholder, value in (
        ("@BASE_URL@", base_url or url),
        ("@SHA256@", digest or real_digest),
        ("@VERSION@", __version__),
    ):
        assert placeholder in text
        text = text.replace(placeholder, value)
    assert "@" not in text.replace('"$@"', "")
    script = folder / "install.sh"
    script.write_text(text)
    target = folder / "bin"
    return subprocess.run(
        ["sh", script, "--no-timer", "--dir", target, *arguments], capture_output=True, text=True, check=False
    ), target


@pytest.mark.nightly
def test_installer_puts_the_checked_file_in_place_and_it_runs(download):
    done, target = install(download)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in target.iterdir()] == ["fioboard-agent"]
    shown = subprocess.run([target / "fioboard-agent", "--version"], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == f"fioboard-agent {__version__}"
    assert "configure --server" in done.stdout


def test_installer_refuses_other_bytes_and_leaves_nothing(download):
    done, target = install(download, digest="0" * 64)
    assert done.returncode == 1
    assert "not what the service announced" in done.stderr
    assert not target.exists()


def test_installer_enrols_with_a_code(download, folders):
    with ServiceDouble() as service:
        _, _, folder = download
        # One address serves both in reality; here the archive comes from the file server's folder.
        service._server.RequestHandlerClass.do_GET, before = (
            lambda handler: serve_file(handler, folder / "served" / "agent.pyz"),
            service._server.RequestHandlerClass.do_GET,
        )
        try:
            done, _ = install(download, "--code", "GOOD-CODE", base_url=service.url)
        finally:
            service._server.RequestHandlerClass.do_GET = before
    assert done.returncode == 0, done.stderr
    assert "enrolled" in done.stdout
    assert "fioboard_upload_enrolled" in folders.config_file.read_text()


def serve_file(handler, path):
    content = path.read_bytes()
    handler.send_response(200)
    handler.send_header("Content-Length", str(len(content)))
    handler.end_headers()
    handler.wfile.write(content)


def test_installer_knows_no_token():
    text = INSTALL.read_text()
    assert "--token-stdin" in text
    assert "--token " not in text
    assert "--token=" not in text


def test_installer_refuses_unknown_options(download):
    done, _ = install(download, "--bogus")
    assert done.returncode == 1
    assert "unknown option" in done.stderr


def test_what_is_imported_for_types_alone_is_left_out():
    text = (
        "from __future__ import annotations\nfrom typing import (\n    Any,\n    Mapping,\n)\nfrom a import b, c as d, e as e\n"
        "from f import g\nimport h\n\n\nclass X:\n    y: Mapping[str, Any] = g(b)\n\n\ndef z(one: d) -> Any:\n    return 1\n"
    )
    short = shorten(text).split("\n")
    assert short[1:8] == ["", "", "", "", "from a import b, e as e", "from f import g", "import h"]
    assert len(short) == len(text.split("\n"))
    kept = "from typing import Any\n\n\nclass X:\n    y: Any = 1\n"
    assert "from typing import Any" in shorten(kept)


@pytest.mark.nightly
def test_every_module_of_the_archive_can_be_imported(archive):
    names = [
        name[:-3].replace("/", ".")
        for name in zipfile.ZipFile(archive).namelist()
        if name.startswith("fioboard_agent/")
    ]
    modules = [name for name in names if not name.endswith(("__main__", "__init__"))]
    code = f"import sys, importlib; sys.path.insert(0, {str(archive)!r})\nfor name in {modules!r}: importlib.import_module(name)"
    subprocess.run([sys.executable, "-c", code], check=True)
