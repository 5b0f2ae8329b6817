"""The set that comes with the product: figures that public sources state; lab/starter_set.py builds it."""

from functools import cache
from hashlib import sha256
from pathlib import Path

from fioboard.engine.reference_sets.document import ReferenceSetRefused

FILE = Path(__file__).with_name("starter.zst")
SHA256 = "508dc2c582af7a2cbbb546c3bef37d0e0441acdd7bf84f757c8ebcc922a036ca"
"""Of the file. No key signs it: it comes with the program, and so does this digest."""
MAKER = "fioboard, from public sources"


@cache
def load_starter() -> bytes:
    """Load the lines of the set, compressed. Raises ReferenceSetRefused where a byte was changed."""
    body = FILE.read_bytes()
    if sha256(body).hexdigest() != SHA256:
        raise ReferenceSetRefused("the product's own set was changed")
    return body
