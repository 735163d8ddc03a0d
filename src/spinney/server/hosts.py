"""What the headers of a request say about its origin, and whether to believe them.

Another site can make its own name point at this server (DNS rebinding). The browser then takes both
for one site. So a server accepts only requests for its own names. IP addresses are always accepted,
because they cannot be rebound.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Mapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket

from spinney.server.config import Settings
from spinney.table.log import log_event

MISDIRECTED = 421
REFUSAL = (
    "This server is not known by that name. If it should be, its operator adds the name to the "
    "setting allowed_hosts.\n"
)
UNTRUSTED = (
    "requests carry forwarding headers that are not trusted, so all visitors behind the proxy "
    "count as one: if the proxy is yours, put its address into the setting forwarded_allow_ips"
)
FORWARDING = ("forwarded", "via", "x-real-ip")  # and every x-forwarded-…
ADDRESSES = ("forwarded", "x-real-ip", "x-forwarded-for")  # those that name a visitor


def host_name(header: str) -> str:
    """The name in a Host header, in lower case and without the port. Empty if it is malformed."""
    host = header.strip().lower()
    if host.startswith("["):
        host, bracket, port = host[1:].partition("]")
        if not bracket or not is_address(host) or (port and not port.startswith(":")):
            return ""
        port = port[1:]
    else:
        host, _, port = host.partition(":")
    if port and not (port.isascii() and port.isdigit()):
        return ""
    return host.removesuffix(".")


def is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_loopback(host: str) -> bool:
    """Whether this is a loopback address, or localhost."""
    if host == "localhost":
        return True
    return is_address(host) and ip_address(host).is_loopback


def own_names(settings: Settings) -> frozenset[str]:
    """Every name of this server."""
    machine = socket.gethostname().lower().removesuffix(".")
    short = machine.partition(".")[0]
    names = {"localhost", machine, short, f"{short}.local", settings.host.lower()}
    if settings.public_url:
        names.add((urlsplit(settings.public_url).hostname or "").lower())
    names.update(
        name.strip().lower().removesuffix(".") for name in settings.allowed_hosts.split(",")
    )
    return frozenset(names - {""})


def forwarded(headers: Mapping[str, str]) -> bool:
    """Whether a request has come through a proxy, according to its headers."""
    return any(name in FORWARDING or name.startswith("x-forwarded-") for name in headers)


def by_tls(scope: Mapping[str, Any], settings: Settings) -> bool:
    """Whether a request came over TLS: directly, to a trusted proxy, or because the public address
    is https."""
    return scope["scheme"] in ("https", "wss") or settings.public_url.startswith("https:")


def may_read_metrics(peer: str, headers: Mapping[str, str], settings: Settings) -> bool:
    """Whether a request comes from this machine itself, and not through a proxy on it."""
    public = urlsplit(settings.public_url).hostname
    return (
        is_loopback(peer)
        and is_loopback(host_name(headers.get("host", "")))
        and not forwarded(headers)
        and (not public or is_loopback(public))
    )


class HostCheck:
    """Refuses requests that are meant for another server. Warns once if a proxy is not trusted."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.names = own_names(settings)
        self.warned = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = Headers(scope=scope)
        if not self.warned:
            self.warn_about_proxies(scope, headers)
        if all(self.knows(host) for host in headers.getlist("host")):
            return await self.app(scope, receive, send)
        refusal = PlainTextResponse(REFUSAL, MISDIRECTED)
        if scope["type"] == "websocket":
            return await WebSocket(scope, receive, send).send_denial_response(refusal)
        return await refusal(scope, receive, send)

    def knows(self, header: str) -> bool:
        host = host_name(header)
        return host in self.names or is_address(host)

    def warn_about_proxies(self, scope: Scope, headers: Headers) -> None:
        """Warn if a proxy is not trusted. If it is, uvicorn sets the visitor's port to 0."""
        peer, port = scope["client"] or ("", 0)
        if port and any(name in headers for name in ADDRESSES):
            self.warned = True
            log_event(UNTRUSTED, level=logging.WARNING, address=peer)
