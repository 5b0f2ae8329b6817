"""`make api-client`: OpenAPI -> frontend/src/api/schema.gen.ts. With --check: fails when it is not current."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from node import with_node
from service import CHECKOUT, plain_environment

from fioboard.main import create_app

GENERATED = CHECKOUT / "frontend" / "src" / "api" / "schema.gen.ts"


def openapi() -> str:
    """The document as the service serves it at /api/openapi.json."""
    return json.dumps(create_app().openapi(), indent=1, sort_keys=True)


def generate() -> None:
    """Runs the front end's generator."""
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
    """0 when the generated file is current (--check), or has been written."""
    before = GENERATED.read_text() if GENERATED.exists() else ""
    generate()
    if "--check" not in sys.argv or GENERATED.read_text() == before:
        return 0
    GENERATED.write_text(before)
    print("frontend/src/api/schema.gen.ts is not what the service's OpenAPI says: run `make api-client`.")
    return 1


if __name__ == "__main__":
    sys.exit(main())
