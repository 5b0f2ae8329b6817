"""The check on paper names every module of queries and every table once it is there."""

import re

from scale.lab import CHECKOUT, TEMPLATES

from fioboard.store.models import Base

TEXT = (TEMPLATES / "distributed.md").read_text()
CELLS = [line.split("|")[1] for line in TEXT.splitlines() if line.startswith("| `")]
QUERIES = CHECKOUT / "backend" / "fioboard" / "store" / "queries"


def test_every_module_of_queries_is_looked_at() -> None:
    there = {
        str(path.relative_to(QUERIES).with_suffix(""))
        for path in QUERIES.rglob("*.py")
        if path.stem != "__init__"
    }
    named = set(re.findall(r"`([a-z_/]+)`", " ".join(CELLS)))
    assert named == there


def test_every_table_has_a_place() -> None:
    kinds = [
        line.split("|")[2]
        for line in TEXT.splitlines()
        if re.match(r"\| (?:distributed|copied|on the)", line)
    ]
    named = re.findall(r"`([a-z_]+)`", " ".join(kinds))
    assert sorted(named) == sorted(Base.metadata.tables.keys())
