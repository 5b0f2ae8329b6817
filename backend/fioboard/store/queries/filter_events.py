"""What a filter means of changes and events: it is of runs, and so are they.

A change is of the first run after it, and of that run's result in the change's own workload and direction. An event is
of its host, whose runs it may hold back: it is meant where the filter means at least one of them.
"""

from fioboard.store.queries.filtering import Selection
from fioboard.store.queries.parameters import Parameters

_OF_SERIES = "s.workload_id = w.workload_id and s.direction = w.direction"


def match_change(selection: Selection, given: Parameters) -> str:
    """Return a condition on `c`, a change, and `w`, its series."""
    return _match_run("r.id = c.after_run_id", selection, given, of_result=_OF_SERIES)


def match_event(selection: Selection, given: Parameters) -> str:
    """Return a condition on `e`, an event."""
    return _match_run("r.host_id = e.host_id", selection, given, of_result="true")


def _match_run(which: str, selection: Selection, given: Parameters, *, of_result: str) -> str:
    """Return a condition that a run which the filter selects exists."""
    conditions = [which, *selection.conditions(given, common_words=True, of_result=of_result)]
    if not selection.is_everything:
        conditions.append(f"r.configuration_id = any({given.add(selection.ids(), 'uuid[]')})")
    return f"exists (select from run r where {' and '.join(conditions)})"
