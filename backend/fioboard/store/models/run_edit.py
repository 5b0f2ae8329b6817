"""What people changed of runs: who, when, before and after. Also what an undo restores."""

from uuid import UUID

from sqlalchemy import ForeignKey, Index, Text, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.store.models.base import Base, Json, Key, Moment


class RunEdit(Base):
    """One run's share of one edit. Only the fields that changed stand in `before` and `after`.

    The one place that holds what was changed. The audit event of the same transaction says only that somebody made edit
    `edit_id` of so many runs, and stays when a run and its edits are purged.
    """

    __tablename__ = "run_edit"
    __table_args__ = (Index("ix_run_edit_run_id_edited_at", "run_id", "edited_at"),)

    id: Mapped[Key]
    edit_id: Mapped[UUID] = mapped_column(Uuid, index=True, comment="one for all runs edited in one call")
    run_id: Mapped[UUID] = mapped_column(ForeignKey("run.id", ondelete="CASCADE"))
    edited_at: Mapped[Moment]
    actor: Mapped[str] = mapped_column(Text, comment="token:ID or session:ID, never a secret")
    actor_name: Mapped[str] = mapped_column(Text, comment="as the actor was called then")
    before: Mapped[Json] = mapped_column(comment="title, note, labels, tags, deleted")
    after: Mapped[Json]
