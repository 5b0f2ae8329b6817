"""Runs: one invocation of a measuring tool."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Computed,
    DateTime,
    ForeignKey,
    Index,
    SmallInteger,
    Text,
    Uuid,
    text,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from fioboard.engine.words.confirmations import RUN_LABEL
from fioboard.engine.words.metrics import HEADLINES
from fioboard.store.models.base import Base, Json, JsonList, Key, Moment

NOT_DELETED = text("deleted_at is null")


class Run(Base):
    """One tool invocation. Narrow: lists read this, the headline columns save them a join."""

    __tablename__ = "run"
    __table_args__ = (
        CheckConstraint("state in ('understood', 'not_understood')", name="state"),
        CheckConstraint(
            "outcome in ('complete', 'partial', 'interrupted', 'failed', 'not_understood')", name="outcome"
        ),
        # Not unique: one statement writes the runs of an upload, once.
        Index("ix_run_upload_id_position", "upload_id", "position"),
        # The walks carry what filters ask, so that skipping a run costs no look at the table.
        Index(
            "ix_run_sorted_at_id",
            text("sorted_at desc"),
            text("id desc"),
            postgresql_where=NOT_DELETED,
            postgresql_include=["configuration_id", "started_at"],
        ),
        # Runs without a start stand below the others: few, and found without passing these.
        Index(
            "ix_run_undated_sorted_at_id",
            text("sorted_at desc"),
            text("id desc"),
            postgresql_where=text("deleted_at is null and started_at is null"),
            postgresql_include=["configuration_id"],
        ),
        Index(
            "ix_run_host_id_sorted_at_id",
            "host_id",
            text("sorted_at desc"),
            text("id desc"),
            postgresql_where=NOT_DELETED,
        ),
        Index(
            "ix_run_configuration_id_sorted_at_id",
            "configuration_id",
            text("sorted_at desc"),
            text("id desc"),
            postgresql_where=NOT_DELETED,
            postgresql_include=["batch_id", "started_at"],
        ),
        # One index for each headline that lists can be sorted by; nulls stand last in both directions.
        *(
            Index(
                f"ix_run_{column}_id",
                text(f"{column} desc nulls last"),
                text("id desc"),
                postgresql_where=NOT_DELETED,
                postgresql_include=["configuration_id"],
            )
            for column in HEADLINES
        ),
        # The best run of a host that can be trusted is the first entry: the list of hosts shows it of each.
        *(
            Index(
                f"ix_run_host_id_{column}",
                "host_id",
                text(f"{column} desc nulls last"),
                postgresql_where=text("deleted_at is null and verdict_kind is distinct from 'trust'"),
            )
            for column in ("bw_bytes_per_s", "iops")
        ),
        Index("ix_run_words", "words", postgresql_using="gin"),
        Index("ix_run_tags", "tags", postgresql_using="gin"),
        # What a verdict names is asked for alone or with all that was found.
        Index("ix_run_finding_ids", "finding_ids", postgresql_using="gin"),
        Index("ix_run_limit_ids", "limit_ids", postgresql_using="gin"),
        # A kind of verdict has hundreds of thousands of runs; they are counted by configuration without being read.
        Index(
            "ix_run_verdict_kind_configuration_id",
            "verdict_kind",
            "configuration_id",
            postgresql_where=NOT_DELETED,
        ),
        # Those whose hardware a person stated are few.
        Index(
            "ix_run_stated_hardware_id",
            "stated_hardware_id",
            postgresql_where=text("stated_hardware_id is not null"),
        ),
        # What can be restored is little, and listed in the order of deleting.
        Index(
            "ix_run_deleted_at_id",
            text("deleted_at desc"),
            text("id desc"),
            postgresql_where=text("deleted_at is not null"),
        ),
        # Runs that were made to confirm findings of another are few.
        Index(
            "ix_run_confirm_run",
            text(f"(labels ->> '{RUN_LABEL}')"),
            postgresql_where=text(f"labels ? '{RUN_LABEL}'"),
        ),
        # In the order of time, so that "is there a newer run of this batch?" is one look.
        Index(
            "ix_run_batch_id_sorted_at_id",
            "batch_id",
            text("sorted_at desc"),
            text("id desc"),
            postgresql_where=text("batch_id is not null and deleted_at is null"),
            postgresql_include=["started_at"],
        ),
    )

    id: Mapped[Key]
    upload_id: Mapped[UUID] = mapped_column(ForeignKey("upload.id"))
    position: Mapped[int] = mapped_column(SmallInteger, comment="order in the upload, from 0")
    host_id: Mapped[UUID] = mapped_column(ForeignKey("host.id"))
    inventory_id: Mapped[UUID | None] = mapped_column(ForeignKey("inventory.id"), index=True)
    stated_hardware_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("stated_hardware.id"),
        comment="who stated its inventory; null = its agent sent it, or none is known",
    )
    configuration_id: Mapped[UUID] = mapped_column(ForeignKey("configuration.id"))

    uploaded_at: Mapped[Moment] = mapped_column(comment="the server's clock")
    started_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True),
        comment="corrected where the host's clock was wrong; null = unknown or impossible",
    )
    started_at_reason: Mapped[str | None] = mapped_column(
        Text, comment="why started_at is null, or how it was computed"
    )
    clock_ahead_ms: Mapped[int | None] = mapped_column(
        BigInteger,
        comment="the host's clock less the service's at the upload, from one minute on: times are corrected by it; "
        "null = no correction, since the clock was right or is unknown",
    )
    ended_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    sorted_at: Mapped[Moment] = mapped_column(
        comment="started_at, else uploaded_at: what lists are ordered by"
    )

    state: Mapped[str] = mapped_column(Text)
    state_reason: Mapped[str | None] = mapped_column(Text, comment="why the output was not understood")
    outcome: Mapped[str] = mapped_column(Text)
    reader_version: Mapped[int] = mapped_column(comment="of the reader that made the derived rows")
    facts_version: Mapped[int | None] = mapped_column(comment="of the rules that made path and factors")
    tool_name: Mapped[str] = mapped_column(Text)
    tool_version: Mapped[str | None] = mapped_column(Text)
    target: Mapped[str | None] = mapped_column(Text)
    argv: Mapped[list[str] | None] = mapped_column(JSONB(none_as_null=True))
    global_options: Mapped[Json] = mapped_column(comment="fio's [global] section as typed")
    disk_util: Mapped[JsonList | None] = mapped_column(comment="null = fio printed no disk statistics")
    problems: Mapped[JsonList]
    path: Mapped[Json | None] = mapped_column(
        comment="targets and limits as the API shows them; null = no target is known"
    )
    path_fingerprint: Mapped[str | None] = mapped_column(
        Text, comment="facet path; null = no target is known"
    )
    verdict: Mapped[Json | None] = mapped_column(comment="kind, rule, sentence and share; null = not judged")
    verdict_kind: Mapped[str | None] = mapped_column(
        Text, comment="limit, trust, unexplained or none, as the verdict says; null = not judged"
    )
    limit_ids: Mapped[list[str]] = mapped_column(
        ARRAY(Text), server_default=text("'{}'"), comment="limits that the verdict names; for filters"
    )
    finding_ids: Mapped[list[str]] = mapped_column(
        ARRAY(Text), server_default=text("'{}'"), comment="rules that found something; for filters"
    )
    answer: Mapped[Json | None] = mapped_column(
        comment="verdict, findings, checks, ceilings as the API shows them; null = not judged"
    )
    rating_basis: Mapped[Json | None] = mapped_column(
        comment="what datasheets are held against, with its conditions; null = nothing was measured"
    )
    clock: Mapped[Json | None] = mapped_column(
        comment="what 0:00 is, phases, place of fio's logs; null = nothing recorded over time"
    )
    overridden: Mapped[Json | None] = mapped_column(
        comment="factors that a label overrides → value detected; null = none"
    )

    batch_id: Mapped[UUID | None] = mapped_column(Uuid)
    batch: Mapped[Json | None] = mapped_column(comment="name, step, steps, role")

    title: Mapped[str | None] = mapped_column(Text)
    note: Mapped[str | None] = mapped_column(Text)
    labels: Mapped[Json]
    tags: Mapped[list[str]] = mapped_column(ARRAY(Text))
    job_names: Mapped[list[str]] = mapped_column(
        ARRAY(Text), server_default=text("'{}'"), comment="distinct, of its results; for searching"
    )
    words: Mapped[str] = mapped_column(
        TSVECTOR,
        Computed("run_words(title, note, tags, job_names)", persisted=True),
        comment="what q searches, beside host and labels; function run_words of the migrations",
    )

    iops: Mapped[float | None] = mapped_column(
        comment="headline: largest over the results; for sorting lists only"
    )
    bw_bytes_per_s: Mapped[float | None] = mapped_column(comment="headline, as above, bytes/s")
    clat_p99_ns: Mapped[float | None] = mapped_column(comment="headline: largest over the results, ns")
    rated_share: Mapped[float | None] = mapped_column(comment="headline, as above: measured / rated")
    headline_position: Mapped[int | None] = mapped_column(
        SmallInteger, comment="position of the result that gives the headline bandwidth; null = the first"
    )

    deleted_at: Mapped[datetime | None] = mapped_column(
        DateTime(timezone=True), comment="restorable for 30 days"
    )
