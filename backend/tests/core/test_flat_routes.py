"""Routes put on the app itself are what FastAPI's own inclusion makes of them."""

from typing import Any

import pytest
from fastapi import APIRouter, Depends, FastAPI
from starlette.routing import Route

from fioboard.core import flat_routes
from fioboard.core.strict_route import StrictRoute


async def _nothing() -> None: ...


def _router() -> APIRouter:
    router = APIRouter(tags=["runs"], prefix="/runs", dependencies=[Depends(_nothing)])

    @router.post("/{run_id}", status_code=202, responses={404: {"description": "none"}}, deprecated=True)
    async def change(run_id: int, wanted: dict[str, int]) -> dict[str, int]:
        """Changes a run."""
        return wanted

    return router


def test_the_description_is_the_same() -> None:
    flat, tree = FastAPI(), FastAPI()
    flat_routes.add(flat, [_router()], prefix="/api")
    tree.include_router(_router(), prefix="/api")
    assert flat.openapi() == tree.openapi()
    assert "/api/runs/{run_id}" in flat.openapi()["paths"]


def test_dependencies_stay_and_come_before_those_of_the_class() -> None:
    app = FastAPI()
    flat_routes.add(app, [_router()], prefix="/api", route_class=StrictRoute)
    route: Any = app.router.routes[-1]
    assert type(route) is StrictRoute
    first, *more = (dependency.call for dependency in route.dependant.dependencies)
    assert first is _nothing
    assert len(more) == 1


def test_what_is_no_route_of_an_api_is_refused() -> None:
    router = APIRouter()
    router.routes.append(Route("/", lambda request: None))
    with pytest.raises(TypeError, match="no route of an API"):
        flat_routes.add(FastAPI(), [router])
