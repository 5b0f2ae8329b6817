"""Sets of other labs: taken after the signature, the format and the key were checked."""

from dataclasses import dataclass

from fioboard.app.reference_sets import sentences
from fioboard.core.driver import Driver
from fioboard.engine.reference_sets.document import Header, ReferenceSetRefused, read_body
from fioboard.engine.reference_sets.signature import verify, write_fingerprint
from fioboard.store.queries import reference_sets as queries


@dataclass(frozen=True, slots=True)
class Imported:
    """A set that was taken."""

    header: Header
    fingerprint: str
    is_new: bool
    """Whether this very file was not there before."""


async def import_set(driver: Driver, file: bytes, by: str, trusted: str | None = None) -> Imported:
    """Take a set in a transaction. `trusted`: the fingerprint of its key, which a key needs at its first set and after
    it was revoked. Raises ReferenceSetRefused.
    """
    signed = verify(file)
    content = read_body(signed.body)
    header = content.header
    key = await queries.find_key(driver, signed.public_key)
    if trusted is not None and trusted != signed.fingerprint:
        raise ReferenceSetRefused(sentences.OTHER_KEY(key=signed.fingerprint, trusted=trusted))
    if key is not None and key["revoked_at"] is None:
        key_id = key["id"]
    elif trusted is None:
        maker = (
            sentences.CLAIMED_MAKER(name=repr(header.maker.name))
            if header.maker.name
            else "it names no maker"
        )
        state = "was revoked" if key else "is unknown"
        raise ReferenceSetRefused(sentences.KEY_NOT_TRUSTED(key=signed.fingerprint, state=state, maker=maker))
    else:
        key_id = await queries.add_key(driver, signed.public_key, by)
    set_id = await queries.add_set(driver, key_id, signed.sha256, content, by=by)
    return Imported(header, signed.fingerprint, set_id is not None)


async def revoke(driver: Driver, fingerprint: str, by: str) -> bool:
    """Let no set of a key count any more; False where no key of that fingerprint counts."""
    rows = await queries.list_sets(driver)
    keys = {bytes(row["public_key"]) for row in rows if row["public_key"] is not None}
    known = next((key for key in keys if write_fingerprint(key) == fingerprint), None)
    return known is not None and await queries.revoke_key(driver, known, by)
