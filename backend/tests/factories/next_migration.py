"""A migration that comes after the newest one: what upgrades are tried on, whatever the newest one does."""

import shutil
from pathlib import Path

from fioboard.core.layout import MIGRATIONS
from fioboard.core.migrate import newest_revision

TITLE = "Give results a number of their own"
REVISION = "fedcba987654"
# A default that differs from row to row writes the whole table anew.
SCRIPT = '''"""{title}

Revision: {revision}
Revises: {newest}
"""

from alembic import op

revision = "{revision}"
down_revision = "{newest}"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute("alter table result add column number uuid not null default gen_random_uuid()")


def downgrade() -> None:
    op.execute("set local lock_timeout = '5s'")
    op.execute("alter table result drop column number")
'''
# Python runs a module of this name when it starts, in every process of a service.
AT_START = """from pathlib import Path

from fioboard.core import layout

layout.MIGRATIONS = Path({place!r})
"""


def write_next_migration(folder: Path) -> Path:
    """Copy the migrations into this folder, with one more; return where they are."""
    place = shutil.copytree(MIGRATIONS, folder / "migrations", ignore=shutil.ignore_patterns("__pycache__"))
    script = SCRIPT.format(title=TITLE, revision=REVISION, newest=newest_revision())
    (place / "versions" / "next.py").write_text(script)
    return place


def make_environment(folder: Path) -> dict[str, str]:
    """Return the variables with which a service has the migrations of `write_next_migration`."""
    place = write_next_migration(folder)
    (folder / "sitecustomize.py").write_text(AT_START.format(place=str(place)))
    return {"PYTHONPATH": str(folder)}
