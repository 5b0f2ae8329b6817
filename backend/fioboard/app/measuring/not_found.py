"""What is not there. The addresses of these ids are answered by these classes, as by those of core/errors.py."""

from fioboard.core.errors import NotFound


class RequestNotFound(NotFound):
    sentence = "There is no such request."
    path_keys = frozenset({"request_id"})


class ScheduleNotFound(NotFound):
    sentence = "There is no such schedule."
    path_keys = frozenset({"schedule_id"})


class GroupNotFound(NotFound):
    sentence = "There is no such group of requests."
    path_keys = frozenset({"group_id"})
