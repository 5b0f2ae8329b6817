"""What a worker loads before it is ready."""

import json
import subprocess
import sys

import pytest

pytestmark = pytest.mark.nightly


@pytest.fixture(scope="module")
def loaded() -> set[str]:
    """The modules of a process that has imported the service, as every worker does."""
    asked = "import json, sys, fioboard.main; print(json.dumps(list(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    modules = set(json.loads(done.stdout))
    assert {"fastapi", "fioboard.main"} <= modules
    return modules


def test_the_client_of_an_object_store_is_loaded_where_one_is_set_up_only(loaded: set[str]) -> None:
    assert {"botocore", "fioboard.store.blobs.s3"} & loaded == set()


def test_what_single_sign_on_takes_is_loaded_where_it_is_set_up_only(loaded: set[str]) -> None:
    assert {"authlib", "joserfc", "httpx2"} & loaded == set()
