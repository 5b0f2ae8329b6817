"""The glossary's tables of figures, metrics and factors are the vocabulary's declarations.

`FIOBOARD_WRITE_DOCS=1 pytest tests/house/test_glossary_tables.py` writes them anew after a change of a declaration.
"""

import pytest

from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.metrics import METRICS
from fioboard.engine.words.results import LISTED, SHOWN_DETAILS
from tests.house.conftest import check_generated_part

FACETS = {"hw": "hardware", "fw": "firmware", "os": "operating system", "path": "path"}


def figures() -> str:
    rows = [f"| `{c.api}` | {c.description} | {c.unit or ''} |" for c in (*LISTED, *SHOWN_DETAILS)]
    return "\n".join(("| Name | Means | Unit |", "|---|---|---|", *rows))


def metrics() -> str:
    better = {True: "lower", False: "higher", None: ""}
    rows = [f"| `{m.name}` | {m.title} | {m.unit} | {better[m.lower_is_better]} |" for m in METRICS.values()]
    return "\n".join(("| Name | Means | Unit | Better |", "|---|---|---|---|", *rows))


def factors() -> str:
    rows = [
        f"| `{f.key}` | {f.title}: {f.description} | {f.unit or ''} | {FACETS.get(f.facet or '', '')} "
        f"| {', '.join(f'`{key}`' for key in f.follows_from)} |"
        for f in FACTORS.values()
    ]
    return "\n".join(
        ("| Key | Means | Unit | Fingerprint | Can follow from |", "|---|---|---|---|---|", *rows)
    )


@pytest.mark.parametrize(
    ("name", "table"), [("figures", figures()), ("metrics", metrics()), ("factors", factors())]
)
def test_a_table_of_the_glossary_is_what_is_declared(name: str, table: str) -> None:
    check_generated_part("glossary.md", name, table)
