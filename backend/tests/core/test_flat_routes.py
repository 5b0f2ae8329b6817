"""Routes put on the app itself are what FastAPI's own inclusion makes of them."""

from typing import Any, TypeVar

import pytest
from fastapi import APIRouter, Depends, FastAPI
from fastapi.routing import APIRoute
from starlette.routing import Route

from fioboard.core.flat_routes import App, Router
from fioboard.core.responses import AsIs
from fioboard.core.strict_route import StrictRoute


async def _nothing() -> None: ...


Kind = TypeVar("Kind", bound=APIRouter)


def _router(kind: type[Kind]) -> Kind:
    router = kind(tags=["runs"], prefix="/runs", dependencies=[Depends(_nothing)])

    @router.post("/{run_id}", status_code=202, responses={404: {"description": "none"}}, deprecated=True)
    async def change(run_id: int, wanted: dict[str, int]) -> dict[str, int]:
        """Changes a run."""
        return wanted

    return router


def test_the_description_is_the_same() -> None:
    flat, tree = App(title="t", version="1"), FastAPI(title="t", version="1")
    flat.add([_router(Router)], prefix="/api")
    tree.include_router(_router(APIRouter), prefix="/api")
    assert flat.openapi() == tree.openapi()
    assert "/api/runs/{run_id}" in flat.openapi()["paths"]


def test_only_the_description_knows_shapes_that_nothing_is_checked_against() -> None:
    router = Router()

    @router.get("/checked", responses={404: {"model": dict[str, str], "description": "none"}})
    async def checked() -> dict[str, int]:
        return {}

    @router.get("/as-is")
    async def as_is() -> AsIs[dict[str, int]]:
        return {}

    app = App(title="t", version="1")
    app.add([router])
    one, two = [route for route in app.routes if isinstance(route, APIRoute)]
    assert one.response_field is not None
    assert one.responses == {404: {"description": "none"}}
    assert one.response_fields == {}
    assert two.response_field is None
    described: Any = app.openapi()
    answers = described["paths"]["/as-is"]["get"]["responses"]
    assert answers["200"]["content"]["application/json"]["schema"]["type"] == "object"


def test_dependencies_stay_and_come_before_those_of_the_class() -> None:
    app = App(title="t", version="1")
    app.add([_router(Router)], prefix="/api", build=StrictRoute)
    route: Any = app.router.routes[-1]
    assert type(route) is StrictRoute
    first, *more = (dependency.call for dependency in route.dependant.dependencies)
    assert first is _nothing
    assert len(more) == 1


def test_what_was_not_declared_is_refused() -> None:
    router = Router()
    router.routes.append(Route("/", lambda request: None))
    with pytest.raises(TypeError, match="not declared with a Router"):
        App(title="t", version="1").add([router])
