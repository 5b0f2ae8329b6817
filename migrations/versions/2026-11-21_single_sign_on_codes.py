"""single sign-on codes

Revision: f96ad238e702
Revises: d91f6f0e1a3d
"""

from alembic import op

revision = "f96ad238e702"
down_revision = "d91f6f0e1a3d"

branch_labels = None
depends_on = None

USER_ID = (
    "whom a login link signs in; null for enrolments",
    "whom a login link signs in, or single sign-on is to be connected to; null otherwise",
)
AUTHENTICATED_AT = (
    "when a password or link was last shown",
    "when a password or link was last shown, here or to the identity provider",
)


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.drop_constraint(op.f("ck_one_time_code_purpose"), "one_time_code", type_="check")
    op.create_check_constraint(
        op.f("ck_one_time_code_purpose"),
        "one_time_code",
        "purpose in ('login', 'enrolment', 'single_sign_on')",
    )
    op.alter_column("one_time_code", "user_id", existing_comment=USER_ID[0], comment=USER_ID[1])
    op.alter_column(
        "session", "authenticated_at", existing_comment=AUTHENTICATED_AT[0], comment=AUTHENTICATED_AT[1]
    )


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.alter_column(
        "session", "authenticated_at", existing_comment=AUTHENTICATED_AT[1], comment=AUTHENTICATED_AT[0]
    )
    op.alter_column("one_time_code", "user_id", existing_comment=USER_ID[1], comment=USER_ID[0])
    op.drop_constraint(op.f("ck_one_time_code_purpose"), "one_time_code", type_="check")
    # Good for minutes only: whoever is on the way to the identity provider starts again.
    op.execute("delete from one_time_code where purpose = 'single_sign_on'")
    op.create_check_constraint(
        op.f("ck_one_time_code_purpose"), "one_time_code", "purpose in ('login', 'enrolment')"
    )
