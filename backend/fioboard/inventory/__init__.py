"""What an inventory document means: chains of links, limits, findings, fingerprints, differences. Pure: document in,
values out. States what follows from facts; never what a vendor promises, and nothing that nobody read."""
