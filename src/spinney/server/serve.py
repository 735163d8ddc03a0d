"""Runs a server: opens the store, listens, and stops without losing anything.

To stop, it replies 503 at /ready, gives load balancers a moment to see that, closes the sockets
with 1012 (the clients reconnect by themselves), writes what is waiting to the disk, and ends.
"""

from __future__ import annotations

import asyncio
import errno
import gc
import logging
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn

from spinney.server.alarms import Alarms
from spinney.server.bots.fair_queue import Bounds
from spinney.server.bots.pool import WorkerPool
from spinney.server.config import Settings
from spinney.server.housekeeping import Housekeeping
from spinney.server.http import (
    HttpProtocol,
    ServerConfig,
    Sockets,
    bound,
    raise_descriptor_limit,
)
from spinney.server.lobby import Lobby
from spinney.server.metrics import Metrics
from spinney.server.metrics_port import MetricsPort
from spinney.server.routes import create_app
from spinney.server.store.sqlite import SqliteStore
from spinney.server.websocket import WebSocketProtocol
from spinney.table.log import log_event

CLIENT = Path(__file__).parent.parent / "client"
MESSAGE = 16 * 1024  # bytes of a client's message
PORTS = 100  # tried one after the other
GRACE = 5  # seconds for open requests to end
KEEP_ALIVE = 10  # seconds between two requests on one connection
DRAINING = 0.5  # seconds between the first 503 at /ready and the end
PATIENCE = 30_000  # milliseconds until the system drops a connection whose data is not confirmed


class PortTaken(Exception):
    """The server cannot listen there."""


def listen(host: str, port: int, others: bool) -> socket.socket:
    """A socket that listens. `others`: take the next free port if this one is taken."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for candidate in range(port, min(port + PORTS if others and port else port + 1, 65536)):
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, PATIENCE)
        try:
            listening.bind((host, candidate))
            listening.listen(2048)
        except OSError as error:
            listening.close()
            if error.errno == errno.EADDRINUSE:
                continue
            raise PortTaken(f"cannot listen on {host}:{candidate}: {error.strerror}") from None
        except OverflowError as error:
            listening.close()
            raise PortTaken(str(error)) from None
        listening.setblocking(False)
        return listening
    tried = f"{port} to {candidate}" if candidate > port else f"{port}"
    raise PortTaken(f"port {tried} on {host} is taken; choose another one with --port")


def run(settings: Settings, listening: socket.socket, ready: Callable[[], object]) -> None:
    """Serve until stopped. `ready` is called when the server listens."""
    with asyncio.Runner(loop_factory=loops()) as runner:
        runner.run(serve(settings, listening, ready))


def loops() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The faster event loop, where there is one."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


async def serve(settings: Settings, listening: socket.socket, ready: Callable[[], object]) -> None:
    descriptors = raise_descriptor_limit()
    watched = settings.metrics_port
    private = listen("127.0.0.1", watched, others=False) if watched else None
    metrics = Metrics()
    alarms = Alarms(metrics)
    store = await SqliteStore.open(settings.database, metrics.commit, alone=True)
    limits = settings.limits
    workers = WorkerPool(
        Bounds(limits.worker_queue, limits.worker_queue_per_guest),
        Bounds(limits.hint_queue, limits.hint_queue_per_guest),
        metrics=metrics,
        alarms=alarms,
    )
    await workers.start(settings.workers)
    lobby = Lobby(settings, store, workers, metrics, alarms)
    housekeeping = Housekeeping(lobby)
    housekeeping.start()
    watching = asyncio.create_task(metrics.watch_loop())
    sockets = Sockets(bound(descriptors, settings), alarms)
    lobby.admission.fit(sockets.bound)
    try:
        server = Server(lobby, configured(lobby, settings, sockets), ready)
        server.obey_signals()
        if private is not None:
            await MetricsPort(metrics).start(private)
        host, port = listening.getsockname()[:2]
        log_event("listening", host=host, port=port)
        await server.serve(sockets=[listening])
    finally:
        watching.cancel()
        await housekeeping.stop()
        await lobby.close()
        await workers.stop()
        await store.close()
        log_event("stopped")


def configured(lobby: Lobby, settings: Settings, sockets: Sockets) -> ServerConfig:
    return ServerConfig(
        settings.limits,
        sockets,
        create_app(lobby, CLIENT),
        ws=WebSocketProtocol,
        ws_max_size=MESSAGE,
        ws_per_message_deflate=False,
        ws_ping_interval=20,
        ws_ping_timeout=20,
        http=HttpProtocol,
        lifespan="off",
        log_config=None,
        log_level=logging.ERROR,  # otherwise invalid requests could fill the disk
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.forwarded_allow_ips),
        forwarded_allow_ips=settings.forwarded_allow_ips or None,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEEP_ALIVE,
    )


class Server(uvicorn.Server):
    """uvicorn's server, with our own way of stopping."""

    def __init__(self, lobby: Lobby, config: uvicorn.Config, ready: Callable[[], object]) -> None:
        super().__init__(config)
        self.lobby, self.ready = lobby, ready
        self.loop = asyncio.get_running_loop()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # games and libraries are permanent, so the collector need not visit them
        # Scenes never form cycles, and what boards cache is dropped after some thousand moves. So
        # collecting more often would cost time and find nothing.
        gc.set_threshold(400_000, 50, 100)
        self.ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield  # we handle them: uvicorn would end the process before the store is closed

    def obey_signals(self) -> None:
        for number in (signal.SIGTERM, signal.SIGINT):
            with suppress(ValueError, RuntimeError):  # not in the main thread
                if sys.platform == "win32":
                    signal.signal(number, lambda *_: self.loop.call_soon_threadsafe(self.stop))
                else:
                    self.loop.add_signal_handler(number, self.stop)

    def stop(self) -> None:
        """Stop after a moment. If called twice, stop at once."""
        if self.lobby.draining:
            self.should_exit = True
            return
        log_event("going down", connections=len(self.lobby.connections))
        self.lobby.draining = True
        self.loop.call_later(DRAINING, setattr, self, "should_exit", True)
