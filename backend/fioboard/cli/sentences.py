"""What the command line prints."""

from fioboard.core.sentence import Template

# cli
DATABASE_UNREACHABLE = Template("fioboard: the database of FIOBOARD_DATABASE_URL cannot be reached: {error}")
MAY_NOT_OPEN = Template(
    "fioboard: this user may not open {place}; run the command as the user of the service"
)

# against_reference
AGAINST_BASELINE = Template("Against the baseline “{name}”, {runs}")
NOT_PINNED = Template("fioboard: no baseline is set for {runs}.")
RUNS_NOT_PINNED = Template("fioboard: {without} of {runs} runs have no baseline.")
NO_RUN_OF_SIDE = Template("No run matches {filter}.")

# backup
LOST = Template("fioboard: not included: {lost}")
RESTORED = Template("restored {contents}, backed up at {made_at}")
ORIGINALS_RESTORED = Template("In the object store, each read back: {originals}.")
RESTORED_WITHOUT = Template(
    "fioboard: the backup lacks originals that the object store had lost; put them back: {lost}."
)
DAMAGED_STAY = Template("fioboard: {originals} damaged when backed up, kept in PostgreSQL unchanged: {named}")
BACKUP_FAILED = Template("fioboard: the database rejected the backup, so nothing was changed: {reason}")
CONTENTS = Template("{rows} in {tables} ({size} unpacked)")

# compared
NOT_ON_BOTH = Template("fioboard: no workload has {metrics} on both sides: cannot compare.")

# demo
DEMO_ADDED = Template("{runs} added; find them by tag=demo")
DEMO_REMOVED = Template("{runs} removed")

# documents
DOCUMENTS_INTERRUPTED = Template("fioboard: {detail} Everything before that is done.")
NOT_MOVED = Template("{sha256}: {reason} Left where it was.")
MOVED = Template("{originals} moved ({size} before compression), {refused} left where they were")
VERIFIED = Template(
    "{originals}: {in_database} whole in PostgreSQL, {in_store} whole in the object store, {missing} missing, "
    "{damaged} damaged"
)
UNREFERENCED = Template(
    "{objects} unreferenced ({size}), {young} more younger than {hours} h; {foreign} with other names"
)
CLEANED = Template("{objects}, {dropped} unreferenced {verb} ({size})")

# enrolments
NAMES_LENGTH = Template("--names must have 1 to {most} characters.")
INSTALL_WITH = Template(
    "{command}\nValid until {expires_at} UTC. To see which hosts used it: fioboard enrolment show {id}"
)
CODE_USE = Template("{enrolled} of {hosts}, valid until {until} UTC")
CODE_REVOKED = Template(
    "Revoked. No more hosts can enrol with this code. To see those that did: fioboard enrolment show {id}"
)
HOSTS_BY_CODE = Template("{hosts}: {stale} stale, {pending} pending.")
CODE = Template("Code {id}: {enrolled} of {hosts}, valid until {until} UTC")
NO_ENROLMENT_ID = Template("{text} is not an enrolment ID.")

# environment
DATABASE_REFUSED = Template("the database of FIOBOARD_DATABASE_URL refused: {kind}.")

# explain
CHECKS = Template("{total}: {problems}{notes}, {fine} passed, {unknown} lacked data.")
NOT_COMPARABLE = Template("  Why not comparable: {reasons}")
OWN_CARD = Template(" (own card {id}, version {version})")

# of `import`
KNOWN_BEFORE = Template("{known} of them were stored before")
LARGER_THAN = Template("Larger than {most} (FIOBOARD_MAX_UPLOAD_BYTES).")

# files of `import`
FILES_LEFT_OUT = Template("{files} left out, {reason}: {first}{more}")
NO_TIME = Template("--started-at {text} is no RFC 3339 time.")
NO_ZONE = Template("--started-at {text} has no time zone; add Z or +01:00.")
IMPORTED = Template("{files}: {created} created ({runs}), {duplicate}, {refused} refused")
MORE_ROWS = Template("… {more} more; the import page shows them all")
FOUND_IN_TEXT = Template("Found in the text of {file}")

# labels
NO_LABEL = Template("--label {text} is not KEY=VALUE with a key of a-z 0-9 _ . -")
NO_RUN_LABEL = Template("--run-label {text} is not N:KEY=VALUE with a run's number from 1")

