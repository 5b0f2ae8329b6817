"""What differs, in the order in which it matters, and whether it is one change: the one place of these rules."""

from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

import orjson

from fioboard.app.compare import sentences
from fioboard.app.compare.limits import Doubt
from fioboard.app.compare.matching import Row
from fioboard.engine.answers.compare import AttributionOut
from fioboard.engine.answers.compare_answer import AnswerKind
from fioboard.engine.answers.what_differs import ComparedSetting, DiffersOut, HarmlessOut
from fioboard.engine.factors.difference import (
    Attribution,
    FactorChange,
    Factors,
    describe_change,
    get_word,
    unknown_of_both,
)
from fioboard.engine.factors.workload import IDENTITY
from fioboard.engine.words.factors.registry import FACTORS
from fioboard.engine.words.job_options import HARMLESS
from fioboard.store.queries.compare import JobRow

# Of one side; jobs of repeats are alike, and a harmless option that only a later one sets harms nothing.
MAX_JOBS = 100
# A fact that tells how the run was started or what it measured is no unknown of the machine.
OF_THE_TEST = frozenset({"Run", "Job"})
CLAIMS = frozenset[AnswerKind]({"better", "worse", "differs"})


def list_jobs_asked(rows: Iterable[Row], side: int) -> list[UUID]:
    """List the results whose options show what is harmless."""
    matched = [row for row in rows if row.results[0] and row.results[side]]
    return [
        one
        for number in (0, side)
        for one in [result["id"] for row in matched for result in row.results[number]][:MAX_JOBS]
    ]


def choose_answer_kind(shown: AnswerKind, attributed: Attribution, doubts: Sequence[Doubt]) -> AnswerKind:
    """What a comparison may be called, however many runs there are: the first case that holds.

    `shown`: what the figures alone would say. Only one change gives it leave to stand; a change of level with no
    setting behind it stands, too, since nothing is put down to anything.
    """
    if shown == "nothing":
        return "nothing"
    if any(doubt.is_whole for doubt in doubts):
        return "doubted"
    if attributed in {"mixed", "confounded"}:
        return "mixed" if attributed == "mixed" else "confounded"
    if doubts:
        return "partly_doubted"
    return "untold" if attributed == "cannot_tell" and shown in CLAIMS else shown


def build_differs(
    changes: Sequence[FactorChange],
    attribution: AttributionOut,
    *,
    factors: tuple[Sequence[Factors], Sequence[Factors]],
    harmless_options: list[HarmlessOut],
    names: tuple[str, str] | None,
) -> DiffersOut:
    """`factors`: distinct ones of the compared runs. `names`: of both sides by the one setting."""
    reason = _explain_doubt(attribution)
    return {
        "is_one_change": reason is None,
        "reason": reason,
        "names": list(names) if names is not None else None,
        "settings": [
            _build_setting(change, changes) for change in changes if change.key in attribution["keys"]
        ],
        "harmless_options": harmless_options,
        "unknown": [
            {"key": key, "title": FACTORS[key].title}
            for key in unknown_of_both(*factors)
            if key not in IDENTITY and FACTORS[key].group not in OF_THE_TEST
        ],
    }


def _explain_doubt(attribution: AttributionOut) -> str | None:
    """Explain why a difference may not be attributed to one change; None when it may."""
    match attribution["kind"]:
        case "nothing_changed":
            return "No recorded setting differs."
        case "only":
            return None
        case "confounded":
            return sentences.SEVERAL_SETTINGS(settings=len(attribution["keys"]))
        case "mixed":
            return "One side mixes different configurations."
        case _:
            return (
                "Data quality differs between the sides."
                if attribution["doubts"]
                else "Some settings were not recorded."
            )


def _build_setting(change: FactorChange, changes: Sequence[FactorChange]) -> ComparedSetting:
    parents = {one.key: one.follows_from for one in changes}
    return {
        "key": change.key,
        "word": get_word(change.key),
        "change": describe_change(change),
        "follow": [
            one.key for one in changes if one is not change and _find_root(one.key, parents) == change.key
        ],
    }


def _find_root(key: str, parents: Mapping[str, str | None]) -> str:
    """Find the setting that a change follows from in the end; itself when from none, or in a circle."""
    seen = {key}
    while (parent := parents.get(key)) is not None and parent not in seen:
        seen.add(parent)
        key = parent
    return key


def list_harmless(rows: Sequence[Row], side: int, jobs: Mapping[UUID, JobRow]) -> list[HarmlessOut]:
    """List options of the matched jobs that differ and change nothing that is measured."""
    matched = [row for row in rows if row.results[0] and row.results[side]]
    base, new = (
        [
            orjson.loads(job["job_options"])
            for row in matched
            for result in row.results[number]
            if (job := jobs.get(result["id"])) is not None
        ]
        for number in (0, side)
    )
    if not base or not new:
        return []
    values = {option: (_list_values(base, option), _list_values(new, option)) for option in HARMLESS}
    return [
        {"option": option, "base": ours, "new": theirs, "reason": HARMLESS[option]}
        for option, (ours, theirs) in values.items()
        if ours != theirs
    ]


def _list_values(jobs: Iterable[Mapping[str, object]], option: str) -> list[str]:
    return sorted({str(job[option]) for job in jobs if job.get(option) is not None})
