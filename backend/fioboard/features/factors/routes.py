"""The list of factors."""

from fastapi import APIRouter, Request

from fioboard.access.check import allow
from fioboard.factors import FACTORS
from fioboard.schemas.factor import FactorList, FactorOut
from fioboard.schemas.problem import ErrorOut
from fioboard.schemas.queries import demand_known

router = APIRouter(tags=["factors"])


@router.get(
    "/factors", dependencies=[allow("read")], responses={s: {"model": ErrorOut} for s in (401, 403, 422, 503)}
)
async def list_factors(request: Request) -> FactorList:
    """Every declared factor: key, title, type, unit, group, where its value comes from, what it means."""
    demand_known(request)
    names = FactorOut.model_fields
    return FactorList(
        items=[
            FactorOut.model_validate({name: getattr(factor, name) for name in names})
            for factor in FACTORS.values()
        ]
    )
