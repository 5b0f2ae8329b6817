"""What backing up and restoring report."""

from fioboard.core.sentence import Template

# file
EXISTS = Template("{path} exists; a backup never overwrites a file.")
NOT_WRITTEN = Template("{path} cannot be written: {reason}.")
NO_FILE = Template("There is no file {path}.")
NOT_READ = Template("{path} cannot be read: {reason}.")
NO_END = Template("{path} is not a fioboard backup, or its end is missing.")
PACKED_OTHERWISE = Template("{path} is not a fioboard backup: unknown compression.")
NO_HEADER = Template("{path} is not a fioboard backup: it has no {header}.")
HEADER_UNREAD = Template("{path} is damaged: its header cannot be read.")
HEADER_TOO_LARGE = Template("{path} is not a fioboard backup: its header is above {most}.")
OTHER_FORM = Template("{path} is a backup of format {form}; this version reads {known}.")
FOREIGN_HEADER = Template("{path} is damaged: its header is not what fioboard writes.")
NO_BACKUP = Template("{path} is not a fioboard backup.")
OTHER_TABLES = Template("{path} is damaged: its tables are not those that its header lists.")
ROWS_UNREAD = Template("{path} is damaged: the rows of {table} cannot be read.")
ROWS_CHANGED = Template("{path} is damaged: the rows of {table} are not those that were written.")

# originals
ORIGINALS_LOST = Template(
    "{lost} Bring them back (an older copy of the bucket), or back up all the others with --without-lost."
)
ORIGINALS_REFUSED = Template("Originals cannot be backed up: {detail}")
ORIGINALS_MISSING = Template("Originals missing or damaged in the store of originals: {lost}.")
MORE_ORIGINALS = Template(" and {more} more (`fioboard documents check`)")
STORE_LOST_ONE = Template(
    "The object store did not keep {sha256}: {detail} Nothing was restored; the next attempt overwrites what was "
    "already stored."
)

# restore
TABLES_OF_REVISION = Template(
    "The backup's tables are not those of its revision {revision}; nothing was restored."
)
ROWS_MISSING = Template("{copied} rows of {table} are in the file, its header says {rows}.")
NOT_EMPTY = Template(
    "The database is not empty (rows in {tables}{more}): restore into a new one, or a new FIOBOARD_DATA_DIR."
)
NOTHING_RESTORED = Template("{unknown} Nothing was restored.")
