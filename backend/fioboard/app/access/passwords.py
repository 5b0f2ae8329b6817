"""Passwords: Argon2id, at most two at a time, so that a flood of logins cannot take the machine's memory (S2)."""

import asyncio
from functools import cache

from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from fioboard.app.access import sentences
from fioboard.core.config import settings
from fioboard.core.errors import Invalid, PasswordLoginOff
from fioboard.engine.words.limits import MAX_PASSWORD_CHARACTERS, MIN_PASSWORD_CHARACTERS

# 38 MiB, 2 passes, 1 lane: twice the least that OWASP's password storage cheat sheet asks of Argon2id.
_HASHER = PasswordHash((Argon2Hasher(memory_cost=38 * 1024, time_cost=2, parallelism=1),))
_AT_A_TIME = 2
_turns: dict[asyncio.AbstractEventLoop, asyncio.Semaphore] = {}


class WeakPassword(Invalid):
    """Too short, too long, common, or the user's own name."""


def require_password_login() -> None:
    """Raises PasswordLoginOff where the settings have switched passwords off."""
    if not settings().password_login:
        raise PasswordLoginOff


def require_good_password(password: str, user_name: str) -> None:
    """Raises WeakPassword for one that is too short, too long, common, or the user's own name."""
    if not MIN_PASSWORD_CHARACTERS <= len(password) <= MAX_PASSWORD_CHARACTERS:
        raise WeakPassword(
            sentences.PASSWORD_LENGTH(
                least=MIN_PASSWORD_CHARACTERS, most=MAX_PASSWORD_CHARACTERS, given=len(password)
            )
        )
    # Loaded here: the list takes 16 MB and is needed only when somebody chooses a password.
    from zxcvbn import zxcvbn  # noqa: PLC0415 -- late, see above

    if zxcvbn(password[:72], user_inputs=[user_name, "fioboard"])["score"] <= 1:
        raise WeakPassword("This password is too common; choose a longer one.")


async def hashed_password(password: str) -> str:
    """The hash to store, with its parameters and salt."""
    async with _turn():
        return await asyncio.to_thread(_HASHER.hash, password)


async def password_fits(password: str, stored: str | None) -> bool:
    """Whether the password belongs to the hash. Without a hash it takes the same time and is False."""
    async with _turn():
        fits = await asyncio.to_thread(_HASHER.verify, password, stored or _dummy())
    return fits and stored is not None


@cache
def _dummy() -> str:
    """A hash nobody knows the password of: unknown users take as long as known ones."""
    return _HASHER.hash("nobody has this password")


def _turn() -> asyncio.Semaphore:
    return _turns.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(_AT_A_TIME))
