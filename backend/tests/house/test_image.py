"""Every verb in the image's own layout: the wheel's paths, the Dockerfile's environment, a user without a name.

The files are copied as the wheel holds them; libraries come from this environment, without what an installed fioboard
leaves there. `make rehearse-image` builds the real image.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import time
import urllib.request
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fioboard.cli.program import VERBS
from hatch_build import BUNDLED
from tests.cli.conftest import START_S, free_port
from tests.factories.clusters import copied_postgres
from tests.house.conftest import CHECKOUT, text_of

OUTPUT = CHECKOUT / "backend/tests/data/fio/3.42_jsonplus.json"
# Who we are, without a name, as in the image: another number in a namespace of its own, or root without /etc/passwd.
NAMELESS = ["unshare", "--user", "--map-user=54321", "--map-group=54321"]
NAMELESS_ROOT = [
    *("unshare", "--mount", "sh", "-c"),
    'for file in /etc/passwd /etc/nsswitch.conf; do mount --bind /dev/null $file || exit; done; exec "$@"',
    "sh",
]


def environment_of_the_image() -> dict[str, str]:
    """The last stage's ENV."""
    final = re.sub(r"\\\n\s*", " ", text_of("backend/Dockerfile").rpartition("\nFROM ")[2])
    pairs = [pair for line in re.findall(r"^ENV\s+(.*)$", final, re.MULTILINE) for pair in line.split()]
    return dict(pair.split("=", 1) for pair in pairs)


@dataclass(frozen=True)
class Image:
    """A copy of what the wheel installs, and how its entry point is run."""

    root: Path
    environment: dict[str, str]
    prefix: list[str]

    def command(self, *arguments: str) -> list[str]:
        """As the script that the wheel installs."""
        return [*self.prefix, sys._base_executable, "-P", "-m", "fioboard.cli", *arguments]  # type: ignore[attr-defined]

    def run(self, *arguments: str, sent: bytes | None = None, code: int = 0, **settings: object) -> str:
        """Standard output of one verb, which must end with this code and without a traceback."""
        more = {f"FIOBOARD_{name.upper()}": str(value) for name, value in settings.items()}
        done = subprocess.run(
            self.command(*arguments),
            cwd=self.root,
            env=self.environment | more,
            input=sent,
            capture_output=True,
            timeout=START_S,
            check=False,
        )
        errors = done.stderr.decode()
        assert "Traceback" not in errors, errors
        assert done.returncode == code, (arguments, errors)
        return done.stdout.decode(errors="surrogateescape")


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    root = tmp_path_factory.mktemp("image") / "site-packages"
    places = {"backend/fioboard": "fioboard"} | {name: f"fioboard/bundle/{name}" for name in BUNDLED}
    for name, place in places.items():
        source, target = CHECKOUT / name, root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target)
        else:
            shutil.copy(source, target)
    # As the Dockerfile does: its environment lets nothing be compiled later. What came along compiled stays so.
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(root)], check=True)
    libraries = root.parent / "libraries"
    libraries.mkdir()
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if not re.match(r"_?fioboard|__editable__", entry.name):
            (libraries / entry.name).symlink_to(entry)
    with copied_postgres(is_migrated=False) as server:
        own = environment_of_the_image()
        environment = own | {
            "PYTHONPATH": f"{root}{os.pathsep}{libraries}",
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "FIOBOARD_DATA_DIR": str(root.parent / "data"),
            "FIOBOARD_PORT": str(free_port()),
            "FIOBOARD_DATABASE_URL": server.url,
            "FIOBOARD_COMMAND": "docker compose exec app fioboard",
            "FIOBOARD_UNSAFE_NO_FSYNC": "true",
        }
        prefix = NAMELESS if os.geteuid() else NAMELESS_ROOT
        is_allowed = subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0
        made = Image(root, environment, prefix if is_allowed else [])
        made.run("migrate")
        yield made


