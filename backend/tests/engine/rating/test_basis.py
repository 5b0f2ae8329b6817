"""A basis as its column holds it is the whole of it, whatever fields it gets."""

from dataclasses import asdict

import orjson

from fioboard.engine.hardware.datasheets.conditions import RunConditions
from fioboard.engine.rating import basis as kept
from fioboard.engine.rating.basis import Basis, Model, read_basis

BASIS = Basis(
    models=(Model("INTEL SSDPEDMD020T4", 2_000_398_934_016, "NVMe", 2), Model("X", None, None, 1)),
    drive_count=3,
    layout="raid0",
    tests=(
        kept.Tested(
            access="read",
            position=1,
            iops=1.5,
            bw_bytes_per_s=None,
            percentiles_ns={"99": 12, "50": 3},
            conditions=RunConditions(rw="randread", bs_bytes=4096, state="steady", link="Gen3 x4"),
        ),
        kept.Tested(access="mixed", iops=None, bw_bytes_per_s=2.0, conditions=RunConditions()),
    ),
)


def test_it_is_stored_field_by_field_and_read_back() -> None:
    for basis in (BASIS, Basis()):
        stored = orjson.dumps(basis.stored())
        assert stored == orjson.dumps(asdict(basis))
        assert read_basis(stored.decode()) == basis
