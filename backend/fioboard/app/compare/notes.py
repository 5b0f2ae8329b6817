"""What to know before believing a comparison: cut-short runs, errors, empty sides, other weeks, options that keep it
apart."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta

from fioboard.app.compare.matching import Row, list_differing
from fioboard.app.compare.sides import Side
from fioboard.app.compare.spec import Spec
from fioboard.engine.answers.compare import NoteOut, SideName
from fioboard.engine.words import sentences

# Runs that lie further apart than this may have seen another machine than the inventory tells of.
WEEK = timedelta(days=7)


def list_notes(base: Side, new: Side, rows: Sequence[Row], side: int, spec: Spec) -> list[NoteOut]:
    """List what to know of one part."""
    weeks = list(_list_week_notes(base, new))
    sides: tuple[tuple[SideName, Side], ...] = (("base", base), ("new", new))
    remarks = [note for name, one in sides for note in _list_side_notes(name, one)]
    # Sides of different weeks are named with their dates: those of each side say the same again.
    remarks += weeks or [note for name, one in sides for note in _list_spread_notes(name, one)]
    hint = _build_hint(rows, side, spec)
    if hint is not None:
        remarks.append({"side": "both", "text": hint, "run_ids": []})
    return remarks


def _list_side_notes(name: SideName, side: Side) -> Iterable[NoteOut]:
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


def _list_spread_notes(name: SideName, side: Side) -> Iterable[NoteOut]:
    times = _list_times(side)
    if times and times[-1] - times[0] > WEEK:
        yield {
            "side": name,
            "text": sentences.SPREAD(days=(times[-1] - times[0]).days, dates=_format_dates(times)),
            "run_ids": _list_started(side, before=times[-1] - WEEK),
        }


def _list_week_notes(base: Side, new: Side) -> Iterable[NoteOut]:
    """Note sides of which one was measured wholly before the other, with more than a week from the first run to the
    last.

    The runs of the earlier one are named.
    """
    ours, theirs = _list_times(base), _list_times(new)
    if not ours or not theirs or max(ours[-1], theirs[-1]) - min(ours[0], theirs[0]) <= WEEK:
        return
    if ours[-1] < theirs[0] or theirs[-1] < ours[0]:
        earlier = base if ours[0] < theirs[0] else new
        text = sentences.OTHER_WEEK(base=_format_dates(ours), new=_format_dates(theirs))
        yield {"side": "both", "text": text, "run_ids": _list_started(earlier)}


def _list_times(side: Side) -> list[datetime]:
    """List when a side's compared runs started, in order; a run that does not state it is left out."""
    return sorted(run["started_at"] for run in side.compared if run["started_at"] is not None)


def _list_started(side: Side, before: datetime | None = None) -> list[str]:
    return [
        str(run["id"])
        for run in reversed(side.compared)
        if run["started_at"] is not None and (before is None or run["started_at"] < before)
    ]


def _format_dates(times: Sequence[datetime]) -> str:
    first, last = (time.astimezone(UTC).date().isoformat() for time in (times[0], times[-1]))
    return first if first == last else f"{first} to {last}"


def _count(number: int) -> str:
    return "One run" if number == 1 else f"{number} runs"


def _build_hint(rows: Sequence[Row], side: int, spec: Spec) -> str | None:
    """Name the options that prevent a match, if they are the same few for some pair."""
    ours = [row for row in rows if row.results[0]]
    theirs = [row for row in rows if row.results[side]]
    if not ours or not theirs or any(row.results[0] and row.results[side] for row in rows):
        return None
    nearest = min(
        (list_differing(a, b) for a in ours for b in theirs if a.direction == b.direction),
        key=len,
        default=None,
    )
    if not nearest:
        return sentences.OTHER_JOBS()
    again = "&".join(f"ignore={key}" for key in nearest if key not in spec.match)
    options = ", ".join(nearest)
    if again:
        return sentences.NEAREST_IGNORING(options=options, address=again)
    return sentences.NEAREST(options=options)
