"""The signature of a reference set: one line of text in front of the compressed lines, over every byte of both."""

import re
from dataclasses import dataclass
from hashlib import sha256, sha512

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from fioboard.core.block_size import describe_size
from fioboard.engine.reference_sets import sentences
from fioboard.engine.reference_sets.document import FORMAT, MAX_FILE_BYTES, ReferenceSetRefused

_MAGIC = b"fioboard-reference-set "
_HEAD = re.compile(rb"fioboard-reference-set ([1-9][0-9]{0,5}) ed25519 ([0-9a-f]{64}) ([0-9a-f]{128})\n")
_NEWER = re.compile(rb"fioboard-reference-set ([1-9][0-9]{0,5}) [^\n]*\n")
_MAX_HEAD_BYTES = 4096


@dataclass(frozen=True, slots=True)
class SignedSet:
    """A file whose signature was checked."""

    public_key: bytes
    body: bytes
    """The compressed lines."""
    sha256: bytes
    """Of the whole file."""

    @property
    def fingerprint(self) -> str:
        """Return what people compare a key by."""
        return write_fingerprint(self.public_key)


def write_fingerprint(public_key: bytes) -> str:
    """Write the fingerprint of a key: 32 hexadecimal digits in groups of four."""
    digits = sha256(public_key).hexdigest()[:32]
    return "-".join(digits[start : start + 4] for start in range(0, len(digits), 4))


def describe_lab(maker_name: str | None, public_key: bytes | None) -> str:
    """Name the maker of a set; by the begin of its key's fingerprint where the file names nobody."""
    if maker_name or public_key is None:
        return maker_name or "an unnamed source"
    return f"key {write_fingerprint(bytes(public_key))[:9]}"


def sign(body: bytes, private_key: bytes) -> bytes:
    """Return the file of these compressed lines, signed with a key of 32 bytes."""
    key = Ed25519PrivateKey.from_private_bytes(private_key)
    public = key.public_key().public_bytes_raw()
    signature = key.sign(_build_message(FORMAT, public, body))
    return b"%b%d ed25519 %b %b\n%b" % (_MAGIC, FORMAT, public.hex().encode(), signature.hex().encode(), body)


def verify(file: bytes) -> SignedSet:
    """Check the signature of a file. Raises ReferenceSetRefused: no reference set, a newer format, a changed byte."""
    if len(file) > MAX_FILE_BYTES:
        raise ReferenceSetRefused(
            sentences.FILE_TOO_LARGE(most=describe_size(MAX_FILE_BYTES), given=describe_size(len(file)))
        )
    start = file[:_MAX_HEAD_BYTES]
    if (newer := _NEWER.match(start)) and int(newer[1]) > FORMAT:
        raise ReferenceSetRefused(sentences.OTHER_FORMAT(form=int(newer[1]), known=FORMAT))
    head = _HEAD.match(start)
    if head is None:
        raise ReferenceSetRefused("this is not a reference set: its first line is another")
    public, body = bytes.fromhex(head[2].decode()), file[head.end() :]
    try:
        key = Ed25519PublicKey.from_public_bytes(public)
        key.verify(bytes.fromhex(head[3].decode()), _build_message(int(head[1]), public, body))
    except (InvalidSignature, ValueError):
        raise ReferenceSetRefused(
            "the signature does not fit: the file was changed or is incomplete"
        ) from None
    return SignedSet(public, body, sha256(file).digest())


def _build_message(version: int, public_key: bytes, body: bytes) -> bytes:
    """Build what is signed: format, key and the digest of the compressed lines."""
    return b"%b%d ed25519 %b %b" % (_MAGIC, version, public_key, sha512(body).digest())
