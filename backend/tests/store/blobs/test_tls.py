"""The bucket over https, with a certificate of an authority of one's own; the server is a real one."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from fioboard.core.compression import compress
from fioboard.core.objects import DocumentsAway
from fioboard.store.blobs.s3 import S3Objects
from tests.factories.s3_server import Bucket, s3_server
from tests.store.blobs.test_put import digest

pytestmark = [pytest.mark.anyio, pytest.mark.nightly]
CONTENT = b"what fio said"


def _issued(name: str, by: tuple[x509.Name, ec.EllipticCurvePrivateKey] | None) -> tuple[bytes, bytes]:
    """Certificate and key, as PEM: an authority's own, or a server's of 127.0.0.1."""
    key = ec.generate_private_key(ec.SECP256R1())
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])
    issuer, signing = by or (subject, key)
    began = datetime.now(UTC) - timedelta(days=1)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(began)
        .not_valid_after(began + timedelta(days=3))
        .add_extension(x509.BasicConstraints(ca=by is None, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ip_address("127.0.0.1"))]), critical=False)
        .sign(signing, hashes.SHA256())
    )
    encoding = serialization.Encoding.PEM
    form = serialization.PrivateFormat.PKCS8
    return certificate.public_bytes(encoding), key.private_bytes(encoding, form, serialization.NoEncryption())


@pytest.fixture
def authority(tmp_path: Path) -> Path:
    """The authority's certificate; the server's and its key lie beside it."""
    own, own_key = _issued("our own authority", None)
    signing = serialization.load_pem_private_key(own_key, None)
    assert isinstance(signing, ec.EllipticCurvePrivateKey)
    server, server_key = _issued("the server", (x509.load_pem_x509_certificate(own).subject, signing))
    for name, content in (("own", own), ("server", server), ("key", server_key)):
        (tmp_path / f"{name}.pem").write_bytes(content)
    return tmp_path / "own.pem"


@pytest.fixture
def bucket(tmp_path: Path, authority: Path) -> Iterator[Bucket]:
    folder = tmp_path / "s3"
    folder.mkdir()
    with s3_server(folder, (tmp_path / "server.pem", tmp_path / "key.pem")) as server:
        yield Bucket(server, "over-tls")


async def test_an_own_authority_is_trusted_where_the_settings_name_it(
    bucket: Bucket, authority: Path
) -> None:
    objects = S3Objects(bucket.settings(documents_ca_file=authority))
    frame = compress(CONTENT)
    await objects.put(digest(CONTENT), frame)
    assert bucket.path(digest(CONTENT)).read_bytes() == frame
    assert await objects.get(digest(CONTENT)) == frame


async def test_else_nothing_is_said_to_it(bucket: Bucket) -> None:
    with pytest.raises(DocumentsAway):
        await S3Objects(bucket.settings()).put(digest(CONTENT), compress(CONTENT))
    assert bucket.files() == []
