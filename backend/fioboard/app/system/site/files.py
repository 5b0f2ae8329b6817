"""The built front end as files: hashed assets immutable and precompressed, the page templated and never cached."""

import secrets
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse
from starlette.staticfiles import StaticFiles

from fioboard.core.config import settings
from fioboard.core.layout import DIST

ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


@dataclass(frozen=True, slots=True)
class Page:
    """One of the built pages; the service fills in its base path and a style nonce."""

    file: str
    cache_control: str
    forms: str
    """Where its forms may be sent."""


APP_PAGE = Page("index.html", "no-cache", "'self'")
SHARE_PAGE = Page("share.html", "no-store", "'none'")
PAGES = frozenset({APP_PAGE.file, SHARE_PAGE.file})


def policy(nonce: str, forms: str = APP_PAGE.forms) -> str:
    """The Content-Security-Policy of a page (W1); the component kit's runtime style element needs the nonce, and the
    built files stand relative to <base>, which is our own."""
    return (
        f"default-src 'none'; script-src 'self'; style-src 'self' 'nonce-{nonce}'; style-src-attr 'unsafe-inline'; "
        f"img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'self'; form-action {forms}; "
        "frame-ancestors 'none'; object-src 'none'"
    )


@lru_cache(maxsize=len(PAGES))
def _template(file: str) -> str:
    return (DIST / file).read_text()


def page(wanted: Page = APP_PAGE) -> HTMLResponse:
    """A built page, with base path and style nonce filled in."""
    if not (DIST / wanted.file).exists():
        return HTMLResponse("The front end is not built: run `make built`.", 503)
    nonce = secrets.token_urlsafe(16)
    html = _template(wanted.file).replace("__FIOBOARD_BASE__", settings().base_path)
    headers = {
        "cache-control": wanted.cache_control,
        "content-security-policy": policy(nonce, wanted.forms),
    }
    return HTMLResponse(html.replace("__FIOBOARD_NONCE__", nonce), headers=headers)


class Assets(StaticFiles):
    """Files of the build with their precompressed siblings; a missing file is a 404, never the page."""

    def __init__(self) -> None:
        super().__init__(directory=DIST, check_dir=False)

    def find(self, path: str, request: Request) -> FileResponse | None:
        """The file at a path of the build, or None when there is none."""
        try:
            full, stat = self.lookup_path(path)
        except (ValueError, OSError):  # NUL, or a name longer than file systems take: none of ours
            return None
        if stat is None or not Path(full).is_file():
            return None
        accepted = request.headers.get("accept-encoding", "")
        immutable = path.startswith("assets/")
        headers = {
            "cache-control": "public, max-age=31536000, immutable" if immutable else "no-cache",
            "vary": "accept-encoding",
        }
        original = FileResponse(full, headers=headers)
        for encoding, suffix in ENCODINGS:
            sibling = Path(full + suffix)
            if encoding in accepted and sibling.is_file():
                return FileResponse(
                    sibling, media_type=original.media_type, headers=headers | {"content-encoding": encoding}
                )
        return original
