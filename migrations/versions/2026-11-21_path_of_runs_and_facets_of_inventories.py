"""Path, stated factors and rules' version of runs; what an inventory's fingerprints lack

Revision: b11bbac9b301
Revises: 8d0c5b7e21aa
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "b11bbac9b301"
down_revision = "8d0c5b7e21aa"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "inventory",
        sa.Column(
            "facets_unknown",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="facet → names of what its fingerprint lacks; null = not computed",
        ),
    )
    op.add_column(
        "inventory",
        sa.Column(
            "facts_version", sa.Integer(), nullable=True, comment="of the rules that made the fingerprints"
        ),
    )
    op.drop_column("inventory", "path_fingerprint")
    op.add_column(
        "run",
        sa.Column(
            "facts_version", sa.Integer(), nullable=True, comment="of the rules that made path and factors"
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "path",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="targets, limits, findings as the API shows them; null = no target is known",
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "path_fingerprint", sa.Text(), nullable=True, comment="facet path; null = no target is known"
        ),
    )
    op.add_column(
        "run",
        sa.Column(
            "overridden",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=True,
            comment="factors that a label overrides → value detected; null = none",
        ),
    )
    op.alter_column(
        "time_series",
        "name",
        existing_type=sa.TEXT(),
        comment="file or job it came from; of samples the subject",
        existing_comment="file or job it came from",
        existing_nullable=False,
    )
    op.alter_column(
        "time_series",
        "direction",
        existing_type=sa.TEXT(),
        nullable=True,
        comment="null where it has none: a temperature",
    )
    op.execute("update time_series set direction = null where direction = ''")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # A series without direction (a temperature) has none to go back to: the old column takes no null.
    op.execute("update time_series set direction = '' where direction is null")
    op.alter_column(
        "time_series",
        "direction",
        existing_type=sa.TEXT(),
        nullable=False,
        comment=None,
        existing_comment="null where it has none: a temperature",
    )
    op.alter_column(
        "time_series",
        "name",
        existing_type=sa.TEXT(),
        comment="file or job it came from",
        existing_comment="file or job it came from; of samples the subject",
        existing_nullable=False,
    )
    op.drop_column("run", "overridden")
    op.drop_column("run", "path_fingerprint")
    op.drop_column("run", "path")
    op.drop_column("run", "facts_version")
    op.add_column(
        "inventory",
        sa.Column(
            "path_fingerprint",
            sa.TEXT(),
            autoincrement=False,
            nullable=True,
            comment="facet path; null = not computed",
        ),
    )
    op.drop_column("inventory", "facts_version")
    op.drop_column("inventory", "facets_unknown")
