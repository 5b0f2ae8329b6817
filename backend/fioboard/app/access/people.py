"""What taking rights away entails, whoever asks for it: a signed-in admin or the terminal of the service."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from fioboard.app.access.audit import record
from fioboard.app.access.principal import OF_ROLE
from fioboard.core.database import Session
from fioboard.core.errors import LastAdmin, UserNotFound
from fioboard.core.times import now
from fioboard.store.models import AppUser
from fioboard.store.queries import access as access_queries
from fioboard.store.queries import accounts as account_queries
from fioboard.store.queries import shares as share_queries


@dataclass(frozen=True, slots=True)
class Standing:
    """A user's role, and whether they are let in."""

    role: str
    is_active: bool


def get_user_status(user: AppUser) -> Standing:
    """Return the current role and whether the account is active."""
    return Standing(user.role, user.deactivated_at is None)


async def change_standing(
    session: Session, user_id: UUID, *, role: str | None, is_active: bool | None
) -> tuple[AppUser, Standing, Standing]:
    """The user, and the standing before and after; None keeps what is. Sessions end with it; deactivated, tokens too;
    who may share no more, their links (L4).

    Nothing happens when nothing changes. Raises UserNotFound, LastAdmin.
    """
    admins = await account_queries.lock_admins(session)
    user = await account_queries.find_user(session, user_id)
    if user is None:
        raise UserNotFound
    before = get_user_status(user)
    after = Standing(role or before.role, before.is_active if is_active is None else is_active)
    if before == after:
        return user, before, after
    if admins == [user.id] and after != Standing("admin", is_active=True):
        raise LastAdmin
    user.role = after.role
    user.deactivated_at = None if after.is_active else user.deactivated_at or now()
    await session.flush()
    await account_queries.revoke_user_sessions(session, user.id)
    if not after.is_active:
        await account_queries.revoke_user_tokens(session, user.id)
    if not after.is_active or "write" not in OF_ROLE[after.role]:
        await _note_ended(session, await share_queries.revoke_of_user(session, user.id))
    return user, before, after


async def end_token(session: Session, token_id: UUID) -> bool:
    """Ends a token, and the links made with it. False when there is none with this id; ending it twice is fine."""
    if not await access_queries.revoke_token(session, token_id):
        return False
    await _note_ended(session, await share_queries.revoke_of_token(session, token_id))
    return True


async def _note_ended(session: Session, share_ids: Iterable[UUID]) -> None:
    """Nobody's hand ended them; who took the right away stands in the event of that."""
    for share_id in share_ids:
        await record(session, None, "share.revoke", share_id, reason="its maker may share no more")
