"""What a worker loads before it is ready."""

import subprocess
import sys


def test_the_client_of_an_object_store_is_loaded_where_one_is_set_up_only() -> None:
    asked = "import sys, fioboard.main; print({'botocore', 'fioboard.documents.s3'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_what_single_sign_on_takes_is_loaded_where_it_is_set_up_only() -> None:
    asked = "import sys, fioboard.main; print({'authlib', 'joserfc', 'httpx2'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
