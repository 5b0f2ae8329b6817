"""The set that comes with the product: figures that public sources state; lab/starter_set.py builds it."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from fioboard.engine.reference_sets.document import ReferenceSetRefused

FILE = Path(__file__).with_name("starter.zst")
SHA256 = "c00f85859efe994707bba059b3d6d6198e2ddba2b0776005f9a8c8f0b69f9bb9"
"""Of the file. No key signs it: it comes with the program, and so does this digest."""
MAKER = "fioboard, from public sources"


@cache
def load_starter() -> bytes:
    """Load the lines of the set, compressed. Raises ReferenceSetRefused where a byte was changed."""
    body = FILE.read_bytes()
    if sha256(body).hexdigest() != SHA256:
        raise ReferenceSetRefused("the product's own set was changed")
    return body
