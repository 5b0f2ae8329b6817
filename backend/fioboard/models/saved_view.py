"""Views that people keep by name: a page's address without the page."""

from sqlalchemy import CheckConstraint, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.models.base import Base, Key, Moment


class SavedView(Base):
    """A named query string of a page. Everybody who may read sees them; names are unique per page."""

    __tablename__ = "saved_view"
    __table_args__ = (
        CheckConstraint("page in ('runs', 'series', 'compare')", name="page"),
        UniqueConstraint("page", "name"),
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
