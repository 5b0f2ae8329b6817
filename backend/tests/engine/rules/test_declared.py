"""Rules as declared: each has what a reader needs, each is asked, and the page made of them is current."""

import subprocess
import sys

from fioboard.core.sentence import Template
from fioboard.engine.rules import RULES, TEMPLATES
from fioboard.engine.rules.rule import Rule
from tests.house.conftest import CHECKOUT
from tests.loops import check_each


@check_each("rule", RULES.values())
def test_a_rule_says_what_it_checks_and_where_that_comes_from(rule: Rule) -> None:
    assert rule.title and rule.when and rule.reference
    assert len(rule.title) <= 40  # it stands in a sentence, see core/sentence.py
    if rule.kind in {"limit", "trust"}:  # as a closed word: letters, digits and spaces
        assert Template("{title:closed}").read(rule.title)


def test_every_rule_about_runs_is_asked_and_none_is_asked_that_is_not_declared() -> None:
    assert set(TEMPLATES) == {rule.id for rule in RULES.values() if rule.scope == "run"}


def test_the_page_is_current() -> None:
    """`make findings-doc` writes it."""
    script = CHECKOUT / "backend" / "lab" / "findings_doc.py"
    done = subprocess.run([sys.executable, str(script), "--check"], cwd=CHECKOUT / "backend", check=False)
    assert done.returncode == 0
