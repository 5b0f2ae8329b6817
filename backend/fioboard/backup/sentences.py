"""What backing up and restoring report."""

from fioboard.core.sentence import Template

# file
EXISTS = Template("{path} exists; a backup replaces nothing.")
NOT_WRITTEN = Template("{path} cannot be written: {reason}.")
NO_FILE = Template("There is no file {path}.")
NOT_READ = Template("{path} cannot be read: {reason}.")
NO_END = Template("{path} is no backup of fioboard, or its end is missing.")
PACKED_OTHERWISE = Template("{path} is no backup of fioboard: it is packed in another way.")
NO_HEADER = Template("{path} is no backup of fioboard: it has no {header}.")
HEADER_UNREAD = Template("{path} is damaged: its header cannot be read.")
HEADER_TOO_LARGE = Template("{path} is no backup of fioboard: its header is above {most}.")
OTHER_FORM = Template("{path} is a backup of form {form}; this version reads {known}.")
FOREIGN_HEADER = Template("{path} is damaged: its header is not what fioboard writes.")
NO_BACKUP = Template("{path} is no backup of fioboard.")
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
    "The store of originals did not keep {sha256}: {detail} Nothing was restored; what the store took already is "
    "overwritten by the next try."
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
