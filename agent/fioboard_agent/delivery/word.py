"""The agent's last word to the service: what waits on this host, what was refused, and why a delivery failed last.

It says so after each round of deliveries. A service that does not take it is older or away: nothing depends on it.
"""

from __future__ import annotations

from datetime import datetime, timezone
from pathlib import Path
from typing import Any, Optional

from fioboard_agent import __version__
from fioboard_agent.delivery.host_identity import identify_host
from fioboard_agent.delivery.sending import Report
from fioboard_agent.delivery.spool import Entry, Spool
from fioboard_agent.delivery.upload import Service, UnreachableError
from fioboard_agent.errors import SetupError
from fioboard_agent.host.durable import read_json, write_json_durably
from fioboard_agent.host.paths import Folders

MAX_SENTENCE = 500


def send_last_report(folders: Folders, spool: Spool, service: Service, report: Optional[Report] = None) -> None:
    """Send how this host's deliveries stand; `report`: of the round that has just ended."""
    note = folders.state / "delivery-error.json"
    if report is not None and (report.waiting or report.rejected):
        now = datetime.now(timezone.utc).isoformat()
        write_json_durably(note, {"error": report.last_sentence[:MAX_SENTENCE], "error_at": now})
    waiting = list(spool.waiting())
    made = [one for one in map(_read_time, waiting) if one is not None]
    document = {
        "agent_host_id": identify_host(folders).id,
        "agent_version": __version__,
        "waiting": len(waiting),
        "waiting_since": min(made) if made else None,
        "refused": len(list(spool.rejected())),
        **_read_last_error(note),
    }
    try:
        service.say(document)
    except (UnreachableError, SetupError):
        return


def _read_time(entry: Entry) -> Optional[str]:
    try:
        return datetime.fromtimestamp((entry.folder / "manifest.json").stat().st_mtime, timezone.utc).isoformat()
    except OSError:
        return None


def _read_last_error(note: Path) -> dict[str, Any]:
    try:
        kept = read_json(note)
        return {"error": str(kept["error"]), "error_at": str(kept["error_at"])}
    except (OSError, ValueError, KeyError, TypeError):
        return {"error": None, "error_at": None}
