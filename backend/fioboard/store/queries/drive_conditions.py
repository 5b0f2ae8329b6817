"""What is said of a drive in SQL, once: which drives are there, and which of them need a look.

`d` names a row of `drive`, `s` the row of `host_state` of its host.
"""

from fioboard.engine.words.fleet import HOT_C, WORN_PCT, ProblemId

# Where a host has runs that are kept. `h` names what has its id as host_id.
HOST_IS_KEPT = "exists (select from run r where r.host_id = {h}.host_id and r.deleted_at is null)"
# Without a serial a drive is known by its place: gone from there, it may be the one in another place.
IS_THERE = "(d.has_serial or d.seen_at >= s.seen_at)"
# Of a PCIe link whose state nobody recorded, neither full speed nor a downgrade can be said.
LINKS_KNOWN = "count(*) filter (where d.link_class <> 'unknown')"

OWN: dict[ProblemId, str] = {
    "warning": "d.critical_warning > 0",
    "array": "cardinality(s.degraded_arrays) > 0",
    "missing": "d.seen_at < s.seen_at",
    "link": "d.link_class in ('downgraded-width', 'downgraded-speed')",
    "worn": f"d.used_pct >= {WORN_PCT}",
    "hot": f"d.temperature_c >= coalesce(d.temperature_limit_c, {HOT_C})",
}
"""Problems that the drive and its host tell without a look at other drives; null where it is not known."""
