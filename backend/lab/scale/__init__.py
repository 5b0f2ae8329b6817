"""The rehearsal of several services on one database without a single point: `make rehearse-scale`.

Downwards: `events` · `rehearsal` (agents, prober, ledger, report) · `cluster` · one module per program · `process`.
"""
