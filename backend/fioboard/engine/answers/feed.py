"""Feeds of saved views."""

from uuid import UUID

from pydantic import AwareDatetime, Field

from fioboard.engine.answers.base import In, Out
from fioboard.engine.answers.view import Page

HAS_RUNS = "The newest runs of the view are entries, too, beside its changes and events"


class FeedIn(In):
    """A feed to make."""

    view_id: UUID = Field(strict=False, description="The saved view, of runs or of a chart")
    has_runs: bool = Field(default=False, description=HAS_RUNS)


class FeedOut(Out):
    """A feed; its address is never shown again."""

    id: str
    view_id: str
    view: str = Field(description="The view's name")
    page: Page
    person: str = Field(description="Whose it is: it ends with their account")
    has_runs: bool = Field(description=HAS_RUNS)
    prefix: str = Field(description="First characters of its token, to recognise the address by")
    created_at: AwareDatetime
    last_used_at: AwareDatetime | None = Field(description="Exact to a minute; null = nobody read it yet")


class FeedMade(FeedOut):
    """The answer to making a feed: the only time its address is shown."""

    address: str = Field(
        description="For a feed reader. Whoever has it reads the feed, and can do nothing else"
    )


class FeedList(Out):
    """The caller's feeds, or everybody's for an admin, by person and view."""

    items: list[FeedOut]
