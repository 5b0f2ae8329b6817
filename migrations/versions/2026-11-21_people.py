"""people

Revision: a92e47a03fc3
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "a92e47a03fc3"
down_revision = "0001"

branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.create_table(
        "app_user",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "name", sa.Text(), nullable=False, comment="what they sign in with; unique without regard to case"
        ),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True, comment="Argon2id; null = no password"),
        sa.Column("oidc_issuer", sa.Text(), nullable=True, comment="single sign-on: who vouches for them"),
        sa.Column("oidc_subject", sa.Text(), nullable=True, comment="single sign-on: their id there"),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_login_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "deactivated_at",
            sa.DateTime(timezone=True),
            nullable=True,
            comment="null = active; their sessions and tokens end with them",
        ),
        sa.CheckConstraint("role in ('viewer', 'editor', 'admin')", name=op.f("ck_app_user_role")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_app_user")),
    )
    op.create_index("uq_app_user_name", "app_user", [sa.literal_column("lower(name)")], unique=True)
    op.create_index("uq_app_user_oidc", "app_user", ["oidc_issuer", "oidc_subject"], unique=True)
    op.create_table(
        "audit_event",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_kind", sa.Text(), nullable=False, comment="user, token, command_line or nobody"),
        sa.Column("actor_id", sa.Uuid(), nullable=True),
        sa.Column("actor_name", sa.Text(), nullable=False, comment="as it was then; names change"),
        sa.Column("action", sa.Text(), nullable=False, comment="noun.verb, e.g. token.create"),
        sa.Column("subject_id", sa.Uuid(), nullable=True, comment="what it was done to, e.g. the run's id"),
        sa.Column(
            "detail",
            postgresql.JSONB(none_as_null=True, astext_type=sa.Text()),
            nullable=False,
            comment="what changed; never a secret",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_event")),
    )
    op.create_index(
        "ix_audit_event_subject_id_id",
        "audit_event",
        ["subject_id", sa.literal_column("id desc")],
        unique=False,
    )
    op.create_table(
        "failed_login",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column(
            "whose_sha256",
            sa.LargeBinary(),
            nullable=False,
            comment="of the account's name and the caller's network",
        ),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_failed_login")),
    )
    op.create_index("ix_failed_login_whose_sha256_at", "failed_login", ["whose_sha256", "at"], unique=False)
    op.create_table(
        "invitation",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("code_sha256", sa.LargeBinary(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("label", sa.Text(), nullable=False, comment="for whom it was made"),
        sa.Column("created_by", sa.Uuid(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("used_by", sa.Uuid(), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("role in ('viewer', 'editor', 'admin')", name=op.f("ck_invitation_role")),
        sa.ForeignKeyConstraint(
            ["created_by"], ["app_user.id"], name=op.f("fk_invitation_created_by_app_user")
        ),
        sa.ForeignKeyConstraint(["used_by"], ["app_user.id"], name=op.f("fk_invitation_used_by_app_user")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitation")),
        sa.UniqueConstraint("code_sha256", name=op.f("uq_invitation_code_sha256")),
    )
    op.add_column(
        "api_token",
        sa.Column(
            "created_by",
            sa.Uuid(),
            nullable=True,
            comment="ends with that user; null = made on the command line",
        ),
    )
    op.create_index(op.f("ix_api_token_created_by"), "api_token", ["created_by"], unique=False)
    op.create_foreign_key(
        op.f("fk_api_token_created_by_app_user"), "api_token", "app_user", ["created_by"], ["id"]
    )
    op.add_column(
        "one_time_code",
        sa.Column(
            "user_id", sa.Uuid(), nullable=True, comment="whom a login link signs in; null for enrolments"
        ),
    )
    op.create_foreign_key(
        op.f("fk_one_time_code_user_id_app_user"), "one_time_code", "app_user", ["user_id"], ["id"]
    )
    # Sessions were nobody's: who is signed in signs in once more.
    op.execute("delete from session")
    op.add_column("session", sa.Column("user_id", sa.Uuid(), nullable=False))
    op.add_column(
        "session", sa.Column("browser", sa.Text(), nullable=True, comment="User-Agent, cut to 200 characters")
    )
    op.add_column(
        "session",
        sa.Column(
            "authenticated_at",
            sa.DateTime(timezone=True),
            nullable=False,
            comment="when a password or link was last shown",
        ),
    )
    op.create_index(op.f("ix_session_user_id"), "session", ["user_id"], unique=False)
    op.create_foreign_key(op.f("fk_session_user_id_app_user"), "session", "app_user", ["user_id"], ["id"])
    op.drop_column("session", "role")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute("delete from session")
    op.add_column("session", sa.Column("role", sa.TEXT(), autoincrement=False, nullable=False))
    op.drop_constraint(op.f("fk_session_user_id_app_user"), "session", type_="foreignkey")
    op.drop_index(op.f("ix_session_user_id"), table_name="session")
    op.drop_column("session", "authenticated_at")
    op.drop_column("session", "browser")
    op.drop_column("session", "user_id")
    op.drop_constraint(op.f("fk_one_time_code_user_id_app_user"), "one_time_code", type_="foreignkey")
    op.drop_column("one_time_code", "user_id")
    op.drop_constraint(op.f("fk_api_token_created_by_app_user"), "api_token", type_="foreignkey")
    op.drop_index(op.f("ix_api_token_created_by"), table_name="api_token")
    op.drop_column("api_token", "created_by")
    op.drop_table("invitation")
    op.drop_index("ix_failed_login_whose_sha256_at", table_name="failed_login")
    op.drop_table("failed_login")
    op.drop_index("ix_audit_event_subject_id_id", table_name="audit_event")
    op.drop_table("audit_event")
    op.drop_index("uq_app_user_oidc", table_name="app_user")
    op.drop_index("uq_app_user_name", table_name="app_user")
    op.drop_table("app_user")
