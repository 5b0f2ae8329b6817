"""The laboratory: every machine is an address of the loopback, so that programs keep their usual ports."""

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[3]
TEMPLATES = CHECKOUT / "docs" / "scaling"
# PostgreSQL does not run as root.
PLAIN_USER, PLAIN_UID = "nobody", 65534
NETWORK = "127.0.0.0/8"
DOOR = "127.0.21.1"
ETCDS = ("127.0.21.11", "127.0.21.12", "127.0.21.13")
DATABASES = ("127.0.21.21", "127.0.21.22")
APPS = ("127.0.21.31", "127.0.21.32", "127.0.21.33")
STORE = "127.0.21.41:7070"
BASE_URL = f"http://{DOOR}:8080"
BUCKET = "fioboard"
STORE_KEY = "rehearsal"
POOL = 10
# What a connection of the service asks for beside what PgBouncer passes on (core/database.py).
SESSION = (
    "set jit = off; set max_parallel_workers_per_gather = 0; set statement_timeout = 60000; "
    "set idle_in_transaction_session_timeout = 120000"
)


def secret() -> str:
    """A password that needs no quotes in any of the files."""
    return secrets.token_hex(16)


@dataclass(frozen=True, slots=True)
class Lab:
    """One laboratory: its folder and its secrets. Everything else is the same each time."""

    folder: Path
    postgres_password: str = field(default_factory=secret)
    replication_password: str = field(default_factory=secret)
    owner_password: str = field(default_factory=secret)
    service_password: str = field(default_factory=secret)
    store_secret: str = field(default_factory=secret)
    secret_key: str = field(default_factory=secret)

    def values(self) -> dict[str, str]:
        """What all machines put into the templates alike."""
        return {
            **{f"ETCD{number}": address for number, address in enumerate(ETCDS, 1)},
            **{f"DB{number}": address for number, address in enumerate(DATABASES, 1)},
            **{f"APP{number}": address for number, address in enumerate(APPS, 1)},
            "DOOR": DOOR,
            "NETWORK": NETWORK,
            "POSTGRES_PASSWORD": self.postgres_password,
            "REPLICATION_PASSWORD": self.replication_password,
            "OWNER_PASSWORD": self.owner_password,
            "SERVICE_PASSWORD": self.service_password,
            "PGBOUNCER_USER": PLAIN_USER,
            "HAPROXY_USER": PLAIN_USER,
            "POOL": str(POOL),
            "SESSION": SESSION,
            "WORKERS": "1",
            "BASE_URL": BASE_URL,
            "BUCKET": BUCKET,
            "STORE_URL": f"http://{STORE}",
            "STORE_KEY": STORE_KEY,
            "STORE_SECRET": self.store_secret,
            "SECRET_KEY": self.secret_key,
        }

    def room(self, name: str) -> Path:
        """A folder of one program, which belongs to the plain user."""
        folder = self.folder / name
        folder.mkdir(exist_ok=True)
        os.chown(folder, PLAIN_UID, PLAIN_UID)
        folder.chmod(0o700)
        return folder
