"""What to know before believing a comparison: cut-short runs, errors, empty sides, options that keep it apart."""

from collections.abc import Iterable, Sequence

from fioboard.features.compare.matching import Row
from fioboard.features.compare.sides import Side
from fioboard.features.compare.spec import Spec
from fioboard.schemas.compare import NoteOut, SideName
from fioboard.vocabulary import sentences


def notes(base: Side, new: Side, rows: Sequence[Row], side: int, spec: Spec) -> list[NoteOut]:
    """What to know of one part."""
    remarks = [*_of_side("base", base), *_of_side("new", new)]
    hint = _hint(rows, side, spec)
    if hint is not None:
        remarks.append({"side": "both", "text": hint, "run_ids": []})
    return remarks


def _of_side(name: SideName, side: Side) -> Iterable[NoteOut]:
    if not side.runs:
        yield {"side": name, "text": sentences.NO_RUN(), "run_ids": []}
    for state, sentence in (("interrupted", sentences.CUT_SHORT), ("failed", sentences.FAILED)):
        runs = [str(run["id"]) for run in side.runs if run["outcome"] == state]
        if runs:
            yield {"side": name, "text": sentence(runs=_count(len(runs))), "run_ids": runs}
    silent = [str(run["id"]) for run in side.runs if run["state"] == "not_understood"]
    if silent:
        text = sentences.NOT_UNDERSTOOD(runs=_count(len(silent)))
        yield {"side": name, "text": text, "run_ids": silent}
    wrong = list(dict.fromkeys(str(result["run_id"]) for result in side.results if result["error"]))
    if wrong:
        yield {
            "side": name,
            "text": sentences.IO_ERRORS(runs=_count(len(wrong)).lower()),
            "run_ids": wrong,
        }


def _count(number: int) -> str:
    return "One run" if number == 1 else f"{number} runs"


def _hint(rows: Sequence[Row], side: int, spec: Spec) -> str | None:
    """When nothing matched: the options that stand in the way, if they are the same few for some pair."""
    ours = [row for row in rows if row.results[0]]
    theirs = [row for row in rows if row.results[side]]
    if not ours or not theirs or any(row.results[0] and row.results[side] for row in rows):
        return None
    nearest = min(
        (_differing(a, b) for a in ours for b in theirs if a.direction == b.direction), key=len, default=None
    )
    if not nearest:
        return sentences.OTHER_JOBS()
    again = "&".join(f"ignore={key}" for key in nearest if key not in spec.match)
    options = ", ".join(nearest)
    if again:
        return sentences.NEAREST_IGNORING(options=options, address=again)
    return sentences.NEAREST(options=options)


def _differing(a: Row, b: Row) -> list[str]:
    keys = sorted({*a.options, *b.options})
    return [key for key in keys if a.options.get(key) != b.options.get(key)]
