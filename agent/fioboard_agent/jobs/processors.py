"""Which processors and NUMA nodes the jobs ask fio to run on, in fio's own notation."""

from __future__ import annotations

from typing import Optional

from fioboard_agent.jobs.model import FioJobs

OPTIONS = ("cpus_allowed", "numa_cpu_nodes")


def asked_processors(jobs: FioJobs) -> dict[str, Optional[str]]:
    """`{"cpus_allowed": "0-3", "numa_cpu_nodes": null}`; null = not given. Different values of several jobs are all
    there, joined by commas, which both options read as a union."""
    return {option: ",".join(_values(jobs, option)) or None for option in OPTIONS}


def _values(jobs: FioJobs, option: str) -> list[str]:
    return list(dict.fromkeys(value for section in jobs.sections if (value := section.get(option))))
