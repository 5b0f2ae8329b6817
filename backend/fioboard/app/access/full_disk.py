"""While the disk is nearly full (core/storage.py), every write is refused that is not listed here."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from fastapi import Depends, params

from fioboard.core.database import AppDatabase
from fioboard.core.strict_route import StrictRoute
from fioboard.engine.answers.problem import refusals

API = "/api/v1"
# Deletions go on (DELETE, of whatever), and these. What comes with a size of its own asks for that much room by itself.
GO_ON = frozenset(
    {
        # asks by itself
        ("POST", f"{API}/uploads"), ("POST", f"{API}/import"), ("POST", f"{API}/typed-results"),
        ("POST", f"{API}/reparse"), ("POST", f"{API}/uploads/yabs/{{token}}"),
        # of strangers, who learn nothing of the disk before their link is looked at
        ("POST", f"{API}/shared/{{token}}/reply-codes"), ("POST", f"{API}/shared/{{token}}/replies"),
        # stores nothing
        ("POST", f"{API}/import/preview"), ("POST", f"{API}/shares/preview"),
        ("POST", f"{API}/specs/preview"), ("POST", f"{API}/import/plan"),
        # signing in, and keeping somebody out
        ("POST", f"{API}/session"), ("POST", f"{API}/session/confirm"), ("POST", f"{API}/session/single-sign-on"),
        ("POST", f"{API}/session/single-sign-on/return"), ("POST", f"{API}/account/single-sign-on"),
        ("PUT", f"{API}/account/password"), ("PATCH", f"{API}/users/{{user_id}}"),
        ("PATCH", f"{API}/shares/{{share_id}}"),
        # ending what runs on hosts: of a bounded size
        ("POST", f"{API}/agent/poll"),
        # taking back a deletion
        ("POST", f"{API}/runs/{{run_id}}/restore"),
    }
)  # fmt: skip
WRITES = frozenset({"POST", "PUT", "PATCH"})


async def _require_room(database: AppDatabase) -> None:
    """Raises StorageFull while there is no room."""
    database.storage.require_room()


class WatchedRoute(StrictRoute):
    """A strict route that takes nothing new while the disk is full. The caller's right is asked for first."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., Awaitable[object]],
        *,
        dependencies: Sequence[params.Depends] | None = None,
        responses: dict[int | str, dict[str, Any]] | None = None,
        **options: Any,
    ) -> None:
        if any(method in WRITES and (method, path) not in GO_ON for method in options.get("methods") or ()):
            dependencies = [*(dependencies or ()), Depends(_require_room)]
            responses = {**(responses or {}), **refusals(507)}
        super().__init__(path, endpoint, dependencies=dependencies, responses=responses, **options)
