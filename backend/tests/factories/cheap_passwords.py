"""Passwords hashed at the least cost: tests make and try some hundreds of them, at 50 ms each as the service does."""

from collections.abc import Iterator

import pytest
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from fioboard.app.access import passwords

CHEAP = PasswordHash((Argon2Hasher(memory_cost=8, time_cost=1, parallelism=1),))


@pytest.fixture(autouse=True)
def cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hash with the service's algorithm at the least cost, also what stands for the password of unknown users."""
    monkeypatch.setattr(passwords, "_HASHER", CHEAP)
    passwords._dummy.cache_clear()
    yield
    passwords._dummy.cache_clear()
