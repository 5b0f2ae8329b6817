"""What a run's answer says in a column of the history: the keys of engine/filters/answer_keys.py."""

from collections.abc import Sequence

import orjson

from fioboard.engine.answers.answer import VerdictBrief
from fioboard.engine.answers.run import CellValue
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.store.queries.rows import ListedRunRow


def build_answer_cells(row: ListedRunRow, columns: Sequence[str]) -> dict[str, CellValue]:
    """Build the cells of those columns that an answer decides; null where nothing was judged."""
    asked = [key for key in columns if key in ANSWER_KEYS]
    if not asked or row["verdict"] is None:
        return dict.fromkeys(asked)
    verdict: VerdictBrief = orjson.loads(row["verdict"])
    return {key: _build_cell(key, verdict, row["finding_ids"]) for key in asked}


def _build_cell(key: str, verdict: VerdictBrief, finding_ids: Sequence[str]) -> CellValue:
    """Build a cell. `limit`: the one that the verdict rests on, null where it is none."""
    declared = ANSWER_KEYS[key]
    if declared.column == "verdict_kind":
        return verdict["kind"]
    if declared.column == "limit_ids":
        return verdict["id"] if verdict["kind"] == "limit" else None
    return [found_id for found_id in finding_ids if found_id in declared.values]
