"""`suite pts`: SNIA's Solid State Storage Performance Test Specification 2.0.2 (docs/pts.md)."""
