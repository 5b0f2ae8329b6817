"""Replaces what names a machine, a person or a place by something of the same shape: the same value always by the same
pseudonym, so that what belonged together still does, and parsers still read it.

Values are known from three sides: the inventory's own identifying fields, files whose name says what they hold, and
patterns that are identifiers wherever they stand. The key stays on the host: without it nobody can try names out.
"""

from __future__ import annotations

import hashlib
import hmac
import re
from typing import Any, Iterable, Iterator, Optional

from fioboard_agent.host.reader import drop_filler

# Last words of paths in /sys, /proc and /etc whose whole content identifies.
IDENTIFYING_FILES = frozenset(
    [
        "serial",
        "product_serial",
        "board_serial",
        "chassis_serial",
        "board_asset_tag",
        "chassis_asset_tag",
        "product_uuid",
        "serial-number",
        "serial_number",
        "wwid",
        "wwn",
        "eui",
        "nguid",
        "uuid",
        "address",
        "machine-id",
        "hostname",
        "hostnqn",
        "hostid",
        "subsysnqn",
        "sas_address",
        "unique_id",
        "port_name",
        "node_name",
        "fsid",
        "backing_file",
        "host_identify",
    ]
)
_IDENTIFYING_FIELDS = re.compile(
    r"(^|_)(serial|uuid|wwid|wwn|nqn|mac|guid|eui|mount_point|backing_file|server|machine_id)$|^host_name$"
)
_UDEV_KEYS = re.compile(r"^E:\w*(SERIAL|WWN|UUID|LABEL|GUID|ASSET|NET_NAME_MAC|ID_PATH_WWN)\w*=(.+)$", re.MULTILINE)
_NAMED = re.compile(
    r"((?:serial|wwn|wwid|uuid|guid|nguid|eui64|host ?name|host id|host interface|asset tag)[\w /]{0,20}\"?"
    r"\s*[:=]\s*\"?)"
    r"([^\",\n\r]{3,80})",
    re.IGNORECASE,
)
# Identifiers by their looks: MAC and InfiniBand addresses, UUIDs, world wide names, iSCSI and NVMe names, homes.
_LOOKS = re.compile(
    r"(?P<mac>\b(?:[0-9a-f]{2}:){5,19}[0-9a-f]{2}\b)"
    r"|(?P<uuid>\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b)"
    r"|(?P<md>\b[0-9a-f]{8}(?::[0-9a-f]{8}){3}\b)"
    r"|(?P<wwn>(?<=eui\.)[0-9a-f]{16,32}|(?<=naa\.)[0-9a-f]{16,32}|(?<=wwn-0x)[0-9a-f]{16,32}|(?<=0x)[56][0-9a-f]{15}\b)"
    r"|(?P<name>(?<=\biqn\.)[\w.:-]+|(?<=\bnqn\.)[\w.:-]+)"
    r"|(?P<home>(?<=/home/)[^/\s:,]+|(?<=/Users/)[^/\s:,]+)",
    re.IGNORECASE,
)
# What an identifier says of its own kind: not a name, and what collectors tell layers apart by.
_KINDS = re.compile(
    r"eui\.|naa\.|uuid\.|t10\.|nvme\.|wwn-0x|0x|(?:part\d+-)?(?:LVM|mpath|DMRAID|DDF|CRYPT-[A-Z0-9]+|STRATIS-\d)-"
)
_SHORTEST_KNOWN = 4
_GENERIC = frozenset(
    [
        "localhost",
        "linux",
        "none",
        "unknown",
        "root",
        "user",
        "default",
        "home",
        "data",
        "debian",
        "ubuntu",
        "fedora",
        "freebsd",
    ]
)


class Pseudonyms:
    """`key` is secret and stays the same on a host, so that two captures of it can be compared."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._known: dict[str, str] = {}
        self._pattern: Optional[re.Pattern[str]] = None

    def learn(self, values: Iterable[str]) -> None:
        """Values that identify wherever they stand, also with the blanks as udev writes them."""
        for value in values:
            clean = value.strip()
            if len(clean) < _SHORTEST_KNOWN or clean.lower() in _GENERIC or drop_filler(clean) is None:
                continue
            for spelled in {clean, clean.replace(" ", "_"), clean.replace("-", "")}:
                self._known[spelled] = self.word(clean) if spelled == clean else self.word(spelled)
        spellings = sorted(self._known, key=len, reverse=True)
        body = "|".join(re.escape(one) for one in spellings)
        self._pattern = re.compile(f"(?<![A-Za-z0-9])(?:{body})(?![A-Za-z0-9])") if spellings else None

    def text(self, text: str) -> str:
        """A whole text with everything in it replaced that is known or looks like an identifier."""
        if self._pattern is not None:
            text = self._pattern.sub(lambda match: self._known[match.group()], text)
        return _LOOKS.sub(lambda match: self.word(match.group()), text)

    def answer(self, text: str) -> str:
        """The answer of a program: also what stands behind words such as `Serial Number:`."""
        text = self.text(text)
        hidden = set(self._known.values())
        return _NAMED.sub(
            lambda match: match.group(1) + (match.group(2) if match.group(2) in hidden else self.word(match.group(2))),
            text,
        )

    def udev(self, text: str) -> str:
        """A file of udev's database: the values of the keys that identify, then all the rest as text."""
        return self.text(
            _UDEV_KEYS.sub(lambda match: match.group().replace(match.group(2), self.word(match.group(2))), text)
        )

    def word(self, value: str) -> str:
        """The pseudonym: digits stay digits, letters letters, hexadecimal hexadecimal, everything else as it is.
        Filler that firmware makers leave stays filler."""
        if drop_filler(value) is None:
            return value
        prefix = _KINDS.match(value)
        start = prefix.end() if prefix else 0
        rest = value[start:]
        digits = "0123456789abcdef" if re.fullmatch(r"[0-9a-fA-F:.\s-]*", rest) and re.search("[a-fA-F]", rest) else ""
        stream = self._generate_bytes(value)
        return value[:start] + "".join(_replace_character(character, next(stream), digits) for character in rest)

    def _generate_bytes(self, value: str) -> Iterator[int]:
        """Generate bytes that depend on the key and the value alone."""
        counter = 0
        while True:
            yield from hmac.new(
                self._key, f"{counter}/{value}".encode("utf-8", "surrogateescape"), hashlib.sha256
            ).digest()
            counter += 1


def list_identifying_values(document: Any) -> Iterable[str]:
    """List all values of the inventory's identifying fields, at any depth."""
    if isinstance(document, dict):
        for key, value in document.items():
            if isinstance(value, str) and _IDENTIFYING_FIELDS.search(key):
                yield value
            else:
                yield from list_identifying_values(value)
    elif isinstance(document, list):
        for value in document:
            yield from list_identifying_values(value)


def list_identifying_udev_values(text: str) -> Iterable[str]:
    """List the values of a file of udev's database that identify."""
    return (match.group(2) for match in _UDEV_KEYS.finditer(text))


def _replace_character(character: str, chance: int, digits: str) -> str:
    """Return a character of the same kind."""
    if digits and character.lower() in digits:
        letter = digits[chance % 16]
        return letter.upper() if character.isupper() else letter
    if character.isdigit():
        return str(chance % 9 + 1)
    if character.isalpha() and character.isascii():
        letter = chr(ord("a") + chance % 26)
        return letter.upper() if character.isupper() else letter
    return character
