"""What leaves the service by a share: an allow-list projection of what the API answers, and the net behind it.

Pure: values in, values out; no database, no network, no clock. docs/sharing.md says the same for people.
"""

from fioboard.redaction.fields import FIELDS, GROUPS, UnknownField
from fioboard.redaction.freeze import Frozen, freeze
from fioboard.redaction.identifiers import IdentifierFound
from fioboard.redaction.rebuilt import rebuilt_raw
from fioboard.redaction.redactor import Wish
from fioboard.redaction.sources import Sources
from fioboard.redaction.tables import tables_csv

__all__ = [
    "FIELDS",
    "GROUPS",
    "Frozen",
    "IdentifierFound",
    "Sources",
    "UnknownField",
    "Wish",
    "freeze",
    "rebuilt_raw",
    "tables_csv",
]
