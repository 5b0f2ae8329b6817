"""Real posts, labelled by hand: how many of the facts are found, how many of the found ones are right."""

import os
from pathlib import Path

from tests.engine.formats.pasted.labelled import Score, evaluate, list_posts

FORMATS = Path(__file__).parents[5] / "docs" / "formats.md"
BEGIN, END = "<!-- measured facts: begin -->\n", "<!-- measured facts: end -->"


def build_table(score: Score) -> str:
    keys = sorted({key for key, _ in score.by_key})
    rows = [
        f"| {key} | {score.by_key[key, 'labelled']} | {score.by_key[key, 'right']} | {score.by_key[key, 'wrong']} |"
        for key in keys
    ]
    total = score.right + len(score.missed)
    last = f"| **all** | {total} | {score.right} ({score.recall:.1%}) | {len(score.wrong)} (precision {score.precision:.1%}) |"
    return "\n".join(["| Fact | Labelled | Found | Wrong |", "|---|--:|--:|--:|", *rows, last]) + "\n"


def test_facts_of_real_posts_are_found_and_right() -> None:
    assert len(list(list_posts())) >= 294
    score = evaluate()
    assert score.precision >= 0.97, score.wrong
    assert score.recall >= 0.80, score.missed
    assert score.misplaced == []
    text = FORMATS.read_text()
    before, _, rest = text.partition(BEGIN)
    now, _, after = rest.partition(END)
    if os.environ.get("FIOBOARD_WRITE_DOCS"):
        FORMATS.write_text(before + BEGIN + build_table(score) + END + after)
        return
    assert now == build_table(score), "Run this test with FIOBOARD_WRITE_DOCS=1"
