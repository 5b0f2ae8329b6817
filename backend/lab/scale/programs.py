"""Where the programs come from: this machine's when they are new enough, else Debian 13's, kept in .cache.

Debian 12's PgBouncer 1.18 has no prepared statements in transaction mode. Packages are unpacked, not installed: nothing
of the machine changes, no service of theirs starts, and it takes no root. Patroni is taken from PyPI, each file by its
digest (patroni.txt): Debian's knows no PostgreSQL 18.
"""

import fcntl
import os
import platform
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fioboard.store.embedded import binaries
from scale.lab import CHECKOUT

KEPT = CHECKOUT / ".cache" / "rehearse-scale"
DISTRIBUTION = "trixie"
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")
# By the name of the program.
PACKAGES = {"etcd": "etcd-server", "pgbouncer": "pgbouncer", "haproxy": "haproxy", "prometheus": "prometheus"}
KEYS = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PATRONI = Path(__file__).with_name("patroni.txt")
S3_SERVER = "github.com/versity/versitygw/cmd/versitygw@v1.8.0"
MIN_PGBOUNCER = (1, 21)
UV = CHECKOUT / ".cache" / "uv" / "bin" / "uv"
# One that a plain user may run, which the environment's own need not be (below /root).
PYTHON = "/usr/bin/python3"


class Missing(Exception):
    """What the rehearsal needs is not there; the text says how it comes here."""


@dataclass(frozen=True, slots=True)
class Programs:
    """Each program as the beginning of a command line."""

    etcd: Sequence[str | Path]
    haproxy: Sequence[str | Path]
    pgbouncer: Sequence[str | Path]
    patroni: Sequence[str | Path]
    s3_server: Sequence[str | Path]
    postgres: Path
    """Folder of PostgreSQL's programs."""


def programs(kept: Path) -> Programs:
    """All of them; what is not there yet is fetched into the folder `kept`. Raises Missing."""
    if os.geteuid() != 0:
        raise Missing(
            "PostgreSQL, PgBouncer and HAProxy run as a user of their own, which takes root to begin with."
        )
    return Programs(
        etcd=of_debian("etcd", kept),
        haproxy=of_debian("haproxy", kept),
        pgbouncer=of_debian("pgbouncer", kept),
        patroni=[_patroni(kept)],
        s3_server=[_s3_server()],
        postgres=Path(binaries.find().program("postgres")).parent,
    )


def is_new_enough(printed: str) -> bool:
    """Whether this is a PgBouncer that keeps prepared statements in transaction mode."""
    version = re.search(r"PgBouncer (\d+)\.(\d+)", printed)
    return version is not None and (int(version[1]), int(version[2])) >= MIN_PGBOUNCER


def of_debian(name: str, kept: Path) -> Sequence[str | Path]:
    """One of the programs of PACKAGES; what is not there yet is fetched into the folder `kept`. Raises Missing."""
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    here = shutil.which(name, path=path)
    if here and (name != "pgbouncer" or is_new_enough(_printed([here, "--version"]))):
        return [here]
    root = _unpacked(PACKAGES[name], kept)
    libraries = root / "usr" / "lib" / f"{platform.machine()}-linux-gnu"
    [loader] = libraries.glob("ld-linux-*.so.*")
    [program] = [path for path in (root / "usr/bin" / name, root / "usr/sbin" / name) if path.exists()]
    # With their own C library: that of this machine is older.
    return [loader, "--library-path", libraries, program]


def _unpacked(package: str, kept: Path) -> Path:
    """The package and all that it depends on, below a folder of its own."""
    root = kept / f"{DISTRIBUTION}-{package}"
    if root.exists():
        return root
    if shutil.which("apt-get") is None or not KEYS.exists():
        raise Missing(
            f"{package} is missing here, or too old, and apt-get with Debian's keys, to fetch it of {DISTRIBUTION}"
        )
    kept.mkdir(parents=True, exist_ok=True)
    with (kept / "lock").open("w") as lock, tempfile.TemporaryDirectory(dir=kept) as made:
        # Two processes of the tests want it at once.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if root.exists():
            return root
        folder, part = Path(made), Path(made) / "root"
        for empty in (part, folder / "lists" / "partial", folder / "archives" / "partial"):
            empty.mkdir(parents=True)
        (folder / "sources.list").write_text(f"deb [signed-by={KEYS}] {MIRROR} {DISTRIBUTION} main\n")
        # An apt with nothing installed and no other sources: it brings all that the package depends on.
        settings = {
            "Dir::Etc::sourcelist": folder / "sources.list",
            "Dir::Etc::sourceparts": "/dev/null",
            "Dir::State": folder,
            "Dir::State::status": "/dev/null",
            "Dir::Cache": folder,
            "Acquire::Languages": "none",
            "APT::Install-Recommends": "0",
            "APT::Sandbox::User": "root",
            "Debug::NoLocking": "1",
        }
        apt = ["apt-get", "--quiet", "--yes", *(f"-o{name}={value}" for name, value in settings.items())]
        for does in (["update"], ["install", "--download-only", package]):
            done = subprocess.run([*apt, *does], check=False, capture_output=True, text=True)
            if done.returncode:
                raise Missing(f"{package} of Debian {DISTRIBUTION}: {done.stderr.strip()[-200:]}")
        for archive in sorted((folder / "archives").glob("*.deb")):
            # Its scripts, and Perl for them, are for a package that is installed.
            if archive.name.startswith(("lib", package)):
                subprocess.run(["dpkg-deb", "-x", archive, part], check=True)
        part.rename(root)
    return root


def _patroni(kept: Path) -> Path:
    environment = kept / "patroni"
    if not (environment / ".complete").exists():
        print("Patroni, by the digests of patroni.txt", flush=True)
        subprocess.run([UV, "venv", "--quiet", "--clear", "--python", PYTHON, environment], check=True)
        subprocess.run(
            [
                *(UV, "pip", "install", "--quiet", "--require-hashes"),
                *("--build-constraints", PATRONI),
                *("--python", environment / "bin" / "python", "--requirement", PATRONI),
            ],
            check=True,
        )
        (environment / ".complete").touch()
    return environment / "bin" / "patroni"


def _s3_server() -> Path:
    """The S3 server, where the tests keep it, too (tests/factories/s3_server.py)."""
    built = CHECKOUT / ".cache" / "s3-server" / "versitygw"
    if not built.exists():
        if shutil.which("go") is None:
            raise Missing("Go is missing, which builds the S3 server versitygw: apt-get install golang")
        subprocess.run(
            ["nice", "go", "install", S3_SERVER],
            env=os.environ | {"GOBIN": str(built.parent), "GOTOOLCHAIN": "local", "CGO_ENABLED": "0"},
            check=True,
        )
    return built


def _printed(command: Sequence[str]) -> str:
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout
