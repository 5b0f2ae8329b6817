"""The service as it is measured: `fioboard serve` with its defaults on an empty data folder that vanishes."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from fioboard.store.embedded.throwaway import throwaway_folder
from scripts.service import Service, free_port, plain_environment


class Stand(Service):
    """A service, the address of its database, and its port."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.database_url = f"postgresql://fioboard@/fioboard?host={folder.resolve()}/socket"
        super().__init__(
            plain_environment()
            | {
                "FIOBOARD_DATA_DIR": str(folder),
                "FIOBOARD_PORT": str(self.port),
                "FIOBOARD_LOG_LEVEL": os.environ.get("FIOBOARD_LOG_LEVEL", "warning"),
            }
        )

    def token(self, scope: str) -> str:
        """A new token."""
        return self.command("token", "create", "--scope", scope)


@contextmanager
def _kept(folder: Path) -> Iterator[Path]:
    """A data folder that stays, which PostgreSQL's user can enter."""
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o711)
    yield folder


@contextmanager
def stand(keep: Path | None = None) -> Iterator[Stand]:
    """A running service, on the data folder `keep` when there is one."""
    with throwaway_folder() if keep is None else _kept(keep) as folder:
        service = Stand(folder)
        service.start()
        try:
            yield service
        finally:
            service.stop()
