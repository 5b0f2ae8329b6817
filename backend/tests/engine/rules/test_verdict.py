"""Which of several findings the one sentence of a run names."""

from fioboard.core.sentence import Template
from fioboard.engine.rules import Judged, RunFacts
from fioboard.engine.rules.finding import Finding
from fioboard.engine.rules.verdict import choose_verdict
from fioboard.engine.words.findings import Confidence
from tests.engine.rules.facts import result

SAID = Template("The {name} spoke.")


def warning(rule: str, confidence: Confidence = "likely", *, has_headline: bool) -> Finding:
    text = SAID(name=rule)
    headline = text if has_headline else None
    return Finding(rule, "warning", text, (), confidence, headline=headline)


def named(*findings: Finding) -> tuple[str, str | None]:
    facts = RunFacts(results=(result(),))
    found = choose_verdict(facts, Judged(findings, (), ())).serialize()
    return found["kind"], found["id"]


def test_a_doubt_is_named_before_every_other_warning() -> None:
    doubt = warning("not-steady", has_headline=True)
    assert named(doubt) == ("trust", "not-steady")
    for other in (
        warning("thermal-throttling", "certain", has_headline=False),
        warning("thermal-throttling", "certain", has_headline=True),
        warning("async-buffered", has_headline=False),
    ):
        assert named(other, doubt) == ("trust", "not-steady")


def test_a_possible_doubt_is_no_answer() -> None:
    possible = warning("not-steady", "possible", has_headline=True)
    assert named(warning("thermal-throttling", has_headline=False), possible) == (
        "unexplained",
        "thermal-throttling",
    )
