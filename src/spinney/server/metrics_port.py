"""/metrics at a separate port on 127.0.0.1, for servers behind a proxy on the same machine."""

from __future__ import annotations

import asyncio
import socket

from spinney.server.hosts import host_name, is_loopback
from spinney.server.metrics import CONTENT_TYPE, Metrics

SECONDS = 5.0  # for receiving a request and sending the reply
LONGEST = 8 * 1024  # bytes of a request
AT_ONCE = 8  # connections


class MetricsPort:
    """Replies to GET /metrics, and to nothing else."""

    def __init__(self, metrics: Metrics) -> None:
        self.metrics = metrics
        self.connections = 0

    async def start(self, listening: socket.socket) -> asyncio.Server:
        return await asyncio.start_server(self.serve, sock=listening, limit=LONGEST)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            if self.connections <= AT_ONCE:
                async with asyncio.timeout(SECONDS):
                    head = await reader.readuntil(b"\r\n\r\n")
                    writer.write(self.answer(head.decode("latin-1")))
                    await writer.drain()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        finally:
            self.connections -= 1
            writer.close()

    def answer(self, head: str) -> bytes:
        request, *lines = head.split("\r\n")
        fields = [line.partition(":") for line in lines]
        hosts = [value for name, _, value in fields if name.lower() == "host"]
        method, _, rest = request.partition(" ")
        path = rest.partition(" ")[0].partition("?")[0]
        if not all(is_loopback(host_name(host)) for host in hosts):
            return response("421 Misdirected Request", b"Only for this machine.\n")
        if method != "GET" or path != "/metrics":
            return response("404 Not Found", b"There is only GET /metrics here.\n")
        return response("200 OK", self.metrics.text(), CONTENT_TYPE)


def response(status: str, body: bytes, kind: str = "text/plain") -> bytes:
    head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
    return f"{head}Connection: close\r\n\r\n".encode() + body
