"""Conditions on the run itself as SQL over `run r`: times, states, tags, batches, and words searched for."""

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import partial
from uuid import UUID

import numpy as np

from fioboard.engine.filters import Condition, Filter, Term
from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.filters.moments import bounds
from fioboard.engine.filters.table import ConfigurationTable
from fioboard.store.queries.parameters import Parameters

MAX_WORDS = 8
# Letters and digits, as function run_words of the migrations cuts them.
_WORD = re.compile(r"[^\W_]+")


def build_run_conditions(wanted: Filter, parameters: Parameters, now: datetime) -> list[str]:
    """Return one SQL condition for each condition on runs, words searched for left out (see build_text_condition)."""
    terms: dict[str, Callable[[Term], str]] = {
        "started_at": lambda term: _match_moment(term, parameters, now),
        "tag": lambda term: _match_tag(term, parameters),
        "state": lambda term: f"r.state = {parameters.add(term.low, 'text')}",
        "outcome": lambda term: f"r.outcome = {parameters.add(term.low, 'text')}",
        "batch": lambda term: _match_id(term, "r.batch_id", parameters),
        "run": lambda term: _match_id(term, "r.id", parameters),
        "host_id": lambda term: _match_host(term, parameters),
    }
    return [
        *(_join_terms(condition, terms[condition.key]) for condition in wanted if condition.key in terms),
        *(
            _join_terms(condition, partial(_match_answer, condition.key, parameters=parameters))
            for condition in wanted
            if condition.key in ANSWER_KEYS
        ),
    ]


def _join_terms(condition: Condition, sql: Callable[[Term], str]) -> str:
    """Join the terms that a condition includes and excludes."""
    parts = []
    if condition.includes:
        parts.append("(" + " or ".join(map(sql, condition.includes)) + ")")
    if condition.excludes:  # what is unknown is not the excluded value
        parts.append("(" + " or ".join(map(sql, condition.excludes)) + ") is not true")
    return " and ".join(parts)


def _match_id(term: Term, column: str, parameters: Parameters) -> str:
    """Build the condition that a column has this id."""
    return f"{column} is null" if term.is_unknown else f"{column} = {parameters.add(term.low, 'uuid')}"


def _match_host(term: Term, parameters: Parameters) -> str:
    """Build the condition on a host, or the one that it was merged into."""
    if term.is_unknown:
        return "r.host_id is null"
    host = parameters.add(term.low, "uuid")
    return f"r.host_id = coalesce((select merged_into_id from host where id = {host}), {host})"


def _match_tag(term: Term, parameters: Parameters) -> str:
    """Build the condition that a run has a tag."""
    return "r.tags = '{}'" if term.is_unknown else f"r.tags @> {parameters.add([term.low], 'text[]')}"


def _match_answer(key: str, term: Term, parameters: Parameters) -> str:
    """Build the condition on a run's answer: a rule that found something, a limit that the verdict names, a kind of
    verdict; without a value: none of them.
    """
    declared = ANSWER_KEYS[key]
    column = f"r.{declared.column}"
    if declared.column == "verdict_kind":
        return f"{column} is null" if term.is_unknown else f"{column} = {parameters.add(term.low, 'text')}"
    if term.is_unknown:
        return f"not {column} && {parameters.add(list(declared.values), 'text[]')}"
    return f"{column} @> {parameters.add([term.low], 'text[]')}"


def _match_moment(term: Term, parameters: Parameters, now: datetime) -> str:
    """Build the condition on the start that lists are ordered by; a run whose start is unknown is in no span of
    time.
    """
    if term.is_unknown:
        return "r.started_at is null"
    start, end = bounds(term.low, term.high, now)
    parts = ["r.started_at is not null"]
    if start is not None:
        parts.append(f"r.sorted_at >= {parameters.add(start, 'timestamptz')}")
    if end is not None:
        parts.append(f"r.sorted_at < {parameters.add(end, 'timestamptz')}")
    return "(" + " and ".join(parts) + ")"


def build_text_condition(
    condition: Condition, table: ConfigurationTable, parameters: Parameters, *, is_whole: bool = False
) -> str:
    """Build the condition that every word of a text begins some word of the run's title, note, tags, job names, host
    or labels. `is_whole`: it is such a word. Fewer runs, but the planner has statistics of words and none of their
    beginnings.

    `is_whole`: it is such a word. Fewer runs, but the planner has statistics of words and none of their beginnings.
    """
    return _join_terms(
        condition, lambda term: _match_words(term, table, parameters, "" if is_whole else ":*")
    )


def _match_words(term: Term, table: ConfigurationTable, parameters: Parameters, end: str) -> str:
    """Build the condition that each word is one of the run's own or of its configuration."""
    words = _WORD.findall(str(term.low or "").lower())[:MAX_WORDS]
    elsewhere = {word: _list_configurations(word, table) for word in words}
    # Words that only a run itself can hold are one question to the index, not one each.
    own = [word for word in words if not elsewhere[word]]
    parts = [_match_own_words(own, parameters, end)] if own else []
    parts += [
        f"({_match_own_words([word], parameters, end)} or r.configuration_id = any({parameters.add(ids, 'uuid[]')}))"
        for word, ids in elsewhere.items()
        if ids
    ]
    return "(" + " and ".join(parts) + ")"


def _match_own_words(words: Sequence[str], parameters: Parameters, end: str) -> str:
    """Build the condition that words are the run's own."""
    wanted = " & ".join(f"{word}{end}" for word in words)
    return f"r.words @@ to_tsquery('simple', {parameters.add(wanted, 'text')})"


def _list_configurations(word: str, table: ConfigurationTable) -> list[UUID]:
    """List configurations whose host or labels hold a word that begins so."""
    mask = np.zeros(len(table), np.bool_)
    for key, column in table.columns.items():
        if key != "host" and not key.startswith("label."):
            continue
        begins = [word in key.partition(".")[2] or _begins(word, str(value)) for value in column.values]
        mask |= np.array([False, *begins])[table.codes(key)]
    return [table.ids[row] for row in np.flatnonzero(mask & (table.counts > 0))]


def _begins(word: str, text: str) -> bool:
    return any(part.startswith(word) for part in _WORD.findall(text.lower()))
