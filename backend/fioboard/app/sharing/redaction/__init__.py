"""What leaves the service by a share: an allow-list projection of what the API answers, and the net behind it.

Pure: values in, values out; no database, no network, no clock. docs/sharing.md says the same for people.
"""

from fioboard.app.sharing.redaction.fields import FIELDS, GROUPS, UnknownField, can_reveal, get_title
from fioboard.app.sharing.redaction.freeze import Frozen, freeze, preview
from fioboard.app.sharing.redaction.leak_check import IdentifierFound, Leak
from fioboard.app.sharing.redaction.raw_export import rebuild_raw
from fioboard.app.sharing.redaction.redactor import Wish
from fioboard.app.sharing.redaction.sources import Sources
from fioboard.app.sharing.redaction.tables import write_csv

__all__ = [
    "FIELDS",
    "GROUPS",
    "Frozen",
    "IdentifierFound",
    "Leak",
    "Sources",
    "UnknownField",
    "Wish",
    "can_reveal",
    "freeze",
    "get_title",
    "preview",
    "rebuild_raw",
    "write_csv",
]
