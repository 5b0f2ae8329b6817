"""`make api-client`: OpenAPI -> schema.gen.ts, vocabulary -> vocabulary.gen.ts, both in frontend/src/api.

With --check: fails when one of them is not current.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from node import with_node
from service import CHECKOUT, plain_environment
from vocabulary_ts import vocabulary

from fioboard.main import create_app

API = CHECKOUT / "frontend" / "src" / "api"
GENERATED = (API / "schema.gen.ts", API / "vocabulary.gen.ts")


def openapi() -> str:
    """The document as the service serves it at /api/openapi.json."""
    return json.dumps(create_app().openapi(), indent=1, sort_keys=True)


def generate() -> None:
    """Runs the front end's generator, and writes the vocabulary beside what it made."""
    GENERATED[1].write_text(vocabulary())
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "openapi.json")
        document.write_text(openapi())
        subprocess.run(
            ["npm", "run", "--silent", "api-client", "--", str(document)],
            cwd=CHECKOUT / "frontend",
            env=with_node(plain_environment()),
            check=True,
        )


def main() -> int:
    """0 when the generated files are current (--check), or have been written."""
    before = {path: path.read_text() if path.exists() else "" for path in GENERATED}
    generate()
    stale = [path for path in GENERATED if path.read_text() != before[path]]
    if "--check" not in sys.argv or not stale:
        return 0
    for path in stale:
        path.write_text(before[path])
        print(f"frontend/src/api/{path.name} is not what the service says: run `make api-client`.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
