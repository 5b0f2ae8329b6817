"""Saved views."""

from typing import Literal

from pydantic import AwareDatetime, Field

from fioboard.engine.answers.base import In, Out
from fioboard.engine.words import limits

Page = Literal["runs", "series", "compare"]


class ViewIn(In):
    """A view to keep."""

    page: Page
    name: str = Field(min_length=1, max_length=limits.MAX_NAME_CHARACTERS)
    query: str = Field(max_length=8_000, description="The page's query string, without the question mark")


class ViewPatch(In):
    """What may change of a view; absent fields stay."""

    name: str | None = Field(default=None, min_length=1, max_length=limits.MAX_NAME_CHARACTERS)
    query: str | None = Field(default=None, max_length=8_000)
    is_pinned: bool | None = None
    is_default: bool | None = Field(
        default=None, description="True takes the place of the page's default before, if there is one"
    )


class ViewOut(Out):
    """A saved view."""

    id: str
    page: Page
    name: str
    query: str = Field(description="Query string of the page, filters in canonical spelling")
    is_pinned: bool = Field(description="Stands above the list for everybody")
    is_default: bool = Field(description="What the navigation opens; at most one view of each page")
    created_at: AwareDatetime
    updated_at: AwareDatetime


class ViewsOut(Out):
    """All saved views, by page and name."""

    items: list[ViewOut]
