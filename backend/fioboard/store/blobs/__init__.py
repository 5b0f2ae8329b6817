"""Where the bytes of originals are: in their rows, or in an object store, by digest. The one door to them.

`get` reads, `put` keeps what arrives, `move`, `verify` and `collect_garbage` are for whoever runs the service.
`core/objects.py` is the shape of a store, `s3` the one there is. Docs: docs/large-installations.md.
"""

from fioboard.core.config import Settings
from fioboard.core.objects import Objects


def build_object_store(settings: Settings) -> Objects | None:
    """Build the object store of the settings; None when originals stay in PostgreSQL."""
    if settings.documents is None:
        return None
    # The client of S3 takes 0.4 s to import, of no use where originals stay in PostgreSQL.
    from fioboard.store.blobs.s3 import S3Objects  # noqa: PLC0415 -- only with S3

    return S3Objects(settings)
