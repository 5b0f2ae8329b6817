"""What can go wrong with the embedded PostgreSQL, each as one sentence for the terminal."""

from pathlib import Path

from fioboard.store.embedded import sentences


class EmbeddedPostgresError(Exception):
    """The embedded PostgreSQL cannot do what was asked; the text is one sentence that says why and what to do."""


class StartFailed(EmbeddedPostgresError):
    """One of PostgreSQL's programs did not do its work; the text has its own last words."""


class DiskFull(EmbeddedPostgresError):
    """PostgreSQL cannot run for want of room; nothing is lost, and it starts again when there is some."""

    def __init__(self, folder: Path) -> None:
        super().__init__(sentences.DISK_FULL(folder=folder))
