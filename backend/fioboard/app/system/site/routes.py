"""The page, its assets, the agent, its packages and /install.sh; open to everyone, they hold no data."""

from fastapi import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse

from fioboard import __version__
from fioboard.app.access.check import anyone
from fioboard.app.system.site.agent import agent_file, installer
from fioboard.app.system.site.files import PAGES, Assets, page
from fioboard.core import errors
from fioboard.core.command_line import command_line
from fioboard.core.config import settings
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.layout import AGENT
from fioboard.engine.answers.site import ServiceInfo

api_router = Router(tags=["site"])
router = Router(include_in_schema=False)
assets = Assets()


@api_router.get("/info", dependencies=[anyone()])
async def read_info(database: AppDatabase) -> ServiceInfo:
    """What a page or an agent needs to know before anyone has signed in."""
    agent = agent_file()
    return ServiceInfo(
        version=__version__,
        base_url=settings().public_url,
        agent_sha256=agent.sha256 if agent else None,
        max_upload_bytes=settings().max_upload_bytes,
        storage=database.storage.state(),
        single_sign_on=settings().oidc_name if settings().oidc_issuer else None,
        command_line=command_line(),
        has_password_login=settings().password_login,
    )


@router.get("/agent.pyz", dependencies=[anyone()])
async def read_agent() -> FileResponse:
    """The agent as one file."""
    agent = agent_file()
    if agent is None:
        raise errors.NotFound("This service includes no agent.")
    return FileResponse(
        agent.path,
        media_type="application/octet-stream",
        headers={"etag": f'"{agent.sha256}"', "x-agent-version": __version__, "cache-control": "no-cache"},
    )


@router.get("/agent.pyz.sig", dependencies=[anyone()])
async def read_signature() -> FileResponse:
    """The signature of the agent, which a release has."""
    path = AGENT.with_name(f"{AGENT.name}.sig")
    if not path.exists():
        raise errors.NotFound("This agent is not a release and has no signature.")
    return FileResponse(path, media_type="application/octet-stream", headers={"cache-control": "no-cache"})


@router.get("/agent.deb", dependencies=[anyone()])
async def read_deb() -> FileResponse:
    """The agent as a package for Debian, Ubuntu and their kin."""
    return _send_package("deb", "application/vnd.debian.binary-package")


@router.get("/agent.rpm", dependencies=[anyone()])
async def read_rpm() -> FileResponse:
    """The agent as a package for RHEL, Fedora, SUSE and their kin."""
    return _send_package("rpm", "application/x-rpm")


def _send_package(kind: str, media_type: str) -> FileResponse:
    path = AGENT.with_suffix(f".{kind}")
    if not path.exists():
        raise errors.NotFound("This service includes no agent packages.")
    return FileResponse(
        path,
        media_type=media_type,
        filename=f"fioboard-agent-{__version__}.{kind}",
        headers={"cache-control": "no-cache"},
    )


@router.get("/install.sh", dependencies=[anyone()])
async def read_installer() -> PlainTextResponse:
    """The installer, to be read first or piped into sh."""
    text = installer()
    if text is None:
        raise errors.NotFound("This service includes no agent.")
    return PlainTextResponse(text, headers={"cache-control": "no-cache"})


@router.get("/{path:path}", dependencies=[anyone()], response_model=None)
async def read_page(request: Request, path: str) -> FileResponse | HTMLResponse:
    """A file of the build, or the page for addresses of the UI; 404 as JSON for everything below /api."""
    if path == "api" or path.startswith("api/"):
        raise errors.NotFound
    if path and path not in PAGES:
        file = assets.find(path, request)
        if file is not None:
            return file
    wants_page = "text/html" in request.headers.get("accept", "")
    if path.startswith("assets/") or not (wants_page or path == ""):
        raise errors.NotFound
    return page()
