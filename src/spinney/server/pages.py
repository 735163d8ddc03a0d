"""The files of the client: one page for all its addresses, and the files which that page loads."""

from __future__ import annotations

from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

SCREENS = (
    *("/", "/table/{rest:path}", "/join/{rest:path}", "/replay/{rest:path}"),
    "/pieces/{rest:path}",
    "/rules/{rest:path}",
)
MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Spinney</title>
<body style="font: 18px Georgia, serif; max-width: 34em; margin: 4em auto; padding: 0 1em">
<h1>The table is not laid yet</h1>
<p>This server runs, but the page it should show has not been built. In a checkout,
<code>make play</code> builds it; a wheel already holds it.</p>
</body></html>
"""


def pages(folder: Path) -> list[BaseRoute]:
    """The routes of the client in this folder, which has index.html and the other built files."""

    async def screen(request: Request) -> Response:
        page = folder / "index.html"
        if not page.is_file():
            return HTMLResponse(MISSING, 503, {"retry-after": "30"})
        return FileResponse(page, headers={"cache-control": "no-cache"})

    return [
        *(Route(path, screen) for path in SCREENS),
        Mount("/", ClientFiles(directory=folder, check_dir=False)),
    ]


class ClientFiles(StaticFiles):
    """Files whose names contain a hash of their content may be cached for ever, others not at
    all."""

    async def check_config(self) -> None:
        if not Path(str(self.directory)).is_dir():
            raise HTTPException(404)  # not built

    async def get_response(self, path: str, scope: Scope) -> Response:
        if scope["method"] not in ("GET", "HEAD") or path.startswith("api/"):
            raise HTTPException(404)
        try:
            response = await super().get_response(path, scope)
        except (ValueError, OSError):  # not a valid path
            raise HTTPException(404) from None
        lasting = path.startswith("assets/")
        response.headers["cache-control"] = (
            "public, max-age=31536000, immutable" if lasting else "no-cache"
        )
        return response
