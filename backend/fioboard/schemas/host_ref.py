"""A host as others name it."""

from fioboard.schemas.base import Out


class HostRef(Out):
    """A host as a run or a batch names it."""

    id: str
    name: str
