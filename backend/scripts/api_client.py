"""What the pages, the Python client and the agent know of the service: made from it, never edited.

api_client.py types      where the API has changed: schema.gen.ts and the client's models.py, which git ignores
api_client.py            `make api-client`: these, and what is committed: the vocabulary -> vocabulary.gen.ts, the
                         agent's suite for a first test -> suites.gen.ts, the inventory's schema -> the agent's
                         inventory_types.py and inventory_marks.py
api_client.py --check    fails when what is committed is not current
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from inventory_marks import build_inventory_marks
from inventory_types import build_inventory_types
from node import with_node
from service import CHECKOUT, plain_environment
from suites_ts import build_suites
from vocabulary_ts import vocabulary

from fioboard.main import create_app

API = CHECKOUT / "frontend" / "src" / "api"
SCHEMA = API / "schema.gen.ts"
COMMITTED: dict[Path, Callable[[], str]] = {
    API / "vocabulary.gen.ts": vocabulary,
    API / "suites.gen.ts": build_suites,
    CHECKOUT / "agent" / "fioboard_agent" / "inventory_types.py": build_inventory_types,
    CHECKOUT / "agent" / "fioboard_agent" / "inventory_marks.py": build_inventory_marks,
}
MODELS = CHECKOUT / "backend" / "client" / "fioboard_client" / "models.py"
DOCUMENT = CHECKOUT / "build" / "openapi.json"
CLIENT_OPTIONS = (
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict"),
    *("--target-python-version", "3.11", "--enum-field-as-literal", "all"),
    *("--use-standard-collections", "--use-union-operator", "--no-use-closed-typed-dict"),
    *("--use-schema-description", "--use-field-description", "--disable-timestamp"),
    *("--formatters", "builtin"),
)


def write_types() -> None:
    """Write the types of the API for the pages and for the client, unless the API is what they were made from."""
    # The document as the service serves it at /api/openapi.json.
    document = json.dumps(create_app().openapi(), indent=1, sort_keys=True)
    if all(path.exists() for path in (SCHEMA, MODELS, DOCUMENT)) and DOCUMENT.read_text() == document:
        return
    DOCUMENT.unlink(missing_ok=True)  # so that a generator that fails is started again
    DOCUMENT.parent.mkdir(exist_ok=True)
    fresh = DOCUMENT.with_suffix(".new.json")
    fresh.write_text(document)
    subprocess.run(
        ["npm", "run", "--silent", "api-client", "--", str(fresh)],
        cwd=CHECKOUT / "frontend",
        env=with_node(plain_environment()),
        check=True,
    )
    # A TypedDict for each shape, with what the API says of its fields.
    generator = f"{sys.prefix}/bin/datamodel-codegen"
    subprocess.run([generator, "--input", fresh, "--output", MODELS, *CLIENT_OPTIONS], check=True)
    fresh.rename(DOCUMENT)


def main() -> int:
    """Return 0 when what was asked for is written, or current; 2 for anything else."""
    match sys.argv[1:]:
        case ["types"]:
            write_types()
        case []:
            for path, make in COMMITTED.items():
                path.write_text(make())
            write_types()
        case ["--check"]:
            old = [path for path, make in COMMITTED.items() if path.read_text() != make()]
            for path in old:
                print(f"{path.relative_to(CHECKOUT)} is not what the service says: run `make api-client`.")
            return 1 if old else 0
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
