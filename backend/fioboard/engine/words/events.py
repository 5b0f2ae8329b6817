"""Events of hosts: what got worse or is missing, declared once; their states are those of changes."""

from typing import Literal, get_args

from fioboard.engine.words.fleet import PROBLEMS, ProblemId

DriveEventKind = Literal["warning", "array", "missing", "link", "worn", "hot"]
EventKind = Literal["overdue", "refused", "waiting", "warning", "array", "missing", "link", "worn", "hot"]
# Those of the fleet that a drive and its host tell by themselves.
DRIVE_EVENTS: tuple[DriveEventKind, ...] = get_args(DriveEventKind)
_OF_FLEET: tuple[ProblemId, ...] = DRIVE_EVENTS
EVENTS: dict[EventKind, str] = {
    "overdue": "A scheduled run is missing",
    "refused": "The service rejected uploads from the host",
    "waiting": "Uploads have been pending on the host for a day or longer",
    **{one: PROBLEMS[one] for one in DRIVE_EVENTS},
}
"""In the order in which they are worth a look."""
EVENT_WORDS: dict[EventKind, str] = {
    "overdue": "run missing",
    "refused": "uploads rejected",
    "waiting": "uploads pending",
    "warning": "SMART warning",
    "array": "array degraded",
    "missing": "drive missing",
    "link": "link degraded",
    "worn": "drive worn",
    "hot": "drive too hot",
}
"""A kind in one or two words."""
EVENT_KINDS: tuple[EventKind, ...] = get_args(EventKind)

# A refusal of the last days holds its event; what waits on a host is none before a day.
REFUSED_DAYS = 7
WAITING_HOURS = 24
