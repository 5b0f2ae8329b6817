"""The secret in a share's address."""

import secrets

from fastapi import Request

from fioboard.app.access.secrets import ALPHABET
from fioboard.core.logs import conceal

CHARACTERS = 24  # 142 bits
SHOWN_CHARACTERS = 6


def new_share_token() -> str:
    """24 random base62 characters: no prefix, so that the address says nothing of whose service it is (L2)."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CHARACTERS))


def name_in_logs(request: Request, token: str) -> None:
    """Makes the logs of a request tell its link by the first characters of its token, and by no more (L6)."""
    if len(token) == CHARACTERS and token.isascii() and token.isalnum():
        shown = token[:SHOWN_CHARACTERS]
        conceal(token, shown)
        request.state.actor = f"share:{shown}"
    else:
        request.state.actor = "share:?"
