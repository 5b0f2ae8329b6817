"""The client for notebooks (backend/client): its types from OpenAPI, and its wheel.

python_client.py types     OpenAPI -> the module `models` of the client, which git ignores
python_client.py wheel     backend/client/dist/fioboard_client-VERSION-py3-none-any.whl
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from api_client import openapi
from service import CHECKOUT

CLIENT = CHECKOUT / "backend" / "client"
MODELS = CLIENT / "fioboard_client" / "models.py"
OPTIONS = (
    *("--input-file-type", "openapi", "--output-model-type", "typing.TypedDict"),
    *("--target-python-version", "3.11", "--enum-field-as-literal", "all"),
    *("--use-standard-collections", "--use-union-operator", "--no-use-closed-typed-dict"),
    *(
        "--use-schema-description",
        "--use-field-description",
        "--disable-timestamp",
        "--formatters",
        "builtin",
    ),
)


def write_types() -> None:
    """Generate a TypedDict for each shape of the API, with what the API says of its fields."""
    with tempfile.TemporaryDirectory() as folder:
        document = Path(folder, "openapi.json")
        document.write_text(openapi())
        generator = Path(sys.executable).with_name("datamodel-codegen")
        subprocess.run([generator, "--input", document, "--output", MODELS, *OPTIONS], check=True)


def build_wheel() -> Path:
    """Build the wheel; the version is the service's."""
    shutil.rmtree(CLIENT / "dist", ignore_errors=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel"],
        cwd=CLIENT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    [wheel] = (CLIENT / "dist").glob("*.whl")
    return wheel


def main() -> int:
    """Do what is asked for; 2 for anything else."""
    match sys.argv[1:]:
        case ["types"]:
            write_types()
        case ["wheel"]:
            wheel = build_wheel()
            print(f"{wheel.relative_to(CHECKOUT)}: {wheel.stat().st_size / 1e3:.0f} kB")
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
