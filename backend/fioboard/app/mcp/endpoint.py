"""`/mcp` of the service: the tools over HTTP, for whoever has a token that may read."""

import httpx2
from mcp.server.mcpserver import Context
from mcp.server.transport_security import TransportSecuritySettings
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from fioboard.app.mcp.api import PREFIX, TIMEOUT_S, Api
from fioboard.app.mcp.server import build_server

PATH = "/mcp"


class Endpoint:
    """Answers at /mcp. Each request is its own: no session is kept, so any worker may answer it.

    Tools ask the service's own API with the token of the request. A cookie counts for nothing here, so that no other
    site can make a browser ask.
    """

    def __init__(self, service: ASGIApp, public_url: str) -> None:
        self._client = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=service, raise_app_exceptions=False),
            base_url=public_url,
            timeout=TIMEOUT_S,
        )
        self._public_url = public_url
        server = build_server(self._get_api)
        # Names of hosts are not asked: without a token there is no answer.
        open_to_names = TransportSecuritySettings(enable_dns_rebinding_protection=False)
        server.streamable_http_app(json_response=True, stateless_http=True, transport_security=open_to_names)
        self.manager = server.session_manager

    def _get_api(self, context: Context) -> Api:
        request = context.request_context.request
        authorization = "" if request is None else request.headers.get("authorization", "")
        return Api(self._client, authorization, self._public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it as the API refuses a list of runs."""
        authorization = Headers(scope=scope).get("authorization", "")
        allowed = await self._client.get(f"{PREFIX}/runs?limit=1", headers={"Authorization": authorization})
        if allowed.status_code != httpx2.codes.OK:
            refusal = Response(allowed.content, allowed.status_code, media_type="application/json")
            await refusal(scope, receive, send)
            return
        await self.manager.handle_request(scope, receive, send)


def build_route(endpoint: Endpoint) -> Route:
    """Build the route at /mcp."""
    return Route(PATH, endpoint=endpoint, methods=["GET", "POST", "DELETE"], include_in_schema=False)
