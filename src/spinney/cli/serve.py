"""spinney serve: runs the server."""

from __future__ import annotations

import argparse
import socket
import sys
import webbrowser
from ipaddress import ip_address
from pathlib import Path
from threading import Thread

from spinney.cli.arguments import UsageError


def declare(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--host", metavar="H", help="address to listen on; 0.0.0.0: for other devices (127.0.0.1)"
    )
    parser.add_argument(
        "--port", metavar="P", help="the port; if none is given, the first free one from 8000 on"
    )
    parser.add_argument("--data", metavar="DIR", help="the folder in which games are stored")
    parser.add_argument(
        "--public-url", metavar="U", help="the address that people type, if there is a proxy"
    )
    parser.add_argument("--config", type=Path, metavar="FILE", help="a TOML file with settings")
    parser.add_argument(
        "--open", action=argparse.BooleanOptionalAction, default=False, help="open the browser"
    )
    parser.add_argument(
        "--components",
        action="append",
        metavar="GAME=FILE",
        help="play a game with a corrected copy of its components.toml; may be repeated",
    )
    parser.epilog = (
        "examples:\n"
        "  spinney serve --open\n"
        "  spinney serve --host 0.0.0.0 --port 8080\n\n"
        "Settings come from the file, then the environment (SPINNEY_PORT=8080), then these options."
        "\nCtrl-C stops the server. Running games continue when it is started again."
    )


def run(args: argparse.Namespace) -> int:
    try:
        from spinney.server import config, log, serve
        from spinney.table.store import StoreError
    except ModuleNotFoundError as error:
        raise UsageError(
            f"the server needs {error.name}: 'pip install spinney' brings it"
        ) from None
    flags = {name: getattr(args, name) for name in ("host", "port", "data", "public_url")}
    flags["components"] = ",".join(args.components) if args.components else None
    try:
        settings = config.load(args.config, flags=flags)
        config.boxes(settings)
        chosen = args.port is not None or settings.port != config.Settings().port
        listening = serve.listen(settings.host, settings.port, others=not chosen)
    except (config.ConfigError, serve.PortTaken) as error:
        raise UsageError(str(error)) from None
    log.setup(settings.log_format)
    host, port = listening.getsockname()[:2]
    local = f"http://{typed(host)}:{port}"

    def ready() -> None:
        print(f"Spinney is at {local}", flush=True)
        if settings.public_url:
            print(f"For everybody: {settings.public_url}", flush=True)
        else:
            invite(host, port)
        print("Ctrl-C ends it.", flush=True)
        if args.open:
            # In a thread, because a text browser would block us until it is closed.
            address = (settings.public_url or local,)
            Thread(target=webbrowser.open, args=address, daemon=True).start()

    try:
        serve.run(settings, listening, ready)
    except (serve.PortTaken, StoreError) as error:
        raise UsageError(str(error)) from None
    finally:
        listening.close()
    return 0


def typed(host: str) -> str:
    """An address to type into this machine's browser."""
    if ip_address(host).is_unspecified:
        return "localhost"
    return f"[{host}]" if ":" in host else host


def invite(host: str, port: int) -> None:
    """Print the address for other devices in the network, and a QR code."""
    if ip_address(host).is_loopback:
        print("For phones in the same network, start it with --host 0.0.0.0", flush=True)
        return
    where = neighbourhood() if ip_address(host).is_unspecified else host
    if not where:
        return
    link = f"http://{f'[{where}]' if ':' in where else where}:{port}"
    print(f"On other devices: {link}", flush=True)
    if sys.stdout.isatty():
        import segno

        segno.make(link, micro=False).terminal(compact=True)


def neighbourhood() -> str:
    """This machine's address in its network: the one it would send from. This sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(("192.0.2.1", 9))
            found = str(asking.getsockname()[0])
        except OSError:
            return ""
    return "" if ip_address(found).is_loopback or ip_address(found).is_unspecified else found
