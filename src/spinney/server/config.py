"""Settings of the server: defaults, then a TOML file, then the environment, then flags.

A mistake is reported as one line that says where it is. In the environment `port` is called
SPINNEY_PORT, and `outbox` in the section `limits` is called SPINNEY_LIMITS_OUTBOX. `load` takes
flags by the same names in lower case.
"""

from __future__ import annotations

import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from ipaddress import ip_network
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta, Struct, field

from spinney.core import shelf
from spinney.core.game import Game
from spinney.table.settings import TableSettings

PREFIX = "SPINNEY_"
# Other variables with this prefix: switches of the build and of the tests, the settings file.
NOT_SETTINGS = {
    *("SPINNEY_PURE", "SPINNEY_CLIENT", "SPINNEY_CONFIG"),
    *("SPINNEY_BROWSER", "SPINNEY_PROXIES", "SPINNEY_CACHES"),
}
DATABASE = "spinney.db"
HOST_NAME = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\.[A-Za-z0-9_-]+)*\.?")

Rate = Annotated[float, Meta(gt=0, le=1_000_000)]
Count = Annotated[int, Meta(ge=1, le=1_000_000_000)]


class ConfigError(Exception):
    """An invalid setting: one line that says where it is and what is wrong."""


def cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def default_data(environ: Mapping[str, str] = os.environ) -> Path:
    """Where a program keeps its data for this user."""
    home = environ.get("XDG_DATA_HOME", "")
    base = Path(home) if home.startswith("/") else Path("~/.local/share").expanduser()
    return base / "spinney"


