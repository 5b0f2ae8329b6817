"""Where a data folder keeps its cluster, socket, lock and log. Decides paths; starts nothing."""

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

from fioboard.store.embedded import owner as owners
from fioboard.store.embedded import sentences
from fioboard.store.embedded.errors import EmbeddedPostgresError
from fioboard.store.embedded.owner import Owner

# sun_path holds 104 bytes with the final NUL on BSD and macOS, 108 on Linux: the smaller one, on every system.
MAX_SOCKET_FOLDER_BYTES = 103 - len("/.s.PGSQL.5432")
POINTER = "postgres-location"
BACK_POINTER = "data-dir"
SYSTEM_FOLDER = Path("/var/lib")
SERVICE_ROLE = "fioboard_service"


@dataclass(frozen=True, slots=True)
class Places:
    """All paths of one embedded PostgreSQL. `home` is the data folder, or stands in for it (see `locate`)."""

    data_dir: Path
    home: Path
    owner: Owner

    @property
    def cluster(self) -> Path:
        """PostgreSQL's own data directory."""
        return self.home / "postgres"

    @property
    def log(self) -> Path:
        """Folder of the server's log: one file per weekday, so a week at most."""
        return self.home / "postgres-log"

    @property
    def lock(self) -> Path:
        """Locked by whoever runs the server."""
        return self.home / "postgres.lock"

    @property
    def users_lock(self) -> Path:
        """Locked, shared, by every command that uses a server it did not start."""
        return self.home / "postgres-users.lock"

    @property
    def sockets(self) -> Path:
        """Folder of the Unix socket: below `home`, or below /tmp when that path is too long for a socket."""
        inside = self.home / "socket"
        if len(os.fsencode(inside)) <= MAX_SOCKET_FOLDER_BYTES:
            return inside
        return Path("/tmp") / f"fioboard-{self.owner.uid}-{_digest(self.home)}"  # noqa: S108 -- made 0700, ownership checked

    @property
    def url(self) -> str:
        """The database's address as the role that owns the tables, for SQLAlchemy and asyncpg."""
        return f"postgresql://fioboard@/fioboard?host={self.sockets}"

    @property
    def service_url(self) -> str:
        """The same for the role that the service works as."""
        return f"postgresql://{SERVICE_ROLE}@/fioboard?host={self.sockets}"


def _digest(path: Path) -> str:
    return hashlib.sha256(os.fsencode(path)).hexdigest()[:12]


def is_made(data_dir: Path) -> bool:
    """Whether a data folder has a cluster, here or where its pointer says. Makes nothing."""
    return (data_dir / "postgres").is_dir() or (data_dir / POINTER).exists()


def locate(data_dir: Path, user: str | None) -> Places:
    """The places of a data folder, which is made when missing.

    Started by root, PostgreSQL runs as another user. When that user cannot enter the data folder (a checkout below
    /root), the cluster lives in /var/lib/fioboard-<digest of the data folder> instead, and a pointer file in the
    data folder says so.
    """
    data_dir = data_dir.expanduser().resolve()
    root = os.geteuid() == 0
    try:
        data_dir.mkdir(mode=0o711 if root else 0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise EmbeddedPostgresError(
            sentences.FOLDER_NOT_MADE(folder=data_dir, reason=error.strerror)
        ) from None
    pointer = data_dir / POINTER
    if pointer.exists():
        home = Path(pointer.read_text().strip())
        _claim(home, data_dir)
        return Places(data_dir, home, owners.choose(home / "postgres", user))
    owner = owners.choose(data_dir / "postgres", user)
    if owner.is_caller or owner.can("-x", data_dir):
        return Places(data_dir, data_dir, owner)
    if (data_dir / "postgres").exists():
        raise EmbeddedPostgresError(sentences.CANNOT_ENTER(user=owner.name, folder=data_dir))
    home = SYSTEM_FOLDER / f"fioboard-{_digest(data_dir)}"
    home.mkdir(mode=0o711, exist_ok=True)
    (home / BACK_POINTER).write_text(f"{data_dir}\n")
    pointer.write_text(f"{home}\n")
    return Places(data_dir, home, owner)


def _claim(home: Path, data_dir: Path) -> None:
    """Follows a data folder that was moved; refuses one that was copied, whose twin still uses the cluster."""
    back = home / BACK_POINTER
    if not back.exists():
        raise EmbeddedPostgresError(
            f"{data_dir / POINTER} points to {home}, where there is no cluster of ours: "
            "restore that folder, or remove the file to start empty."
        )
    known = Path(back.read_text().strip())
    if known == data_dir:
        return
    if (known / POINTER).exists():
        raise EmbeddedPostgresError(
            sentences.FOLDER_COPIED(folder=data_dir, original=known, cluster=home, pointer=data_dir / POINTER)
        )
    back.write_text(f"{data_dir}\n")
