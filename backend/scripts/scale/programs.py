"""Where the programs come from: this machine's when they are new enough, else Debian 13's, kept in .cache.

Debian 12's PgBouncer 1.18 has no prepared statements in transaction mode. Packages are unpacked, not installed: nothing
of the machine changes, and no service of theirs starts. Patroni is taken from PyPI: Debian's knows no PostgreSQL 18.
"""

import os
import platform
import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fioboard.embedded import binaries
from scale.lab import CHECKOUT

DISTRIBUTION = "trixie"
MIRROR = os.environ.get("MIRROR", "http://deb.debian.org/debian")
PACKAGES = ("etcd-server", "pgbouncer", "haproxy")
PATRONI = ("patroni[etcd3]==4.1.5", "psycopg[binary]==3.3.2")
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
        etcd=_of_debian("etcd", kept),
        haproxy=_of_debian("haproxy", kept),
        pgbouncer=_of_debian("pgbouncer", kept),
        patroni=[_patroni(kept)],
        s3_server=[_s3_server()],
        postgres=Path(binaries.find().program("postgres")).parent,
    )


def is_new_enough(printed: str) -> bool:
    """Whether this is a PgBouncer that keeps prepared statements in transaction mode."""
    version = re.search(r"PgBouncer (\d+)\.(\d+)", printed)
    return version is not None and (int(version[1]), int(version[2])) >= MIN_PGBOUNCER


def _of_debian(name: str, kept: Path) -> Sequence[str | Path]:
    path = os.environ["PATH"] + ":/usr/sbin:/sbin"
    here = shutil.which(name, path=path)
    if here and (name != "pgbouncer" or is_new_enough(_printed([here, "--version"]))):
        return [here]
    root = _unpacked(kept)
    libraries = root / "usr" / "lib" / f"{platform.machine()}-linux-gnu"
    [loader] = libraries.glob("ld-linux-*.so.*")
    [program] = [path for path in (root / "usr/bin" / name, root / "usr/sbin" / name) if path.exists()]
    # With their own C library: that of this machine is older.
    return [loader, "--library-path", libraries, program]


def _unpacked(kept: Path) -> Path:
    root = kept / "debian"
    if root.exists():
        return root
    if shutil.which("debootstrap") is None:
        raise Missing("debootstrap is missing: apt-get install debootstrap")
    print(f"packages of Debian {DISTRIBUTION}: {', '.join(PACKAGES)}", flush=True)
    fetched, part = kept / "fetched", kept / "debian.part"
    for left in (fetched, part):
        shutil.rmtree(left, ignore_errors=True)
    part.mkdir(parents=True)
    with (kept / "debootstrap.log").open("wb") as log:
        subprocess.run(
            [
                *("debootstrap", "--download-only", "--variant=minbase", f"--include={','.join(PACKAGES)}"),
                *(DISTRIBUTION, fetched, MIRROR),
            ],
            check=True,
            stdout=log,
            stderr=log,
        )
    for package in sorted((fetched / "var/cache/apt/archives").glob("*.deb")):
        subprocess.run(["dpkg-deb", "-x", package, part], check=True)
    shutil.rmtree(fetched)
    part.rename(root)
    return root


def _patroni(kept: Path) -> Path:
    environment = kept / "patroni"
    if not (environment / ".complete").exists():
        print(f"Patroni: {PATRONI[0]}", flush=True)
        subprocess.run([UV, "venv", "--quiet", "--clear", "--python", PYTHON, environment], check=True)
        subprocess.run(
            [UV, "pip", "install", "--quiet", "--python", environment / "bin" / "python", *PATRONI],
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
