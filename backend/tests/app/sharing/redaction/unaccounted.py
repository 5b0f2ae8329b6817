"""Texts of a document that nobody accounted for: they are searched whole, so that a common word would stop a share."""

from typing import Any

from fioboard.app.sharing.redaction import Sources, Wish
from fioboard.app.sharing.redaction.freeze import project
from fioboard.app.sharing.redaction.leak_check import list_texts
from fioboard.app.sharing.redaction.provenance import Fact


def unaccounted(sources: Sources, **wish: Any) -> set[tuple[str, str]]:
    """Place and text of each text without a mark."""
    document, _ = project(sources, Wish(**wish))
    return {(where, text) for where, text in list_texts(document) if not isinstance(text, Fact)}
