"""Answers of a long history: as long as real ones, few of a kind, so that filters by what was found have work to do."""

import random
from dataclasses import dataclass

import orjson

from fioboard.engine.filters.answer_keys import ANSWER_KEYS
from fioboard.engine.rules import NEEDS, RULES_OF_RUNS

DISTINCT = 512
COMMON_LIMIT, *_, RARE_LIMIT = ANSWER_KEYS["limit"].values
"""Limits that every fourth run is at, and every five-hundredth."""
DOUBT = ANSWER_KEYS["trust"].values[0]
COMMON_IN, RARE_IN = 4, DISTINCT


@dataclass(frozen=True, slots=True)
class Answer:
    """What a run keeps of its answer."""

    verdict: str
    verdict_kind: str
    limit_ids: list[str]
    finding_ids: list[str]
    answer: str


def answers(chance: random.Random) -> list[Answer]:
    """So many different ones; a run draws one of them."""
    return [_answer(number, chance) for number in range(DISTINCT)]


def _answer(number: int, chance: random.Random) -> Answer:
    limit = RARE_LIMIT if number % RARE_IN == 0 else COMMON_LIMIT if number % COMMON_IN == 1 else None
    others = [rule for rule in RULES_OF_RUNS if rule not in {RARE_LIMIT, COMMON_LIMIT}]
    found = sorted(chance.sample(others, chance.choice((0, 1, 1, 2, 3, 5))))
    doubts = [rule for rule in found if rule in ANSWER_KEYS["trust"].values]
    kind = "limit" if limit else "trust" if doubts else chance.choice(("unexplained", "none"))
    ids = [*([limit] if limit else []), *found]
    sentence = (
        f"The x16 link is full: {chance.uniform(5, 28):.1f} of 28.8 GB/s, {chance.uniform(90, 100):.1f} %."
    )
    brief = {"kind": kind, "id": limit or next(iter(doubts), None), "sentence": sentence}
    needs = list(NEEDS.values())
    whole = {
        "verdict": {
            **brief,
            "confidence": "certain",
            "share": 0.98,
            "limits": [limit] if limit else [],
            "text": [],
            "evidence": [],
            "experiments": [],
        },
        "findings": [
            {
                "id": rule,
                "kind": RULES_OF_RUNS[rule].kind,
                "severity": "info",
                "confidence": "likely",
                "text": f"{RULES_OF_RUNS[rule].when} {chance.random():.4f}",
                "evidence": [
                    {"name": name, "value": chance.random(), "unit": "bytes/s", "source": "computed"}
                    for name in RULES_OF_RUNS[rule].evidence
                ],
                "experiment": None,
            }
            for rule in ids
        ],
        "checks": {
            "found": ids,
            "fine": chance.sample(others, 12),
            "unknown": [
                {"id": rule, "missing": need.missing, "command": need.command}
                for rule, need in zip(chance.sample(others, 6), needs, strict=False)
            ],
        },
        "ceilings": [
            {"stage": stage, "label": "Gen4 x16 at 0000:40:01.1", "direction": "read", "low": 26.5e9, "high": 28.8e9,
             "unit": "bytes/s", "measured": 2.8e9, "share": 0.1, "source": "PCIe encoding", "state": "room",
             "missing": None, "command": None}
            for stage in ("rated", "drive_links", "shared_links", "sockets", "array", "cpu")
        ],
    }  # fmt: skip
    return Answer(
        orjson.dumps(brief).decode(), kind, [limit] if limit else [], ids, orjson.dumps(whole).decode()
    )
