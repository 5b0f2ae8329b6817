"""Makes agent.pyz: the whole agent as one file that any Python >= 3.9 runs. The same sources give the same bytes.

python -m fioboard_agent.build OUTPUT.pyz
"""

from __future__ import annotations

import hashlib
import sys
import zipfile
from pathlib import Path

SHEBANG = b"#!/usr/bin/env python3\n"
_EPOCH = (2020, 1, 1, 0, 0, 0)  # a fixed time stamp: zip cannot leave it out
_MAIN = "import sys\n\nfrom fioboard_agent.cli import main\n\nsys.exit(main())\n"


def build(output: Path) -> str:
    """Write the archive; returns its SHA-256 in hex, which install.sh compares."""
    package = Path(__file__).parent
    sources = sorted(path for path in package.rglob("*.py") if "__pycache__" not in path.parts)
    output.parent.mkdir(parents=True, exist_ok=True)
    with output.open("wb") as file:
        file.write(SHEBANG)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
            for source in sources:
                name = (Path(package.name) / source.relative_to(package)).as_posix()
                _add(archive, name, source.read_text(encoding="utf-8"))
            _add(archive, "__main__.py", _MAIN)
    output.chmod(0o755)
    return hashlib.sha256(output.read_bytes()).hexdigest()


def _add(archive: zipfile.ZipFile, name: str, text: str) -> None:
    entry = zipfile.ZipInfo(name, _EPOCH)
    entry.compress_type = zipfile.ZIP_DEFLATED
    entry.external_attr = 0o644 << 16
    entry.create_system = 3  # Unix, also when built elsewhere
    archive.writestr(entry, text.replace("\r\n", "\n"))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m fioboard_agent.build OUTPUT.pyz")
    print(build(Path(sys.argv[1])), sys.argv[1])
