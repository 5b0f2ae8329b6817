"""Hosts."""

from pydantic import AwareDatetime, Field

from fioboard.schemas.base import Out


class HostOut(Out):
    """One test machine."""

    id: str
    name: str
    run_count: int = Field(description="Number of its runs, deleted ones left out")
    last_run_at: AwareDatetime | None = Field(description="When its newest run started; null without runs")
    inventory_id: str | None = Field(description="Its newest inventory; null when none was sent")
    refused_uploads: int = Field(description="Number of uploads refused in the last 30 days")


class HostList(Out):
    """All hosts, by name."""

    items: list[HostOut]


class ServiceInfo(Out):
    """What a page needs to know before anyone is signed in."""

    version: str
    base_url: str
    agent_sha256: str | None
    max_upload_bytes: int = Field(description="The largest body this service takes, unpacked")
