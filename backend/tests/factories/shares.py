"""Shares for tests, made through the API."""

from dataclasses import dataclass
from typing import Any

from httpx2 import AsyncClient

SHARES = "/api/v1/shares"


@dataclass(frozen=True, slots=True)
class Link:
    """A share and the secret of its address."""

    id: str
    token: str

    @property
    def path(self) -> str:
        """The endpoint that the page reads."""
        return f"/api/v1/shared/{self.token}"

    @property
    def paths(self) -> dict[str, str]:
        """Every endpoint of the link, by what it notes."""
        return {
            "page": self.path,
            "json": f"{self.path}/export",
            "csv": f"{self.path}/export?format=csv",
            "raw": f"{self.path}/raw",
        }


def of_run(run_id: str, **fields: Any) -> dict[str, Any]:
    """The body of a share of a run."""
    return {"kind": "run", "spec": {"run_id": run_id}} | fields


async def share(client: AsyncClient, body: dict[str, Any]) -> Link:
    answer = await client.post(SHARES, json=body)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    return Link(made["id"], made["url"].rpartition("/s/")[2])
