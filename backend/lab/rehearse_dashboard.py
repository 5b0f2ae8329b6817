"""Asks a real Prometheus, which reads a real service, every question of the Grafana dashboard: each must be answered.

rehearse_dashboard.py    Prometheus is this machine's, else Debian 13's, kept in .cache (scale/programs.py)

The service has all that is drawn: a standby (the primary itself) and an object store, which is away.
"""

import json
import os
import subprocess
import sys
import time
import urllib.parse
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.client import Connection, get, upload
from scale.programs import KEPT, of_debian

from fioboard.store.embedded.throwaway import throwaway_folder, throwaway_postgres
from scripts.service import CHECKOUT, Service, free_port, plain_environment

DASHBOARD = json.loads((CHECKOUT / "docs" / "grafana" / "fioboard.json").read_text())
EXPRESSIONS = [target["expr"] for panel in DASHBOARD["panels"] for target in panel.get("targets", [])]
LONGEST_S = 90
CONFIGURATION = """
global: {{scrape_interval: 1s}}
scrape_configs:
  - job_name: fioboard
    authorization: {{credentials: {token}}}
    static_configs: [{{targets: ["127.0.0.1:{port}"]}}]
"""


def answered(port: int, expression: str) -> bool:
    """Whether Prometheus has figures for it, none of which is no number."""
    asked = expression.replace("$job", "fioboard").replace("$__rate_interval", "30s")
    address = f"http://127.0.0.1:{port}/api/v1/query?{urllib.parse.urlencode({'query': asked})}"
    try:
        with urllib.request.urlopen(address, timeout=10) as answer:
            figures = json.load(answer)["data"]["result"]
    except OSError:
        return False
    return any(figure["value"][1] != "NaN" for figure in figures)


def main() -> int:
    """The exit code."""
    with TemporaryDirectory() as made, throwaway_folder() as folder, throwaway_postgres() as postgres:
        port, at = free_port(), free_port()
        service = Service(
            plain_environment()
            | {
                "FIOBOARD_DATA_DIR": str(folder),
                "FIOBOARD_PORT": str(port),
                "FIOBOARD_DATABASE_URL": postgres.url,
                "FIOBOARD_READ_DATABASE_URL": postgres.url,
                "FIOBOARD_DOCUMENTS": f"s3://bucket?endpoint=http://127.0.0.1:{free_port()}",
                "FIOBOARD_DOCUMENTS_KEY_ID": "nobody",
                "FIOBOARD_DOCUMENTS_SECRET": "nothing",
                "FIOBOARD_UNSAFE_NO_FSYNC": "true",
                "FIOBOARD_LOG_LEVEL": "error",
            }
        )
        service.start()
        token = service.command("token", "create", "--scope", "write")
        configuration = Path(made, "prometheus.yml")
        configuration.write_text(CONFIGURATION.format(token=token, port=port))
        program = of_debian("prometheus", Path(os.environ.get("REHEARSE_DIR", KEPT)))
        prometheus = subprocess.Popen(
            [
                *program,
                f"--config.file={configuration}",
                f"--storage.tsdb.path={made}/figures",
                f"--web.listen-address=127.0.0.1:{at}",
            ],
            stderr=subprocess.DEVNULL,
        )
        try:
            left, give_up_at = EXPRESSIONS, time.monotonic() + LONGEST_S
            connection = Connection(port)
            while left and time.monotonic() < give_up_at:
                connection.ask(get("/api/v1/runs", token))
                connection.ask(upload(b"{}", token))
                time.sleep(1)
                left = [one for one in left if not answered(at, one)]
        finally:
            prometheus.terminate()
            prometheus.wait()
            service.stop()
    for expression in left:
        print(f"no answer within {LONGEST_S} s: {expression}")
    print(f"{len(EXPRESSIONS) - len(left)} of {len(EXPRESSIONS)} questions of the dashboard have figures")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
