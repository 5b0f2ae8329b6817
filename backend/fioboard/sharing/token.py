"""The secret in a share's address."""

import secrets

from fioboard.access.secrets import ALPHABET

CHARACTERS = 24  # 142 bits
SHOWN_CHARACTERS = 6


def new_share_token() -> str:
    """24 random base62 characters: no prefix, so that the address says nothing of whose service it is (L2)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CHARACTERS))


def shown(token: str) -> str:
    """The part of an address's token that logs may show (L6); of what is no token, nothing but that."""
    return token[:SHOWN_CHARACTERS] if len(token) == CHARACTERS and token.isalnum() else "?"
