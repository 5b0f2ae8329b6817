"""What became of each time that was due, held against the times themselves."""

import re
from datetime import datetime, timedelta
from typing import Any

from schedule_rehearsal.lab import Lab
from schedule_rehearsal.plans import Plan, list_due
from tests.crash.test_kill_nine import ask
from tests.crash.test_requests import CONTRADICTIONS

LATEST_START = timedelta(minutes=61)
# Each is one time of a schedule, or several that passed while the service was stopped.
ROWS = """select schedule_id::text, min(id::text) as first_id, min(created_at) as at, count(*) as hosts,
    count(distinct host_id) as different, max(reason) as reason
    from request where schedule_id is not null group by schedule_id, coalesce(group_id, id) order by 2"""


def match_times(plan: Plan, due: list[datetime], rows: list[Any]) -> list[str]:
    """Match the requests of a schedule, in their order, with its times; return what does not fit."""
    faults: list[str] = []
    left = list(due)
    for row in rows:
        if row["hosts"] != len(plan.hosts) or row["different"] != len(plan.hosts):
            faults.append(f"{plan.cron} {row['at']}: requests of {row['hosts']} hosts")
        reason = row["reason"] or ""
        several = re.match(r"Skipped (\d+) times", reason)
        taken = [left.pop(0) for _ in range(int(several[1]) if several else 1) if left]
        is_late = not several and "run no schedules" not in reason and row["at"] - taken[-1] > LATEST_START
        if not taken or row["at"] < taken[-1] or is_late:
            faults.append(f"{plan.cron} {row['at']}: {reason or 'measured'}, for {taken}")
    return [*faults, *(f"{plan.cron} {moment}: no request" for moment in left)]


def judge(lab: Lab) -> bool:
    """Print what became of each time, and what contradicts."""
    rows = ask(lab.victim, ROWS)
    stood = ask(lab.victim, "select id::text, created_at, coalesce(paused_at, now()) from schedule")
    due = {one: list_due(lab.made[one], first, last) for one, first, last in stood}
    faults = [
        fault
        for one, plan in lab.made.items()
        for fault in match_times(plan, due[one], [row for row in rows if row["schedule_id"] == one])
    ]
    for name, statement in CONTRADICTIONS.items():
        if "turn" not in statement and (found := ask(lab.victim, statement)):
            faults.append(f"{name}: {found[:3]}")
    for row in ask(lab.victim, "select id, state, started_at from request where kind = 'job'"):
        starts = sum(host.count_fio_starts(str(row["id"])) for host in lab.hosts)
        if starts not in ({1} if row["state"] == "done" else {0, int(row["started_at"] is not None)}):
            faults.append(f"fio started {starts} times: {row}")
    print(f"{sum(map(len, due.values()))} times of {len(due)} schedules; struck {dict(lab.struck)}")
    for row in ask(lab.victim, "select state, reason, count(*) from request group by 1, 2 order by 3 desc"):
        print(f"{row['count']:5} {row['state']}{': ' + row['reason'] if row['reason'] else ''}")
    if lags := sorted(lab.lags_s):
        print(
            f"live through nginx: {len(lags)} events, half within {lags[len(lags) // 2]:.2f} s, all {lags[-1]:.2f} s"
        )
    for fault in faults:
        print(f"WRONG {fault}")
    print(f"{len(faults)} faults" if faults else "ok: none lost, none doubled, each skip explained")
    return not faults
