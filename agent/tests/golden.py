"""Compares a document with the JSON that is kept of it below tests/data/golden.

FIOBOARD_WRITE_GOLDEN=1 writes them anew; look at the difference before you commit it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

GOLDEN = Path(__file__).parent / "data" / "golden"


def assert_golden(name: str, document: Any) -> None:
    """`name` is a path without suffix, such as `cpu/epyc-7451`."""
    path = GOLDEN / f"{name}.json"
    found = json.loads(json.dumps(document, allow_nan=False))
    if os.environ.get("FIOBOARD_WRITE_GOLDEN"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    assert found == json.loads(path.read_text(encoding="utf-8"))
