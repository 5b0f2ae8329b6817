"""Every operation, fed by schemathesis: no 500, only documented statuses, only answers of the declared shape."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

import orjson
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, assume, settings
from schemathesis import Case
from schemathesis.config import SchemathesisConfig
from schemathesis.generation.meta import TestPhase
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    positive_data_acceptance,
    unsupported_method,
)
from schemathesis.transport.requests import ManagedCookiesSession

from tests.contract.conftest import Api, ask

# Of each operation, by each role: five took an eighth of the whole suite of the service.
EXAMPLES = 3
LONGEST_ADDRESS = 60_000
# Of characters; larger bodies are refused as too large (413) before anybody looks whether they fit.
LONGEST_BODY = 100_000
# The schema cannot say what makes a cursor ours or a host known; and the UI's page answers GET everywhere else, so an
# address that only takes POST says 404 to GET, not 405. `Allow` names the methods of one of our routes, not of all.
NOT_CHECKED = [positive_data_acceptance, unsupported_method, allow_header_conformance]
# End what the other cases need: covered by tests/app with sessions and a run of their own.
ENDS_SESSION = {
    ("DELETE", "/api/v1/session"),
    ("DELETE", "/api/v1/account/sessions"),
    ("PUT", "/api/v1/account/password"),
}
ENDS_RUN = ("DELETE", "/api/v1/runs/{run_id}")
ENDS_SHARE = ("DELETE", "/api/v1/shares/{share_id}")


@pytest.fixture(scope="module")
def openapi(api: Api) -> Any:
    # A code that is gone (410) is said before a missing body is, and refuses as well as the statuses that are usual.
    rejection = {"expected-statuses": ["4xx", "5xx"]}
    config = SchemathesisConfig.from_dict({"checks": {"negative_data_rejection": rejection}})
    return schemathesis.openapi.from_url(f"{api.url}/api/openapi.json", timeout=120, config=config)


@pytest.fixture(scope="module")
def connection() -> Iterator[requests.Session]:
    """One connection for all. It looks for no proxy in the environment, and forgets cookies at once."""
    with ManagedCookiesSession() as session:
        session.trust_env = False
        yield session


schema = schemathesis.pytest.from_fixture("openapi")


@pytest.mark.nightly
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_its_contract(case: Case, api: Api, connection: requests.Session) -> None:
    """Fitting and unfitting data, as nobody, viewer, editor and admin; each limit of the schema as admin.

    Who may is asked before anything is looked at (tests/app/access/test_rights.py): the thousands of cases at the schema's
    limits say nothing new about it.
    """
    is_at_limits = case.meta is not None and case.meta.phase.name == TestPhase.COVERAGE
    check_answers(case, api, connection, {"admin"} if is_at_limits else set(api.credentials))


def check_answers(case: Case, api: Api, connection: requests.Session, roles: set[str]) -> None:
    """Send a request as each of the roles, and again for each thing that is stored, and check every answer."""
    # Refused by the HTTP server itself, in plain text, before the service sees it (64 KiB of headers, B7).
    assume(len(urlencode(case.query or {}, doseq=True)) < LONGEST_ADDRESS)
    assume(len(repr(case.body)) < LONGEST_BODY)
    operation = (case.operation.method.upper(), case.operation.path)
    for name in {"none"} if operation in ENDS_SESSION else roles:
        credential = api.credentials[name]
        case.call_and_validate(session=connection, headers=credential, excluded_checks=NOT_CHECKED)
        if "run_id" in case.path_parameters and operation != ENDS_RUN:
            # Nobody is refused before anything is looked up (tests/app/access/test_rights.py), and what a run answers does
            # not depend on who may see it: every kind of run for one role, one run for the others.
            for run_id in {"none": [], "admin": api.run_ids}.get(name, api.run_ids[:1]):
                case.path_parameters["run_id"] = run_id
                case.call_and_validate(session=connection, headers=credential, excluded_checks=NOT_CHECKED)
        if case.path_parameters.keys() & api.known.keys() and operation != ENDS_SHARE:
            case.path_parameters.update({k: v for k, v in api.known.items() if k in case.path_parameters})
            case.call_and_validate(session=connection, headers=credential, excluded_checks=NOT_CHECKED)
        if "result_id" in case.path_parameters:
            case.path_parameters["result_id"] = api.result_id
            case.call_and_validate(session=connection, headers=credential, excluded_checks=NOT_CHECKED)


@pytest.mark.nightly
def test_every_role_was_still_signed_in_at_the_end(api: Api) -> None:
    """Else the cases above have seen refusals only."""
    for role, credential in api.credentials.items():
        if role != "none":
            _, answer = ask(f"{api.url}/api/v1/session", credential)
            assert orjson.loads(answer)["role"] == role
