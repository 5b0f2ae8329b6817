"""Let an enrolment code serve several hosts, and note which token came from which enrolment

Revision: 7d1c0a5e93f4
Revises: 5f8016b12b82

Codes made before are good for one host, as they were.
"""

import sqlalchemy as sa
from alembic import op

revision = "7d1c0a5e93f4"
down_revision = "5f8016b12b82"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.add_column(
        "one_time_code",
        sa.Column(
            "hosts",
            sa.Integer(),
            server_default=sa.text("1"),
            nullable=False,
            comment="so many agents may use the code of an enrolment",
        ),
    )
    op.add_column(
        "one_time_code",
        sa.Column(
            "hosts_enrolled",
            sa.Integer(),
            server_default=sa.text("0"),
            nullable=False,
            comment="so many did",
        ),
    )
    op.add_column(
        "one_time_code",
        sa.Column(
            "host_pattern",
            sa.Text(),
            nullable=True,
            comment="only hosts whose name matches, with * and ?; null = any",
        ),
    )
    op.execute(
        "update one_time_code set hosts_enrolled = 1 where purpose = 'enrolment' and used_at is not null"
    )
    op.add_column(
        "api_token",
        sa.Column(
            "enrolment_id",
            sa.Uuid(),
            nullable=True,
            comment="the enrolment that it was given at; null = another way",
        ),
    )
    op.create_foreign_key(
        op.f("fk_api_token_enrolment_id_one_time_code"),
        "api_token",
        "one_time_code",
        ["enrolment_id"],
        ["id"],
        ondelete="SET NULL",
    )
    op.create_index(op.f("ix_api_token_enrolment_id"), "api_token", ["enrolment_id"])


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    # A code for several hosts would be good for one more: it ends.
    op.execute("update one_time_code set used_at = now() where hosts > 1 and used_at is null")
    op.drop_index(op.f("ix_api_token_enrolment_id"), table_name="api_token")
    op.drop_constraint(op.f("fk_api_token_enrolment_id_one_time_code"), "api_token", type_="foreignkey")
    op.drop_column("api_token", "enrolment_id")
    for name in ("host_pattern", "hosts_enrolled", "hosts"):
        op.drop_column("one_time_code", name)
