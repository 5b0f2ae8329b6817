"""The address of an object store, as the setting `FIOBOARD_DOCUMENTS` spells it; pure."""

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit

from fioboard.core import sentences

EXAMPLE = "s3://BUCKET/PREFIX?endpoint=https://s3.example.org&region=us-east-1"
DEFAULT_REGION = "us-east-1"
KEYS = frozenset({"endpoint", "region", "allow_http"})
# As Amazon allows them; others allow less.
_BUCKET = re.compile(r"[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]")
_PREFIX = re.compile(r"[A-Za-z0-9!_.*'()/-]*")


@dataclass(frozen=True, slots=True)
class StoreAddress:
    """Where the objects are."""

    bucket: str
    prefix: str
    """Without slashes at its ends; empty: the bucket's top."""
    endpoint: str | None
    """None: Amazon's own, of the region."""
    region: str
    is_http_allowed: bool
    """Also beyond this machine, where anybody on the way reads along."""

    def __str__(self) -> str:
        """For people: it holds no secret."""
        at = f" at {self.endpoint}" if self.endpoint else ""
        return f"s3://{'/'.join(part for part in (self.bucket, self.prefix) if part)}{at}"


def read_store_address(text: str) -> StoreAddress:
    """Raises ValueError with one sentence for what is no such address."""
    parts = urlsplit(text)
    if parts.scheme != "s3":
        raise ValueError(sentences.STORE_ADDRESS(example=EXAMPLE))
    if "@" in parts.netloc:
        # Not quoted: it would be the secret.
        raise ValueError(
            "FIOBOARD_DOCUMENTS holds no keys; FIOBOARD_DOCUMENTS_KEY_ID and FIOBOARD_DOCUMENTS_SECRET_FILE do"
        )
    prefix = parts.path.strip("/")
    if (
        not _BUCKET.fullmatch(parts.netloc)
        or not _PREFIX.fullmatch(prefix)
        or "//" in prefix
        or ".." in prefix
    ):
        raise ValueError(sentences.NO_STORE_NAME(example=EXAMPLE))
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    options = dict(pairs)
    if len(options) != len(pairs) or not options.keys() <= KEYS or parts.fragment:
        raise ValueError(sentences.STORE_OPTIONS(keys=", ".join(sorted(KEYS))))
    endpoint = options.get("endpoint")
    if endpoint is not None:
        at = urlsplit(endpoint)
        if at.scheme not in {"http", "https"} or not at.hostname or "@" in at.netloc or at.query:
            raise ValueError("FIOBOARD_DOCUMENTS: its endpoint is an address such as https://s3.example.org")
    return StoreAddress(
        bucket=parts.netloc,
        prefix=prefix,
        endpoint=endpoint,
        region=options.get("region") or DEFAULT_REGION,
        is_http_allowed=options.get("allow_http") == "true",
    )
