"""The projection: one run's facts to its factor values. Unknown factors are absent, never zero."""

from fioboard.factors.registry import FACTORS
from fioboard.factors.subject import Scalar, Subject

FactorValue = Scalar | list[Scalar]
MAX_VALUES = 16


def project(subject: Subject) -> dict[str, FactorValue]:
    """Factor key to value. A factor with several values in one run (jobs that differ) is a list.

    Labels become `label.<key>`. More than 16 distinct values of one factor are cut: such a run is
    a sweep in one file, and no filter on that factor would mean anything.
    """
    values: dict[str, FactorValue] = {}
    for factor in FACTORS.values():
        found = factor.read(subject)
        if found is None or found == []:
            continue
        if isinstance(found, list):
            values[factor.key] = found[0] if len(found) == 1 else found[:MAX_VALUES]
        else:
            values[factor.key] = found
    for key, label in subject.labels.items():
        values[f"label.{key}"] = label
    return values
