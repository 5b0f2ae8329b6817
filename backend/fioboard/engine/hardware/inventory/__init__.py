"""What an inventory document means: chains of links, limits, findings, fingerprints, differences. Pure: document in,
values out. States what follows from facts; never what a vendor promises, and nothing that nobody read."""

# Of everything that is derived from inventories and targets: path, findings, facets, factors. Raise it when a rule
# changes what it gives; `fioboard reparse` then rebuilds what an older version made.
FACTS_VERSION = 30
# What of a document is of one moment only: no part of what makes two inventories one.
NOT_CONTENT = ("collected_at", "collector", "moment")