class Limits(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Limits on what clients may do."""

    moves_per_second: Rate = 5.0  # of one connection, on average
    burst: Count = 20  # … and at once
    chat_per_second: Rate = 1.0
    chat_burst: Count = 5
    connects_per_minute: Rate = 600.0  # of one address: as many at once, and again in a minute
    guests_per_minute: Rate = 120.0  # new ones of one address, the same way
    requests_per_second: Rate = 100.0  # to /api/ from one address; ten times as many at once
    tables_per_minute: Rate = 10.0  # of one guest
    connections: Count = 5000  # of everybody
    connections_per_address: Count = 1000  # IPv6: per /64
    connections_per_guest: Count = 30
    anonymous_per_address: Count = 200  # connections without a guest's cookie
    outbox: Count = 64  # messages a slow reader may be behind, before it is disconnected
    tables_in_memory: Count = 2000
    idle_minutes: Rate = 10.0  # until a table without connections is unloaded from memory
    entries_per_table: Count = 10_000  # moves and undos; half as many lines of chat
    chat_lines: Count = 200  # the newest ones, which are sent to new connections
    worker_queue: Count = 256  # bots' moves that may wait
    worker_queue_per_guest: Count = 32  # of them at the tables of one guest
    hint_queue: Count = 64  # hints that may wait
    hint_queue_per_guest: Count = 4
    hints_per_minute: Rate = 30.0  # of one guest
    own_games: Count = 64  # games with somebody's own components file that are in memory
    files_per_guest: Count = 12  # components files that a guest may keep
    checks_per_minute: Rate = 20.0  # of components files, of one guest; five times as many of an
    # address


class Settings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    host: Annotated[str, Meta(min_length=1)] = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8000  # 0: any that is free
    data: Path = field(default_factory=default_data)
    public_url: str = ""  # "https://games.example.org": what people type; empty: as they come
    workers: Annotated[int, Meta(ge=1, le=256)] = field(
        default_factory=lambda: max(1, cores() - 1)
    )  # worker processes for bots
    pace: Annotated[float, Meta(ge=0, le=60)] = 0.6  # seconds between two moves of bots
    bot_deadline: Annotated[float, Meta(gt=0, le=600)] = 5.0  # seconds
    log_format: Literal["auto", "json", "text"] = "auto"
    metrics: Literal["loopback", "everyone", "off"] = "loopback"  # who may read /metrics
    metrics_port: Annotated[int, Meta(ge=0, le=65535)] = 0  # /metrics on 127.0.0.1; 0: no port
    forwarded_allow_ips: str = ""  # proxies that are trusted to name the visitor's address
    allowed_hosts: str = ""  # more names of this server, separated by commas
    backup_hours: Annotated[float, Meta(ge=0, le=8760)] = 0.0  # between two backups; 0: none
    backup_folder: str = ""  # empty: the folder "backups" beside the store
    backup_keep: Annotated[int, Meta(ge=1, le=10_000)] = 7  # the newest ones
    # Days after which finished tables and guests without a seat are removed; 0: never.
    retention_days: Annotated[int, Meta(ge=0, le=36_500)] = 0
    components: str = ""  # components files to play with: "NAME=FILE", separated by commas
    limits: Limits = Limits()

    def for_tables(self) -> TableSettings:
        """The part of the settings that tables need."""
        limits = self.limits
        return TableSettings(
            pace=self.pace,
            bot_deadline=self.bot_deadline,
            hints_per_minute=limits.hints_per_minute,
            tables_per_minute=limits.tables_per_minute,
            tables_in_memory=limits.tables_in_memory,
            idle_minutes=limits.idle_minutes,
            entries_per_table=limits.entries_per_table,
            chat_lines=limits.chat_lines,
            own_games=limits.own_games,
            files_per_guest=limits.files_per_guest,
        )

    @property
    def database(self) -> Path:
        return self.data / DATABASE

    @property
    def backups(self) -> Path:
        if not self.backup_folder:
            return self.data / "backups"
        return Path(self.backup_folder).expanduser()


def load(
    file: Path | None = None,
    environ: Mapping[str, str] = os.environ,
    flags: Mapping[str, Any] | None = None,
) -> Settings:
    """The settings from all sources. A ConfigError names the first mistake. Flags that are None are
    ignored.
    """
    top: dict[str, Any] = {"data": default_data(environ)}
    limits: dict[str, Any] = {}
    sources = [from_file(file), from_environment(environ), from_flags(flags or {})]
    for given in chain(*sources):
        (limits if given.section else top)[given.name] = convert(given)
    return Settings(**top, limits=Limits(**limits))


# -------------------------------------------------------------------------------------- sources
class Given(Struct, frozen=True):
    """A value from one of the sources."""

    origin: str
    section: str  # "" or "limits"
    name: str
    value: Any
    typed: bool = False  # it has a type, as in TOML; otherwise "8000" may be a number


def from_file(file: Path | None) -> Iterator[Given]:
    if file is None:
        return
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{file}: {error.strerror}") from None
    except ValueError as error:  # no TOML, or no UTF-8
        raise ConfigError(f"{file}: {error}") from None
    limits = document.pop("limits", {})
    if not isinstance(limits, dict):
        raise ConfigError(f"{file}: limits is a section: write [limits]")
    for section, values in (("", document), ("limits", limits)):
        known = {name: (section, name) for where, name in names().values() if where == section}
        for key, value in values.items():
            origin = f"{file}: {section}.{key}" if section else f"{file}: {key}"
            yield Given(origin, *place(origin, key, known), value, typed=True)


def from_environment(environ: Mapping[str, str]) -> Iterator[Given]:
    known = {PREFIX + name.upper(): found for name, found in names().items()}
    for key in sorted(environ):
        if key.startswith(PREFIX) and key not in NOT_SETTINGS:
            yield Given(key, *place(key, key, known), environ[key])


def from_flags(flags: Mapping[str, Any]) -> Iterator[Given]:
    known = {"--" + name.replace("_", "-"): found for name, found in names().items()}
    for key, value in flags.items():
        if value is not None:
            origin = "--" + key.replace("_", "-")
            yield Given(origin, *place(origin, origin, known), value)


def names() -> dict[str, tuple[str, str]]:
    """The section and the name of each setting, by its flat name."""
    top = {name: ("", name) for name in Settings.__struct_fields__ if name != "limits"}
    return top | {f"limits_{name}": ("limits", name) for name in Limits.__struct_fields__}


def place(origin: str, key: str, known: dict[str, tuple[str, str]]) -> tuple[str, str]:
    if key in known:
        return known[key]
    near = get_close_matches(key, known, 1)
    hint = f"; is {near[0]} meant?" if near else f" (there are: {', '.join(known)})"
    raise ConfigError(f"{origin}: there is no such setting{hint}")


# --------------------------------------------------------------------------------------- values
def convert(given: Given) -> Any:
    owner = Limits if given.section else Settings
    wanted = next(f.type for f in msgspec.structs.fields(owner) if f.name == given.name)
    try:
        if wanted is Path:
            return to_path(given.value)
        try:
            found = msgspec.convert(given.value, wanted, strict=given.typed)
        except msgspec.ValidationError:
            raise ValueError(f"expected {expected(wanted)}") from None
        if given.name in CHECKS:
            CHECKS[given.name](found)
        return found
    except ValueError as error:
        raise ConfigError(f"{given.origin} = {given.value!r}: {error}") from None


def expected(wanted: Any) -> str:
    """What values a setting may have, in words."""
    match msgspec.inspect.type_info(wanted):
        case msgspec.inspect.LiteralType(values=values):
            return "one of " + ", ".join(map(str, values))
        case msgspec.inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case msgspec.inspect.FloatType(gt=above, ge=least, le=most):
            lower = f"more than {above:g}" if least is None else f"at least {least:g}"
            return f"a number, {lower} and at most {most:g}"
        case _:
            return "some text"


def to_path(value: Any) -> Path:
    if not isinstance(value, str | Path) or not str(value):
        raise ValueError("expected the path of a folder")
    return Path(value).expanduser()


def check_url(url: str) -> None:
    if not url:
        return
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise ValueError("expected an address like https://games.example.org")
    if parts.path not in ("", "/") or parts.query or parts.fragment or parts.username:
        raise ValueError("expected scheme, host and port, and nothing after them")
    _ = parts.port  # a ValueError if it is none


def check_proxies(proxies: str) -> None:
    for proxy in filter(None, map(str.strip, proxies.split(","))):
        if proxy != "*":
            ip_network(proxy)


def boxes(settings: Settings) -> dict[str, Game]:
    """The games that are played with another components file here; a ConfigError names a mistake in
    one of them."""
    found = {}
    for name, path in boxes_named(settings.components):
        try:
            text = Path(path).expanduser().read_bytes().decode("utf-8-sig").encode()
            found[name] = shelf.find(name).reprinted(text)
        except OSError as error:
            raise ConfigError(f"{path}: {error.strerror}") from None
        except ValueError as error:
            raise ConfigError(f"{path}: {error}") from None
    return found


def boxes_named(said: str) -> list[tuple[str, str]]:
    """'oak=a.toml, elm=b.toml' as pairs; a ValueError if it is something else."""
    found: dict[str, str] = {}
    for part in filter(None, map(str.strip, said.split(","))):
        name, equals, path = part.partition("=")
        if not equals or not path:
            raise ValueError(f"{part!r} is not of the form GAME=FILE")
        if name in found:
            raise ValueError(f"{name} has two files")
        found[shelf.find(name).name] = path
    return list(found.items())


def check_hosts(hosts: str) -> None:
    for host in filter(None, map(str.strip, hosts.split(","))):
        if not HOST_NAME.fullmatch(host):
            raise ValueError(f"{host!r} is not a host name like games.example.org")


CHECKS = {
    "public_url": check_url,
    "forwarded_allow_ips": check_proxies,
    "allowed_hosts": check_hosts,
    "components": boxes_named,
}
