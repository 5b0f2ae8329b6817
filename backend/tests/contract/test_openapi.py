"""Every operation, fed by schemathesis: no 500, only documented statuses, only answers of the declared shape."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case
from schemathesis.specs.openapi.checks import (
    allow_header_conformance,
    positive_data_acceptance,
    unsupported_method,
)

from tests.contract.conftest import Api

EXAMPLES = 15
# The schema cannot say what makes a cursor ours or a host known; and the UI's page answers GET everywhere else, so an
# address that only takes POST says 404 to GET, not 405. `Allow` names the methods of one of our routes, not of all.
NOT_CHECKED = [positive_data_acceptance, unsupported_method, allow_header_conformance]
# Ends what the other cases need: covered by tests/features with a session and a run of its own.
ENDS_SESSION = ("DELETE", "/api/v1/session")
ENDS_RUN = ("DELETE", "/api/v1/runs/{run_id}")


@pytest.fixture(scope="module")
def openapi(api: Api) -> Any:
    return schemathesis.openapi.from_url(f"{api.url}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("openapi")


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
def test_every_operation_keeps_its_contract(case: Case, api: Api) -> None:
    operation = (case.operation.method.upper(), case.operation.path)
    for name, credential in api.credentials.items():
        if name == "browser" and operation == ENDS_SESSION:
            continue
        case.call_and_validate(headers=credential, excluded_checks=NOT_CHECKED)
        if "run_id" in case.path_parameters and operation != ENDS_RUN:
            for run_id in api.run_ids:
                case.path_parameters["run_id"] = run_id
                case.call_and_validate(headers=credential, excluded_checks=NOT_CHECKED)
        if case.path_parameters.keys() & api.known.keys():
            case.path_parameters.update({k: v for k, v in api.known.items() if k in case.path_parameters})
            case.call_and_validate(headers=credential, excluded_checks=NOT_CHECKED)
        if "result_id" in case.path_parameters:
            case.path_parameters["result_id"] = api.result_id
            case.call_and_validate(headers=credential, excluded_checks=NOT_CHECKED)
