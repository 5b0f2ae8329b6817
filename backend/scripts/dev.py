"""`make dev`: database, service with reload, Vite. Prints the address; Ctrl-C stops all three."""

import os
import subprocess
import sys
import time
from contextlib import suppress

from node import with_node
from service import CHECKOUT

from fioboard.core.config import settings
from fioboard.core.migrate import upgrade
from fioboard.store.embedded.connect import addresses

BIN = CHECKOUT / "backend" / ".venv" / "bin"
VITE_PORT = 5173
GRACE_S = 15


def main() -> int:
    """Until Ctrl-C, or until one of the two ends."""
    ours = settings()
    with addresses(ours, "make dev") as at:
        upgrade(at.owner, service_url=at.service)
        environment = {**os.environ, "FIOBOARD_DATABASE_URL": at.service, "FIOBOARD_PORT": str(ours.port)}
        service = [
            *(str(BIN / "uvicorn"), "fioboard.main:create_app", "--factory", "--reload"),
            *("--reload-dir", "backend/fioboard", "--host", ours.host, "--port", str(ours.port)),
        ]
        started = [
            subprocess.Popen(service, cwd=CHECKOUT, env=environment),
            subprocess.Popen(
                ["npm", "run", "dev", "--", "--port", str(VITE_PORT), "--strictPort"],
                cwd=CHECKOUT / "frontend",
                env=with_node(environment),
            ),
        ]
        print(
            f"UI with reload: http://127.0.0.1:{VITE_PORT}   API: {ours.public_url}   Ctrl-C stops.",
            flush=True,
        )
        try:
            while all(process.poll() is None for process in started):
                time.sleep(0.5)
        except KeyboardInterrupt:
            pass
        finally:
            for process in started:
                with suppress(ProcessLookupError):
                    process.terminate()
            for process in started:
                process.wait(GRACE_S)
    return 0


if __name__ == "__main__":
    sys.exit(main())
