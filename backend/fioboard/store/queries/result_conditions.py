"""Conditions on single results as SQL over `result s`. A run matches when one of its results matches all of them."""

from collections.abc import Sequence

from fioboard.engine.filters import Condition, Term, metric
from fioboard.store.queries.parameters import Parameters

_COLUMNS = {
    "rw": ("s.rw", "text"),
    "iodepth": ("s.iodepth", "float8"),
    "numjobs": ("s.numjobs", "float8"),
    "ioengine": ("s.ioengine", "text"),
    "direct": ("s.direct", "bool"),
    "direction": ("s.direction", "text"),
    "workload": ("s.workload_id", "uuid"),
    "rated_verdict": ("s.rated_verdict", "text"),
}


def build_result_conditions(conditions: Sequence[Condition], parameters: Parameters) -> list[str]:
    """Return one SQL condition per condition, over the alias `s`."""
    return [_build_condition(condition, parameters) for condition in conditions]


def _build_condition(condition: Condition, parameters: Parameters) -> str:
    """Build the SQL of one condition on a result."""

    def match_any(terms: Sequence[Term]) -> str:
        return " or ".join(_build_term(condition.key, term, parameters) for term in terms)

    parts = []
    if condition.includes:
        parts.append(f"({match_any(condition.includes)})")
    if condition.excludes:  # what is unknown is not the excluded value
        parts.append(f"({match_any(condition.excludes)}) is not true")
    return " and ".join(parts)


def _build_term(key: str, term: Term, parameters: Parameters) -> str:
    """Build the SQL of one term of a condition."""
    if key == "bs":
        if isinstance(term.low, str):  # not one size but a range, list or split, kept as typed
            return f"s.details->>'bs' = {parameters.add(term.low, 'text')}"
        if term.is_unknown:
            return "(s.bs_bytes is null and s.details->>'bs' is null)"
        column, kind = "s.bs_bytes", "float8"
    elif key in _COLUMNS:
        column, kind = _COLUMNS[key]
    else:
        wanted = metric(key)
        if wanted is None:
            raise ValueError(key)
        column, kind = wanted.sql(), "float8"
    if term.is_unknown:
        return f"{column} is null"
    if not term.is_range:
        return f"{column} = {parameters.add(_convert_value(term.low, kind), kind)}"
    ends = ((">=", term.low), ("<=", term.high))
    return (
        "("
        + " and ".join(
            f"{column} {sign} {parameters.add(_convert_value(end, kind), kind)}"
            for sign, end in ends
            if end is not None
        )
        + ")"
    )


def _convert_value(value: object, kind: str) -> object:
    """Convert a whole number to float for a column of floats."""
    return float(value) if kind == "float8" and isinstance(value, int | float) else value
