"""Limits of the service that people meet, each with its unit in the name. The pages get them with the API client.

Limits that only one room keeps to itself stand in that room.
"""

# Accounts and links (threat S2, L8).
MIN_PASSWORD_CHARACTERS = 12
MAX_PASSWORD_CHARACTERS = 128
MIN_PASSPHRASE_CHARACTERS = 8
MAX_PASSPHRASE_CHARACTERS = 128
MAX_SHARE_DAYS = 366

# Statistics. One odd run is no noise, and two give no idea of it.
MIN_REPEATS = 3

# Comparisons.
MAX_NEW_SIDES = 7
MAX_COMPARED_RUNS = 1_000
# Every pair of runs is looked at for every metric: this keeps the longest answer to a few seconds.
MAX_COMPARED_RESULTS = 20_000
MAX_COMPARED_METRICS = 24
# A correction over all workloads needs all of them at once, and each takes some milliseconds.
MAX_COMPARED_WORKLOADS = 400
MAX_UNMATCHED_WORKLOADS = 200

# Charts.
MAX_CHART_RESULTS = 100_000
MAX_CHART_POINTS = 500
MAX_CHART_VALUES = 4_000
# More lines than this cannot be told apart.
MAX_CHART_LINES = 8

# Lists.
MAX_RUNS_PER_PAGE = 200
MAX_LIST_COLUMNS = 40
# A table to be pasted; more than that is a file for programs.
MAX_TABLE_RUNS = 2_000
MAX_TABLE_RESULTS = 5_000
# One file over HTTP: some 20 MB as csv, and seconds of the service's time, which it yields between the pieces.
MAX_EXPORT_RESULTS = 100_000

# Results in answers. An upload may hold 10,000 of them, a page shows the headline result and the first others; the rest
# is counted, and sent page by page by /runs/{id}/results.
MAX_ROW_RESULTS = 20
MAX_LIST_RESULTS = 800
MAX_WHOLE_LIST_RESULTS = 300
MAX_RUN_RESULTS = 200
MAX_RUN_CLONES = 300
MAX_RESULTS_PER_PAGE = 200
MAX_BATCH_RESULTS = 4_000
# Of a batch on a terminal: more is for its page.
MAX_PRINTED_RESULTS = 40
# What looks at many runs (trends, batches, changes, hosts, the fleet) reads the first results of each.
MAX_TESTS_OF_RUN = 200
# Of a host, the newest.
MAX_HOST_RUNS = 2_000
MAX_SHARE_RESULTS = 160
# What results, factors and documents of one answer take together, in bytes of JSON.
MAX_ANSWER_BYTES = 700_000
# An inventory as it is stored; the largest that an agent made so far has 0.2 MB.
MAX_INVENTORY_BYTES = 4_194_304
# Fields that differ, and each of their values in bytes of JSON.
MAX_DIFFERENCE_ROWS = 2_000
MAX_DIFFERENCE_VALUE_BYTES = 2_000
# Ports, drives and interfaces of a machine's picture, and each of their names.
MAX_PICTURE_NODES = 1_000
MAX_PICTURE_CHARACTERS = 120
# Inventories of one host that its page compares with each other, in bytes together.
MAX_TIMELINE_BYTES = 8_000_000
# A command line or fio's disk statistics on a run's page.
MAX_SHOWN_BYTES = 100_000

# Texts that people write.
MAX_HOST_CHARACTERS = 253
# Agents that enrol with one code, and how long it may be good: a week.
MAX_ENROLLED_HOSTS = 1_000
MAX_ENROLMENT_MINUTES = 10_080
MAX_TITLE_CHARACTERS = 200
MAX_NOTE_CHARACTERS = 20_000
MAX_FILE_NAME_CHARACTERS = 255
# A datasheet card; the largest of the release has a fifth of it.
MAX_CARD_BYTES = 20_000
# Changes that one call notes something of.
MAX_TRIAGED_CHANGES = 1_000
MAX_CAUSE_CHARACTERS = 500
# A note on time is one line, beside a chart.
MAX_TIME_NOTE_CHARACTERS = 300
# A table of a datasheet, pasted.
MAX_PASTED_CHARACTERS = 20_000
MAX_TAGS = 64
MAX_TAG_CHARACTERS = 64
MAX_LABELS = 64
MAX_LABEL_CHARACTERS = 256
# Of a label's key, as a regular expression that Python and JavaScript read alike.
LABEL_KEY_PATTERN = r"^[a-z0-9_.-]{1,64}$"
AGENT_HOST_ID_PATTERN = r"^[A-Za-z0-9-]{8,64}$"
MAX_USER_NAME_CHARACTERS = 64
# What tokens, invitations and saved views are called.
MAX_NAME_CHARACTERS = 100
MAX_RECIPIENT_CHARACTERS = 200
MAX_SHARE_NOTE_CHARACTERS = 4_000
MAX_SHARE_EXPECTATION_CHARACTERS = 500
# Reference sets that a shared run is shown beside.
MAX_SHARED_SETS = 3
