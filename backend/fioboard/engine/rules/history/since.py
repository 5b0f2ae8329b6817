"""What the same test gave before on this host, and what was changed in between."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import itemgetter
from statistics import median

from fioboard.core.figures import format_things
from fioboard.engine.factors.grouping import OF_THE_TEST
from fioboard.engine.factors.implied import LABEL, OPTION, find_cause, read_value
from fioboard.engine.rules.finding import FINE, Evidence, Finding, Judgement, format_share
from fioboard.engine.rules.history.past import Measured, Past, Setting, group_rates_by_run
from fioboard.engine.rules.rule import RULES, Experiment, Rule
from fioboard.engine.rules.sentences.history import CHANGED, NOT_RECORDED
from fioboard.engine.words.factors import FACTORS

# The version of a tool is a change; which tool it is makes another test.
VERSION = "tool.version"


def judge_earlier_changes(past: Past) -> Mapping[str, Sequence[Judgement]]:
    """Judge every result of the run whose test was made before."""
    by_rule: dict[str, list[Judgement]] = defaultdict(list)
    for measured in past.judged:
        judgement = _judge_changed(past, measured)
        if judgement is not None:
            by_rule["changed-since"].append(judgement)
    return by_rule


def _judge_changed(past: Past, measured: Measured) -> Judgement | None:
    """Compare a result with earlier runs of the same test; None where there are too few."""
    limits = RULES["changed-since"].thresholds
    dated = [
        (one.at, one) for one in past.others if one.at is not None and _is_same_test(past, one, measured)
    ]
    earlier = [one for _, one in sorted(dated, key=itemgetter(0))]
    rates = dict(list(group_rates_by_run(earlier).items())[-int(limits["runs"]) :])
    if len(rates) < limits["least runs"] or measured.rate is None:
        return None
    before = median(rates.values())
    by = measured.rate / before - 1
    counted = [one for one in earlier if one.run_id in rates]
    changes, unknown = _list_changes(measured, counted), _list_unknown(measured, counted)
    if abs(by) <= limits["difference"] or not changes:
        return FINE
    return Finding(
        "changed-since",
        "info",
        CHANGED(
            what=measured.what,
            by=format_share(abs(by)),
            way="more" if by > 0 else "less",
            runs=format_things(len(rates), "run"),
            before=measured.spoken(before),
            changes=_join_changes(changes) + unknown,
        ),
        (
            Evidence("rate", measured.rate, measured.unit, "result"),
            Evidence("median before", before, measured.unit, "result"),
            Evidence("runs before", len(rates), None, "result"),
            *(Evidence(name, value, None, "inventory") for name, value in changes[: int(limits["names"])]),
        ),
    )


def _is_same_test(past: Past, one: Measured, measured: Measured) -> bool:
    """Whether an earlier result is of the same job on the same target: the machine and labels may differ."""
    is_earlier = one.at is not None and measured.at is not None and one.at < measured.at
    if not is_earlier or not one.rate or one.direction != measured.direction:
        return False
    return not any(_is_of_test(key) for key in past.differing(measured, one))


def _is_of_test(key: str) -> bool:
    if key in FACTORS:
        return FACTORS[key].group in OF_THE_TEST and key != VERSION
    return key.startswith(OPTION)


def _list_changes(measured: Measured, earlier: Sequence[Measured]) -> list[tuple[str, str]]:
    """List what has a value that no earlier run had: title, and "before → now". Not what follows from another change.

    What this run or an earlier one did not record may be as it was, and is no change.
    """
    now = measured.setting
    new = frozenset(
        key for key in _list_keys(measured, earlier) if _is_new(key, now, [one.setting for one in earlier])
    )
    roots = [key for key in sorted(new) if find_cause(key, new) is None] or sorted(new)
    return [
        (_get_title(key), f"{_format_value(earlier[-1].setting.get(key))} → {_format_value(now.get(key))}")
        for key in roots
    ]


def _list_keys(measured: Measured, earlier: Sequence[Measured]) -> set[str]:
    """List the keys of settings that are no part of the test itself."""
    return {key for one in earlier for key in {*measured.setting, *one.setting} if not _is_of_test(key)}


def _is_new(key: str, now: Setting, before: Sequence[Setting]) -> bool:
    mine, theirs = read_value(now, key), [read_value(setting, key) for setting in before]
    return mine is not None and all(one is not None and one != mine for one in theirs)


def _list_unknown(measured: Measured, earlier: Sequence[Measured]) -> str:
    """Name what may have changed, too: a run did not record it, and no earlier one recorded this run's value."""
    settings = [one.setting for one in earlier]
    one_sided = [
        _get_title(key)
        for key in sorted(_list_keys(measured, earlier))
        if _may_be_new(read_value(measured.setting, key), [read_value(one, key) for one in settings])
    ]
    names = int(RULES["changed-since"].thresholds["names"])
    if not one_sided:
        return ""
    more = f" and {len(one_sided) - names} more" if len(one_sided) > names else ""
    return NOT_RECORDED(settings=", ".join(one_sided[:names]), more=more)


def _may_be_new(mine: tuple[object] | None, theirs: Sequence[tuple[object] | None]) -> bool:
    if mine is None:
        return any(one is not None for one in theirs)
    return None in theirs and mine not in theirs


def _get_title(key: str) -> str:
    """Return the title of a factor or label."""
    return FACTORS[key].title if key in FACTORS else key.removeprefix(LABEL)


def _format_value(value: object) -> str:
    """Format a setting's value; a list is joined, an empty one is "none"."""
    if isinstance(value, tuple):
        return ", ".join(map(str, value))
    return "none" if value is None else str(value)


def _join_changes(changes: Sequence[tuple[str, str]]) -> str:
    """Join the first changes to a list for a sentence, and count the others."""
    names = int(RULES["changed-since"].thresholds["names"])
    shown = ", ".join(f"{title} {values}" for title, values in changes[:names])
    return shown if len(changes) <= names else f"{shown} and {len(changes) - names} more"


DECLARED = (
    Rule(
        "changed-since",
        "earlier runs of the same test",
        "note",
        "The rate differs by more than 10 % from the median of the previous 5 runs (at least 3) of the same test on "
        "this host, and something was changed in between: a factor or label has a value that none of them had.",
        "what changed is listed beside the difference, not named as its cause",
        ("rate", "median before", "runs before"),
        Experiment(
            "Revert the change, then run the same job",
            "If the rate is as before, the change caused the difference.",
            "If it does not change, the change only coincides with it.",
        ),
        {"runs": 5, "least runs": 3, "difference": 0.10, "names": 3},
        scope="history",
    ),
)
