"""What changing a person's rights entails, whoever asks for it: a signed-in admin or the terminal of the service."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.core.errors import LastAdmin, UserNotFound
from fioboard.core.times import now
from fioboard.models import AppUser
from fioboard.queries import accounts as account_queries


@dataclass(frozen=True, slots=True)
class Standing:
    """A user's role, and whether they are let in."""

    role: str
    is_active: bool


def standing_of(user: AppUser) -> Standing:
    """As it is now."""
    return Standing(user.role, user.deactivated_at is None)


async def change_standing(
    session: AsyncSession, user_id: UUID, *, role: str | None, is_active: bool | None
) -> tuple[AppUser, Standing, Standing]:
    """The user, and the standing before and after; None keeps what is. Sessions end with it; deactivated, tokens too.

    Nothing happens when nothing changes. Raises UserNotFound, LastAdmin.
    """
    admins = await account_queries.lock_admins(session)
    user = await account_queries.find_user(session, user_id)
    if user is None:
        raise UserNotFound
    before = standing_of(user)
    after = Standing(role or before.role, before.is_active if is_active is None else is_active)
    if before == after:
        return user, before, after
    if admins == [user.id] and after != Standing("admin", is_active=True):
        raise LastAdmin
    user.role = after.role
    user.deactivated_at = None if after.is_active else user.deactivated_at or now()
    await session.flush()
    await account_queries.end_sessions_of(session, user.id)
    if not after.is_active:
        await account_queries.end_tokens_of(session, user.id)
    return user, before, after
