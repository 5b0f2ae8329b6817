"""`make bench-findings`: situations induced on this machine with real fio, each proved by a measurement of its own, and
judged as an agent's upload is. What follows from a pass stands in docs/findings.md."""
