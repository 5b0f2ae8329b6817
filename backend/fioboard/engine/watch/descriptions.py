"""What a stored change or event says, wherever it is said: on its page, in a message, in a feed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from urllib.parse import urlencode

import orjson

from fioboard.core.figures import format_figure
from fioboard.engine.answers.change import StoredSuspect, SuspectOut
from fioboard.engine.factors.difference import format_value, get_word
from fioboard.engine.factors.implied import LABEL
from fioboard.engine.factors.workload import workload_in_words, workload_title
from fioboard.engine.watch import sentences
from fioboard.engine.watch.words import ChangeFacts, evidence, headline, sentence, size, title
from fioboard.engine.words.events import EVENT_WORDS, EventKind
from fioboard.engine.words.factors import FACTORS
from fioboard.engine.words.metrics import METRICS


class ChangeTextRow(TypedDict):
    """What the description of a change is made of."""

    host_name: str
    options: str
    """Of the workload, JSON."""
    metric: str
    ratio: float
    ratio_low: float | None
    ratio_high: float | None
    n_before: int
    n_after: int
    after_at: datetime
    suspects: str
    """JSON list of StoredSuspect."""
    unknown: str
    """JSON list of factors' keys."""


class EventTextRow(TypedDict):
    """What the description of an event is made of."""

    host_name: str
    kind: EventKind
    name: str | None
    detail: str
    gone_at: datetime | None


@dataclass(frozen=True, slots=True)
class ChangeWords:
    """A change in words."""

    sentence: str
    headline: str
    """Its beginning: what, where and by how much."""
    size: str
    """What and by how much alone."""
    title: str
    """What, by how much and since when: for the page of its host."""
    evidence: str
    """What the title leaves out: interval, runs, what else changed."""
    evidence_from: str
    """The same for the page of the first run after it."""
    workload: str
    """In fio's own words."""
    workload_words: str
    """As the sentence has it."""
    suspects: Sequence[SuspectOut]
    unknown: Sequence[str]
    """Titles."""

    @property
    def likely(self) -> list[str]:
        """Titles of the likely suspects that follow from no other, the likeliest first."""
        return [one["title"] for one in self.suspects if one["is_likely"] and one["follows_from"] is None]


def describe_change(row: ChangeTextRow) -> ChangeWords:
    """Describe a stored change, with what the vocabulary knows of its factors now."""
    suspects = [_suspect(one) for one in orjson.loads(row["suspects"])]
    keys: list[str] = orjson.loads(row["unknown"])
    unknown = [get_title(key) for key in keys]
    options = orjson.loads(row["options"])
    spoken = workload_in_words(options)
    likely = [one for one in suspects if one["is_likely"]]
    own = [one["title"] for one in likely if one["follows_from"] is None]
    says = ChangeFacts(
        metric=METRICS[row["metric"]].spoken,
        workload=spoken,
        host=row["host_name"],
        ratio=row["ratio"],
        low=row["ratio_low"],
        high=row["ratio_high"],
        n_before=row["n_before"],
        n_after=row["n_after"],
        at=row["after_at"],
        suspects=own,
        from_to=[_describe_values(one) for one in likely if one["follows_from"] is None],
        follow_count=len(likely) - len(own),
        unlikely_count=len(suspects) - len(likely),
        unknown_count=len(unknown),
        one_sided=[get_title(key) for key in keys if key.startswith(LABEL)],
    )
    return ChangeWords(
        sentence(says),
        headline(says),
        size(says),
        title(says),
        evidence(says),
        evidence(says, is_first_run=True),
        workload_title(options),
        spoken,
        suspects,
        unknown,
    )


def describe_levels(before: float, after: float, unit: str) -> str:
    """Describe the levels before and after a change in one sentence; `unit` is the base unit."""
    return sentences.LEVELS(before=format_figure(before, unit), after=format_figure(after, unit))


def describe_event(row: EventTextRow) -> str:
    """Describe a stored event in one sentence."""
    about = "" if row["name"] is None else f"{row['name']}: "
    over = "" if row["gone_at"] is None else " No longer so."
    word = EVENT_WORDS[row["kind"]]
    return f"{word[:1].upper()}{word[1:]} on {row['host_name']}: {about}{row['detail']}.{over}"


def event_path(row: EventTextRow) -> str:
    """Where the page shows an event and its like of the host, also when it has ended or was looked at."""
    shown = urlencode({"host": row["host_name"], "kind": row["kind"], "state": "any", "gone": "shown"})
    return f"events?{shown}"


def _suspect(stored: StoredSuspect) -> SuspectOut:
    factor = FACTORS.get(stored["key"])
    return {**stored, "title": get_title(stored["key"]), "unit": factor.unit if factor else None}


def _describe_values(one: SuspectOut) -> str:
    """`kernel 6.1.0-28-amd64 → 6.12.6-amd64`; its title where a value is not recorded."""
    before, after = one["before"], one["after"]
    if before is None or after is None:
        return one["title"]
    word = get_word(one["key"])
    return f"{word} {format_value(one['key'], before)} → {format_value(one['key'], after)}"


def get_title(key: str) -> str:
    """Return what people call a factor; of a label, and of a factor that is declared no more, its own word."""
    return FACTORS[key].title if key in FACTORS else key.removeprefix(LABEL)
