"""`make migration m="add numa node"`: the revision that takes the newest migration to the present models."""

import os
import sys

from alembic import command

from fioboard.core.migrate import alembic_config, upgrade
from fioboard.store.embedded.throwaway import throwaway_postgres


def main() -> int:
    """Writes one file to migrations/versions/, to be read and corrected by its author."""
    if len(sys.argv) != 2 or not sys.argv[1].strip():
        print('usage: make migration m="what changes"')
        return 2
    with throwaway_postgres() as server:
        os.environ["FIOBOARD_DATABASE_URL"] = server.url
        upgrade(server.url)
        command.revision(alembic_config(), message=sys.argv[1], autogenerate=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
