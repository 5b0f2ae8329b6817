"""Routes of many routers, put on the app itself, each put together once.

FastAPI 0.165 keeps included routers as a tree and looks for the route anew at each of its levels, and for the metrics
once more: 0.4 ms of each request, as much as the newest 50 runs take in the database. On the app itself there is one
look along one list.

It also puts a route together where it is declared, with the shapes of all its answers, and once more for each router
that it is included in: with 150 routes half of what a worker needs to start. Here the routes that answer know no shape
but those they check; the others come with the description, for whoever asks for that.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from enum import Enum

from fastapi import APIRouter, FastAPI, params
from fastapi.routing import APIRoute
from starlette.types import Lifespan

from fioboard.core.responses import skip_validation

FORMER_PLACE = ("fioboard__engine__answers__", "fioboard__schemas__")
"""How the description distinguishes shapes of one name: by the folder that held them when clients were made."""
Build = Callable[..., APIRoute]
"""A class of routes."""


class _Declared(APIRoute):
    """What a route was declared with, kept until it is put on an app."""

    def __init__(
        self,
        path: str,
        endpoint: Callable[..., object],
        *,
        responses: dict[int | str, dict[str, object]],
        **options: object,
    ) -> None:
        self.path, self.endpoint = path, endpoint
        self._responses, self._options = responses, options

    def described(self, prefix: str, build: Build) -> APIRoute:
        """With the shapes of all its answers. What its router gave it (tags, dependencies) is in it already."""
        return build(prefix + self.path, self.endpoint, responses=self._responses, **self._options)

    def answering(self, prefix: str, build: Build) -> APIRoute:
        """Without the shapes that nothing is checked against."""
        options = dict(self._options)
        if skip_validation(self.endpoint) is not self.endpoint:
            options["response_model"] = None
        responses = {
            status: {name: given for name, given in answer.items() if name != "model"}
            for status, answer in self._responses.items()
        }
        return build(prefix + self.path, self.endpoint, responses=responses, **options)


class Router(APIRouter):
    """Where a room declares its routes; App.add makes something of them."""

    def __init__(
        self,
        *,
        prefix: str = "",
        tags: list[str | Enum] | None = None,
        dependencies: Sequence[params.Depends] | None = None,
        include_in_schema: bool = True,
    ) -> None:
        super().__init__(
            prefix=prefix,
            tags=tags,
            dependencies=dependencies,
            include_in_schema=include_in_schema,
            route_class=_Declared,
        )


class App(FastAPI):
    """An app of flat routes, described at /api/openapi.json."""

    def __init__(
        self,
        *,
        title: str,
        version: str,
        description: str = "",
        lifespan: Lifespan["App"] | None = None,
        webhooks: APIRouter | None = None,
    ) -> None:
        super().__init__(
            title=title,
            version=version,
            description=description,
            openapi_url="/api/openapi.json",
            docs_url=None,
            redoc_url=None,
            lifespan=lifespan,
            webhooks=webhooks,
        )
        self._added: list[tuple[_Declared, str, Build]] = []

    def add(self, routers: Iterable[Router], prefix: str = "", build: Build = APIRoute) -> None:
        """Adds all routes of these routers in order, as `include_router` of each would, as routes of that class."""
        for router in routers:
            for route in router.routes:
                if not isinstance(route, _Declared):
                    raise TypeError(f"{route} was not declared with a Router")
                self._added.append((route, prefix, build))
                self.router.routes.append(route.answering(prefix, build))

    def openapi(self) -> dict[str, object]:
        """The description, made when it is first asked for."""
        if self.openapi_schema is None:
            whole = FastAPI(
                title=self.title, version=self.version, description=self.description, webhooks=self.webhooks
            )
            whole.router.routes.extend(route.described(prefix, build) for route, prefix, build in self._added)
            self.openapi_schema = json.loads(json.dumps(whole.openapi()).replace(*FORMER_PLACE))
        return self.openapi_schema
