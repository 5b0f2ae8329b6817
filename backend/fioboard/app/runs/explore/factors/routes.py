"""The list of factors."""

from fioboard.app.access.check import allow
from fioboard.core.flat_routes import Router
from fioboard.engine.answers.factor import FactorList, FactorOut
from fioboard.engine.answers.problem import refusals
from fioboard.engine.factors import FACTORS

router = Router(tags=["factors"])


@router.get("/factors", dependencies=[allow("read")], responses=refusals(401, 403, 422, 503))
async def list_factors() -> FactorList:
    """Every declared factor: key, title, type, unit, group, where its value comes from, what it means."""
    return FactorList(
        items=[
            FactorOut(
                key=factor.key,
                title=factor.title,
                type=factor.type,
                unit=factor.unit,
                group=factor.group,
                source=factor.source,
                description=factor.description,
            )
            for factor in FACTORS.values()
        ]
    )
