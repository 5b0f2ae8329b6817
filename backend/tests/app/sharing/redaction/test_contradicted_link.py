"""A share of a run that was faster than its recorded link."""

import pytest
from httpx2 import AsyncClient

from fioboard.app.sharing.redaction import Wish, freeze
from fioboard.core.database import Database
from tests.app.sharing.redaction.gather import ask, of_run
from tests.factories.demo_cases import load_cases

pytestmark = pytest.mark.anyio


async def test_no_answer_of_a_share_rests_on_a_link_that_the_measurement_contradicts(
    client: AsyncClient, database: Database
) -> None:
    """Slot 3 as its owner took it: 1.56 GB/s over a recorded Gen1 x4, and the page answered "full at every hop: yes"."""
    await load_cases(database, is_slot_3_contradicted=True)
    [item] = [i for i in (await ask(client, "/runs?tag=workstation"))["items"] if "slot 3" in i["title"]]
    document = freeze(await of_run(client, item["id"]), Wish()).document
    [run] = document["runs"]
    assert "faster-than-possible" in {finding["id"] for finding in run["answer"]["findings"]}
    answered = {q["key"]: q for q in document["questions"]}
    for key in ("link-full", "slot-width"):
        assert answered[key]["answer"] == "unknown"
        assert "Gen1 x4" in answered[key]["text"] and "Implausible: 1.56 GB/s write" in answered[key]["text"]
        assert answered[key]["command"] == "system_profiler SPPCIDataType SPNVMeDataType"
