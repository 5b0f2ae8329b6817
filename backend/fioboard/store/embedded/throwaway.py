"""A cluster that lives as long as a `with` block: for tests, measurements and `make check`."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fioboard.store.embedded.postgres import EmbeddedPostgres


@contextmanager
def throwaway_folder() -> Iterator[Path]:
    """A data folder that vanishes. PostgreSQL's user can enter it, which pytest's own folders do not allow for root."""
    folder = Path(tempfile.mkdtemp(prefix="fioboard-"))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder)


@contextmanager
def throwaway_postgres() -> Iterator[EmbeddedPostgres]:
    """A running server with an empty database `fioboard`, stopped and removed at the end of the block."""
    with throwaway_folder() as folder:
        server = EmbeddedPostgres(folder, purpose="a throwaway server")
        server.start()
        try:
            yield server
        finally:
            server.stop(is_removed=True)
            if server.places.home != folder.resolve():  # TMPDIR was private to root
                shutil.rmtree(server.places.home)
