"""Every route of a subject says what it answers: a shape of its own, or which kind of file, no bare Response."""

import inspect

import pytest
from fastapi import FastAPI, Response
from fastapi.routing import APIRoute

from fioboard.main import create_app


@pytest.fixture(scope="module")
def app() -> FastAPI:
    return create_app()


def answers_anything(route: APIRoute) -> bool:
    """Whether neither the route's return type nor its decorator says what is in the answer."""
    returned = inspect.get_annotations(inspect.unwrap(route.endpoint), eval_str=True).get("return")
    return route.response_model is None and returned in {inspect.Parameter.empty, Response}


def test_every_route_has_a_type(app: FastAPI) -> None:
    routes = [
        route
        for route in app.routes
        if isinstance(route, APIRoute) and route.endpoint.__module__.startswith("fioboard.app.")
    ]
    assert len(routes) > 50
    bare = [
        f"{route.endpoint.__module__}.{route.endpoint.__name__}"
        for route in routes
        if answers_anything(route)
    ]
    assert bare == []