# mcp
TOKEN_FILE_UNREAD = Template("fioboard: {file} cannot be read: {reason}.")

# reference_sets
FILE_EXISTS = Template("{file} exists already")
SET_EXPORTED = Template("{file}: {cells}, {narrow} of fewer than three drives; {stated}")
SET_IMPORTED = Template("{file}: {cells} and {stated} of key {fingerprint}{state}")
NO_SET = Template("no set {name} without a key; `fioboard reference-set list` shows all")
NO_KEY = Template("no trusted key {fingerprint}; `fioboard reference-set list` shows all")

# reparse
UPLOAD_LEFT = Template("upload {id}: {detail} Left as it was.")
UPLOADS_READ = Template(
    "{uploads} read by reader version {version}; {changed} {verb}, {refused} left as they were"
)

# requests
NO_HOST = Template("There is no host {host}.")
NO_STATE = Template("The states are {states}.")
NO_REQUEST_ID = Template("{text} is not a request ID.")
NO_SETTING = Template("{text} is no NAME=VALUE, as in --set bs=4k.")
REQUEST_ENDED = Template("The request has ended: {state}.")

# retention
DROPPED = Template(
    "Dropped {runs} of {uploads} and {originals}, {inventories} and {configurations} that no run has."
)
NOTHING_THAT_OLD = Template("No run was uploaded before {before}, or all such runs are used by baselines.")
UPLOADED_BEFORE = Template("Uploaded before {before}: {runs} of {hosts}, {span}.")
PINNED_STAY = Template("Kept because baselines use them: {uploads}.")
IN_DATABASE = Template("in the database, {size}")
ORIGINALS_OF_NO_OTHER = Template("{originals} that no other upload has: {where}.")
ROOM_GAINED = Template("{size} of bins and series are freed at once; the rest is reused.")

# shares
NO_SHARE = Template("There is no share {id}.")
REPLY_WRITTEN = Template("{file}: {size}")
NOT_WRITTEN = Template("{file} cannot be written: {reason}.")
WOULD_IDENTIFY = Template("Not accepted: this would identify a machine. Leave it out with {options}")

# specs
NO_CARD_TITLED = Template("fioboard: no datasheet with {word} in its title")
CARD_FIGURES = Template("fioboard: {id} has {figures}")
FIGURE_WRITES = Template("; figure {figure} writes: fioboard spec job {id} {figure}")
CARD_READ = Template("{id}: {figures}, {without} without source")
CARD_TOO_LONG = Template("fioboard: {file}: more than {most} characters")
CARD_VERSION = Template("{id}: version {version}, {figures}, {without} without source")
NO_CARD = Template("fioboard: no datasheet {id}{numbered}; `fioboard spec list` lists all")
SOURCES_DISAGREE = Template("Sources contradict each other on {rw}: {values}")

# supervisor
NO_ADDRESS_HERE = Template("FIOBOARD_HOST={host} is not an address of this machine: {reason}.")
CANNOT_LISTEN = Template(
    "cannot listen on {host}:{port} ({reason}): choose another port with FIOBOARD_PORT, for example "
    "FIOBOARD_PORT={free}."
)
CANNOT_WRITE = Template("cannot write to {folder}: {reason}.")
DATABASE_DIED = Template("PostgreSQL died {times} times in {seconds} s.")
WORKER_ENDED = Template("a worker ended with code {code} before it was ready (see above).")

# tokens
UNKNOWN_HOST = Template("Unknown host {host} (hosts appear after their first upload).")
NO_TOKEN = Template("There is no token {id}.")

# upgrading
UPGRADING = Template(
    "The service is being upgraded: its tables are brought up to date, step {step} of {steps}."
)

# users
NO_USER = Template("There is no user {name}.")
NAME_TAKEN = Template("The name {name} is taken.")
USER_DEACTIVATED = Template("The user {name} is deactivated.")
LAST_ADMIN = Template("{name} is the last active admin; create another one first.")

# worker
NOT_MIGRATED = Template("fioboard: the database cannot be brought to this version's tables: {reason}\n")
LAST_SIGNED_IN = Template("last signed in {at}")
LAST_USED = Template("last used {at}")
