"""Secrets: how tokens, session references and one-time codes are made, recognised and hashed. Never stored as such."""

import hashlib
import re
import secrets
import zlib

ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
RANDOM_CHARACTERS = 30  # 178 bits
CHECK_CHARACTERS = 6
TOKEN = re.compile(r"^fioboard_(upload|yabs|feed|read|write|admin)_([0-9A-Za-z]{30})([0-9A-Za-z]{6})$")
PREFIX_CHARACTERS = 5


def _base62(number: int, width: int) -> str:
    digits = []
    for _ in range(width):
        number, digit = divmod(number, 62)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def _check(text: str) -> str:
    return _base62(zlib.crc32(text.encode()), CHECK_CHARACTERS)


def new_token(scope: str) -> str:
    """`fioboard_<scope>_` + 30 random base62 characters + a CRC-32, so that scanners can recognise it (T1)."""
    head = f"fioboard_{scope}_" + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_CHARACTERS))
    return head + _check(head)


def is_token(text: str) -> bool:
    """True when `text` has a token's form and its checksum fits. Says nothing about being valid."""
    match = TOKEN.match(text)
    return match is not None and _check(text[:-CHECK_CHARACTERS]) == match[3]


def shown_prefix(token: str) -> str:
    """The part of a token that lists may show."""
    return token[: token.rindex("_") + 1 + PREFIX_CHARACTERS]


def new_secret() -> str:
    """256 random bits for a session reference or a one-time code."""
    return secrets.token_urlsafe(32)


def make_code() -> str:
    """192 random bits to be typed on a command line: letters and digits only, so that no shell reads them as a flag."""
    return secrets.token_hex(24)


def hashed(secret: str) -> bytes:
    """What is stored. Plain SHA-256 is enough: the input has 178 bits or more, there is nothing to guess."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()
