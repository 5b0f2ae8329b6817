"""Demo data: five real cases, rebuilt from the figures that their owners published, and three simulated histories.

Pure: figures in, documents out. Of a case nothing is invented: what it does not tell is absent. Each document says in
its version whether it is reconstructed or simulated.
"""

TAG = "demo"
"""What every run of the demo is tagged with, so that it mixes with nothing that was measured here."""
