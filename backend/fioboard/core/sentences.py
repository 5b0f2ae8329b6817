"""What every room may say."""

from fioboard.core.sentence import Template

# config
SETTING_UNREAD = Template("{name} cannot be read: {kind}")
NO_ROLE = Template("FIOBOARD_OIDC_ROLES: {pair} is not VALUE=ROLE; roles: {roles}")

# held_tables
HOLDER = Template("session {pid} ({name}{table}), in a transaction {since}")

# migrate
TABLES_TOO_OLD = Template(
    "The tables were created by a fioboard before 0.3.0 (revision {revision}): start commit {commit} on them once, "
    "which brings them up to date, then this version."
)
UNKNOWN_REVISION = Template(
    "This version does not know revision {revision} of the tables: start the version that made them, or a newer "
    "one."
)
NEEDS_OWNER = Template(
    "{reason}. Run `fioboard migrate` with FIOBOARD_OWNER_DATABASE_URL, the role that owns the tables."
)
WAITS_FOR_TABLE = Template("waits for a table that {by} holds; it goes on when that ends")
BEGINS_AGAIN = Template(
    "all steps were rolled back and start again in {seconds} s, so that others can continue"
)
MIGRATING = Template("fioboard: bringing the tables up to date: {what}\n")

# sanitize
TOO_MANY_VALUES = Template("More than {most} values.")
NESTED_TOO_DEEP = Template("Nested deeper than {most}.")

# setting_names
UNKNOWN_SETTING_LIKE = Template("unknown setting {name}; did you mean {nearest}?")

# storage
DISK_NEARLY_FULL = Template(
    "The disk of the service's database is nearly full: the last {kept} are kept for the database itself. "
    "Nothing was stored; send it again when there is free space."
)

# store_address
STORE_ADDRESS = Template("FIOBOARD_DOCUMENTS is an address such as {example}")
NO_STORE_NAME = Template("FIOBOARD_DOCUMENTS: not a valid bucket or prefix; an example: {example}")
STORE_OPTIONS = Template("FIOBOARD_DOCUMENTS takes {keys} after the question mark, each once")

# strict_route
NUL_CHARACTER = Template("{key} contains a NUL character.")
NO_PARAMETER = Template("There is no query parameter {key}; known: {known}.")

# toml_card
CARD_TOO_LARGE = Template("a card can have at most {most} bytes; this one has {given}")
NOT_UTF8 = Template("not UTF-8 text: byte {byte}")

# zones
NO_TIME_ZONE = Template("There is no time zone {name}.")

# routes
NO_METRIC = Template("There is no metric {metric}.")
# what was asked for, and its nearest
DID_YOU_MEAN = Template("; did you mean {nearest}?")
AND_MORE = Template(" and {more} more")
# roles
ROLE_MISSING = Template(
    "The role {role} of FIOBOARD_DATABASE_URL does not exist, and that of FIOBOARD_OWNER_DATABASE_URL may not make it: "
    "let an administrator run CREATE ROLE {role} LOGIN."
)
