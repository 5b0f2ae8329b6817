"""Accounts of people whom the identity provider vouches for: found, made, connected."""

from dataclasses import asdict
from uuid import UUID

from fioboard.app.access.audit import record_user
from fioboard.app.access.look_alike import find_look_alike
from fioboard.app.access.oidc.identity import MAX_USER_NAME, Identity
from fioboard.app.access.people import change_standing
from fioboard.core.database import RowRefused, Session
from fioboard.core.errors import Conflict, NameTaken, SingleSignOnRefused
from fioboard.store.models import AppUser
from fioboard.store.queries import accounts as account_queries

BY = "single_sign_on"
MAX_NAMESAKES = 20


async def find_or_create_account(session: Session, identity: Identity, decides_roles: bool) -> AppUser:
    """Find the account of a person by issuer and subject, and by nothing else; create it for a new person with a
    role.

    `decides_roles`: the settings map claims to roles; then the role follows the mapping at every sign-in, and whom it
    gives one gets an account. Raises SingleSignOnRefused, LastAdmin.
    """
    _require_domain(identity)
    user = await account_queries.find_user_by_oidc(session, identity.issuer, identity.subject)
    if user is not None and user.deactivated_at is not None:
        raise SingleSignOnRefused("This account is deactivated.")
    if identity.role is None and (user is None or decides_roles):
        raise SingleSignOnRefused("You have no role on this service; ask its admin.")
    if user is None:
        return await _new_account(session, identity, identity.role or "viewer")
    if identity.role is not None:
        user, before, after = await change_standing(session, user.id, role=identity.role, is_active=None)
        if before != after:
            changed = {"before": asdict(before), "after": asdict(after)}
            await record_user(session, user.id, user.name, "user.edit", user.id, by=BY, **changed)
    return user


async def connected(session: Session, user_id: UUID, identity: Identity) -> AppUser:
    """The account, from now on that of a person at the identity provider. Raises Conflict, SingleSignOnRefused."""
    _require_domain(identity)
    user = await account_queries.get_user(session, user_id)
    try:
        async with session.begin_nested():
            user.oidc_issuer, user.oidc_subject = identity.issuer, identity.subject
            await session.flush()
    except RowRefused:
        raise Conflict("Another account of this service is already connected to that identity.") from None
    await record_user(session, user.id, user.name, "user.connect", user.id, issuer=identity.issuer)
    return user


def _require_domain(identity: Identity) -> None:
    if not identity.is_of_allowed_domain:
        raise SingleSignOnRefused("This service accepts only verified e-mail addresses of its own domains.")


async def _new_account(session: Session, identity: Identity, role: str) -> AppUser:
    """A new account. Somebody of the same name keeps it: the new one is called `ada 2`.

    Raises SingleSignOnRefused for a name that is another one and looks the same.
    """
    known = [user.name for user in await account_queries.list_users(session)]
    if find_look_alike(identity.name, known) is not None:
        raise SingleSignOnRefused(
            "Your name at the identity provider looks like that of another account of this service, and is written "
            "with other characters; ask its admin for an invitation under another name, and connect that account."
        )
    for number in range(1, MAX_NAMESAKES + 1):
        ending = "" if number == 1 else f" {number}"
        name = identity.name[: MAX_USER_NAME - len(ending)] + ending
        try:
            async with session.begin_nested():
                user = await account_queries.add_user(
                    session, name=name, role=role, oidc=(identity.issuer, identity.subject)
                )
        except RowRefused:
            # The name, or the same person in another window at the same moment.
            twin = await account_queries.find_user_by_oidc(session, identity.issuer, identity.subject)
            if twin is not None:
                return twin
        else:
            await record_user(session, user.id, user.name, "user.create", user.id, role=role, by=BY)
            return user
    raise NameTaken
