"""`make agent-packages`: the agent as .deb and .rpm, into agent/dist/, as the service serves them.

nFPM makes both from agent/packaging/nfpm.yaml. The same sources give the same bytes.
"""

import gzip
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from service import CHECKOUT

from fioboard import __version__

AGENT = CHECKOUT / "agent"
FOLDER = AGENT / "dist"
PROGRAM = "/usr/bin/fioboard-agent"


def main() -> int:
    """Build both packages and say how large they are."""
    with tempfile.TemporaryDirectory() as name:
        tree = Path(name)
        shutil.copy(FOLDER / "agent.pyz", tree)
        for unit in (AGENT / "systemd").iterdir():
            (tree / unit.name).write_text(unit.read_text().replace("@AGENT@", PROGRAM))
        manual = (AGENT / "packaging" / "fioboard-agent.1").read_bytes()
        (tree / "fioboard-agent.1.gz").write_bytes(gzip.compress(manual, mtime=0))
        for kind in ("deb", "rpm"):
            package = FOLDER / f"agent.{kind}"
            subprocess.run(
                [
                    *(Path(sys.executable).with_name("nfpm"), "package", "--packager", kind),
                    *("--config", "agent/packaging/nfpm.yaml", "--target", package),
                ],
                cwd=CHECKOUT,
                env={**os.environ, "VERSION": __version__, "TREE": name, "SOURCE_DATE_EPOCH": "1577836800"},
                stdout=subprocess.DEVNULL,
                check=True,
            )
            print(f"{package.relative_to(CHECKOUT)}: {package.stat().st_size / 1e6:.2f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
