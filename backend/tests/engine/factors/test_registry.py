"""The registry: every factor of the product's list is declared, explained, and read the same way by the API."""

import pytest
from httpx2 import AsyncClient

from fioboard.engine.answers.factor import FactorList
from fioboard.engine.factors import FACTORS, Subject, project
from fioboard.engine.hardware.inventory import facts, firmware
from tests.factories.machine import machine
from tests.loops import check_each
from tests.shapes import shape_of

PRODUCT = (
    *(
        "host",
        "cpu.model",
        "bios.version",
        "bios.nps",
        "kernel",
        "drive.model",
        "drive.firmware",
        "drive.count",
    ),
    *("slot", "pcie.link", "numa.local", "raid.level", "raid.width", "raid.chunk", "fs.type", "target.kind"),
    *("rw", "bs", "iodepth", "numjobs", "ioengine", "direct"),
)


def test_every_factor_of_the_product_is_declared() -> None:
    assert set(PRODUCT) - FACTORS.keys() == set()


@check_each("factor", FACTORS.values())
def test_every_factor_explains_itself(factor: object) -> None:
    found = FACTORS[factor.key]  # type: ignore[attr-defined]
    assert all((found.title, found.description, found.group, found.source))
    assert (found.unit == "bytes") == (found.type == "bytes")
    assert found.unit is None or found.type in {"bytes", "number"}


def test_every_neutral_setting_of_the_whole_board_is_a_factor() -> None:
    assert set(firmware.FACTOR_OF.values()) | {"bios.version"} == {
        k for k in FACTORS if k.startswith("bios.")
    }


@pytest.mark.parametrize("name", ["epyc-nps4", "laptop", "vm", "nas-client", "freebsd-box"])
def test_every_fact_of_a_host_is_a_declared_factor(name: str) -> None:
    assert facts.collect_host_facts(machine(name)["inventory"]).keys() - FACTORS.keys() == set()


def test_a_subject_without_anything_has_its_host_and_tool_only() -> None:
    subject = Subject(
        host_name="h", tool_name="fio", tool_version=None, target=None, labels={}, inventory=None, jobs=[]
    )
    assert project(subject) == {"host": "h", "tool": "fio"}


@pytest.mark.anyio
async def test_factors_are_listed_in_order(client: AsyncClient) -> None:
    answer = await client.get("/api/v1/factors")
    found = shape_of(FactorList).validate_python(answer.json())["items"]
    assert [factor["key"] for factor in found] == list(FACTORS)
    assert next(f for f in found if f["key"] == "raid.chunk")["unit"] == "bytes"
    refused = await client.get("/api/v1/factors?colour=red")
    assert (refused.status_code, refused.json()["error"]) == (422, "UnknownKey")
