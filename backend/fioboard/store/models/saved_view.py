"""Views that people keep by name: a page's address without the page; and feeds of them."""

from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Key, Moment


class SavedView(Base):
    """A named query string of a page. Everybody who may read sees them; names are unique per page."""

    __tablename__ = "saved_view"
    __table_args__ = (
        CheckConstraint("page in ('runs', 'series', 'compare')", name="page"),
        UniqueConstraint("page", "name"),
        Index("ix_saved_view_page_default", "page", unique=True, postgresql_where=text("is_default")),
    )

    id: Mapped[Key]
    page: Mapped[str] = mapped_column(Text, comment="runs, series or compare")
    name: Mapped[str] = mapped_column(Text)
    query: Mapped[str] = mapped_column(
        Text, comment="query string as the page has it; filters in canonical spelling"
    )
    created_at: Mapped[Moment]
    updated_at: Mapped[Moment]
    created_by: Mapped[str] = mapped_column(Text, comment="token:ID or session:ID")
    is_pinned: Mapped[bool] = mapped_column(server_default=text("false"), comment="stands above the list")
    is_default: Mapped[bool] = mapped_column(
        server_default=text("false"), comment="what the navigation opens; one per page"
    )


class Feed(Base):
    """What changed and got worse within a view's filter, for a feed reader: opened by a token in its address."""

    __tablename__ = "feed"

    token_id: Mapped[UUID] = mapped_column(
        ForeignKey("api_token.id", ondelete="CASCADE"), primary_key=True, comment="whose scope is feed"
    )
    view_id: Mapped[UUID] = mapped_column(ForeignKey("saved_view.id", ondelete="CASCADE"), index=True)
    has_runs: Mapped[bool] = mapped_column(comment="its newest runs are entries, too")
