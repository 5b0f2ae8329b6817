"""Words and limits of notifications."""

from collections.abc import Mapping
from typing import Literal, get_args

from fioboard.engine.words.events import EVENT_KINDS, EventKind

DestinationKind = Literal["webhook", "mail", "chat"]
DESTINATION_KINDS: tuple[DestinationKind, ...] = get_args(DestinationKind)
DeliveryState = Literal["waiting", "delivered", "failed"]
DELIVERY_STATES: tuple[DeliveryState, ...] = get_args(DeliveryState)

ToldKind = Literal["change"] | EventKind
TOLD_KINDS: tuple[ToldKind, ...] = ("change", *EVENT_KINDS)
"""What a rule may tell: changes of figures, and each kind of events."""

PORTS: Mapping[DestinationKind, Mapping[str, int]] = {
    "webhook": {"https": 443, "http": 80},
    "mail": {"smtps": 465, "smtp": 587},
}
"""Schemes of a destination's address with their ports; those of chat are Apprise's."""
_STYLE = frozenset({"format", "overflow"})
_OWN_SERVER = _STYLE | {"verify", "to", "image"}
_WORKFLOWS = _STYLE | {
    *("id", "workflow", "sig", "signature", "ver", "api-version"),
    *("pa", "powerautomate", "route", "routeid", "wrap", "image"),
}
_NTFY = _OWN_SERVER | {
    "priority",
    "tags",
    "xtags",
    "click",
    "delay",
    "email",
    "mode",
    "token",
    "auth",
    "avatar_url",
}
_MATRIX = _OWN_SERVER | {"mode", "msgtype", "token", "path", "version", "v", "hsreq", "discovery", "e2ee"}
_GOTIFY = _STYLE | {"verify", "priority"}
_MATTERMOST = _OWN_SERVER | {"channel", "channels", "icon_url", "team", "botname", "mode"}
CHAT_QUERY_KEYS: Mapping[str, frozenset[str]] = {
    "slack": _STYLE | {"image", "footer", "blocks", "timestamp", "mode", "token", "to"},
    "workflow": _WORKFLOWS,
    "workflows": _WORKFLOWS,
    "tgram": _STYLE | {"detect", "silent", "preview", "topic", "thread", "mdv", "content", "to"},
    "discord": _STYLE
    | {
        *("tts", "avatar", "avatar_url", "botname", "href", "url", "thread"),
        *("footer", "footer_logo", "fields", "flags", "image", "ping"),
    },
    "ntfy": _NTFY,
    "ntfys": _NTFY,
    "matrix": _MATRIX,
    "matrixs": _MATRIX,
    "gotify": _GOTIFY,
    "gotifys": _GOTIFY,
    "mmost": _MATTERMOST,
    "mmosts": _MATTERMOST,
}
"""Of Apprise's services, those that are allowed, each with what may stand behind `?` in its address: what says where
a message goes and what it looks like. Apprise's other keys are refused: `template` and `attach` read files of this
machine, `redirect` follows the receiver elsewhere, the rest nobody needs here."""
CHAT_SCHEMES = tuple(CHAT_QUERY_KEYS)

MAX_ATTEMPTS = 10
MAX_IN_MESSAGE = 100
"""Changes and events."""
MAX_FILTER_CHARACTERS = 8_000
MAX_RULES_OF_PERSON = 50
