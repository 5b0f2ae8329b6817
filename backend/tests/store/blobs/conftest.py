"""A service that keeps its originals in a bucket of a real S3 server."""

from collections.abc import Iterator
from itertools import count

import pytest

from fioboard.core.database import Database
from fioboard.store.blobs.s3 import S3Objects
from tests.factories.s3_server import Bucket, S3Server, s3_server

_numbers = count(1)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3Server]:
    """One server per test process."""
    with s3_server(tmp_path_factory.mktemp("s3")) as server:
        yield server


@pytest.fixture
def bucket(server: S3Server) -> Bucket:
    """An empty bucket."""
    return Bucket(server, f"bucket-{next(_numbers)}")


@pytest.fixture
async def objects(bucket: Bucket, database: Database) -> S3Objects:
    """The bucket as the store of the service's originals."""
    database.objects = S3Objects(bucket.settings())
    return database.objects