@pytest.mark.nightly
def test_the_layout_is_without_an_installed_package_and_the_user_without_a_name(image: Image) -> None:
    program = (
        "import importlib.metadata as m, os, pwd, fioboard\n"
        "print(fioboard.__file__)\n"
        "for ask in (lambda: m.version('fioboard'), lambda: pwd.getpwuid(os.getuid())):\n"
        "    try: ask()\n"
        "    except (m.PackageNotFoundError, KeyError) as error: print(type(error).__name__)\n"
    )
    done = subprocess.run(
        [*image.command()[:-2], "-c", program],
        env=image.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    if not image.prefix:
        pytest.skip("no user namespaces here: the verbs ran as a user with a name")
    assert done.stdout.split() == [
        str(image.root / "fioboard/__init__.py"),
        "PackageNotFoundError",
        "KeyError",
    ]


@pytest.mark.nightly
def test_every_verb_works(image: Image, tmp_path: Path) -> None:
    shutil.copy(OUTPUT, tmp_path / "fio.json")
    link = f"http://127.0.0.1:{image.environment['FIOBOARD_PORT']}/login#code="
    image.run("import", str(tmp_path / "fio.json"), "--host", "jupiter")
    said = {
        "config": image.run("config"),
        "migrate": image.run("migrate"),
        "import": image.run("import", str(tmp_path / "fio.json"), "--host", "epyc"),
        "demo": image.run("demo", "load"),
        "add": image.run("add", "--host", "nas", "--tool", "fio", "--direction", "read", "--iops", "12.9k"),
        "export": image.run("export", "host=epyc", "--format", "csv"),
        "explain": image.run("explain", "01a20397-0000-7000-8000-000000000000", code=1),
        "spec": image.run("spec", "list", "p3700"),
        "compare": image.run("compare", "host=epyc", "host=jupiter"),
        "reparse": image.run("reparse"),
        "user": image.run("user", "create", "mara", "--role", "editor"),
        "token": image.run("token", "create", "--scope", "read"),
        "enrolment": image.run("enrolment", "create"),
        "request": image.run("request", "list"),
        "schedule": image.run("schedule", "list"),
        "reference-set": image.run("reference-set", "list"),
        "share": image.run("share", "list"),
        "login-link": image.run("login-link"),
        "systemd-unit": image.run("systemd-unit", "agent"),
        "documents": image.run("documents", "check"),
        "retention": image.run("retention", "--keep-months", "12"),
        "backup": image.run("backup", str(tmp_path / "backup")),
    }
    assert "FIOBOARD_COMMAND=docker compose exec app fioboard" in said["config"]
    assert "epyc" in said["export"]
    # The cards come with the image.
    assert "intel-dc-p3700" in said["spec"]
    # Listening on every address is no address to go to.
    assert said["login-link"].startswith(link)
    stream = image.run("backup", "-").encode(errors="surrogateescape")
    (tmp_path / "stream").write_bytes(stream)
    with copied_postgres(is_migrated=False) as other:
        elsewhere = {"database_url": other.url}
        said["restore"] = image.run("restore", "-", sent=stream, **elsewhere)
        assert image.run("export", "host=epyc", "--format", "csv", **elsewhere) == said["export"]
        cut = image.run("restore", "-", sent=stream[:-100], code=1, **elsewhere)
        assert cut == ""
    with zipfile.ZipFile(tmp_path / "stream") as one, zipfile.ZipFile(tmp_path / "backup") as two:
        assert one.namelist() == two.namelist()
    assert set(said) | {"serve", "healthcheck", "mcp"} == set(VERBS)


@pytest.mark.nightly
def test_the_service_serves_page_and_agent_and_is_healthy(image: Image, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [*image.command("serve"), "--until-stdin-closes"],
            cwd=image.root,
            env=image.environment,
            stdin=subprocess.PIPE,  # closed by the kernel when the tests end
            stdout=output,
            stderr=output,
        )
    try:
        give_up_at = time.monotonic() + START_S
        while subprocess.run(
            image.command("healthcheck"), env=image.environment, capture_output=True, check=False
        ).returncode:
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < give_up_at, log.read_text()
        base = f"http://127.0.0.1:{image.environment['FIOBOARD_PORT']}"
        for path, words in (
            ("/login", b"<script"),
            ("/agent.pyz", b"PK"),
            ("/install.sh", b"#!/bin/sh"),
            ("/api/v1/info", b"docker compose exec app fioboard VERB"),
        ):
            request = urllib.request.Request(base + path, headers={"accept": "text/html"})
            with urllib.request.urlopen(request, timeout=60) as answer:
                assert words in answer.read(), path
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=START_S)
        assert process.returncode == 0, log.read_text()
