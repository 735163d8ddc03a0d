"""Settings: which source wins, and how mistakes are told."""

from __future__ import annotations

from pathlib import Path

import pytest

from spinney.server.config import ConfigError, Limits, Settings, load


def test_defaults() -> None:
    settings = load(None, {"XDG_DATA_HOME": "/somewhere"})
    assert settings.host == "127.0.0.1" and settings.port == 8000
    assert settings.data == Path("/somewhere/spinney")
    assert settings.database == Path("/somewhere/spinney/spinney.db")
    assert settings.workers >= 1
    assert settings.limits == Limits()
    assert settings.backups == Path("/somewhere/spinney/backups")
    assert (settings.backup_hours, settings.retention_days) == (0, 0), "only if asked for"
    assert load(None, {"XDG_DATA_HOME": "relative"}).data.is_relative_to(Path.home())


def test_a_later_source_wins(tmp_path: Path) -> None:
    file = tmp_path / "spinney.toml"
    file.write_text('port = 1\nhost = "0.0.0.0"\npace = 1\n[limits]\noutbox = 2\nburst = 3\n')
    environ = {"SPINNEY_PORT": "4", "SPINNEY_HOST": "::", "SPINNEY_LIMITS_OUTBOX": "5"}
    settings = load(file, environ, {"port": 6, "host": None, "limits_chat_lines": "7"})
    assert (settings.port, settings.host, settings.pace) == (6, "::", 1.0)
    limits = settings.limits
    assert (limits.outbox, limits.burst, limits.chat_lines) == (5, 3, 7)


def test_what_is_no_setting_of_the_server_is_left_alone() -> None:
    environ = {"SPINNEY_PURE": "1", "SPINNEY_CLIENT": "x", "SPINNEY_CONFIG": "y", "PORT": "z"}
    data = load(None, environ).data
    assert load(None, environ) == load(None, {}) == Settings(data=data)


def test_a_home_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load(None, {"SPINNEY_DATA": "~/games"}).data == tmp_path / "games"
    assert load(None, {}).data == tmp_path / ".local/share/spinney"


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("PORT", "many", "SPINNEY_PORT = 'many': expected a whole number from 0 to 65535"),
        ("PORT", "65536", "expected a whole number from 0 to 65535"),
        ("PACE", "-1", "expected a number, at least 0 and at most 60"),
        ("PACE", "nan", "expected a number"),
        ("BOT_DEADLINE", "0", "expected a number, more than 0 and at most 600"),
        ("METRICS", "maybe", "expected one of everyone, loopback, off"),
        ("HOST", "", "expected some text"),
        ("DATA", "", "expected the path of a folder"),
        ("PUBLIC_URL", "games.example.org", "expected an address like https"),
        ("PUBLIC_URL", "https://games.example.org/there", "nothing after them"),
        ("PUBLIC_URL", "https://games.example.org:99999", "Port out of range"),
        ("FORWARDED_ALLOW_IPS", "10.0.0.1, proxy", "'proxy' does not appear to be"),
        ("BACKUP_HOURS", "-1", "expected a number, at least 0 and at most 8760"),
        ("BACKUP_KEEP", "0", "expected a whole number from 1 to 10000"),
        ("RETENTION_DAYS", "1.5", "expected a whole number from 0 to 36500"),
        ("LIMITS_OUTBOX", "0", "expected a whole number from 1 to"),
        ("PROT", "1", "SPINNEY_PROT: there is no such setting; is SPINNEY_PORT meant?"),
        ("LIMITS", "1", "there is no such setting"),
    ],
)
def test_mistakes_in_the_environment(name: str, value: str, says: str) -> None:
    with pytest.raises(ConfigError) as error:
        load(None, {f"SPINNEY_{name}": value})
    assert says in str(error.value) and f"SPINNEY_{name}" in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('port = "8000"', "port = '8000': expected a whole number"),
        ("port = true", "port = True: expected a whole number"),
        ("port = \n", "(at line 1, column 8)"),
        ("colour = 1", "colour: there is no such setting (there are: host, port"),
        ("limits = 1", "limits is a section: write [limits]"),
        ("[limits]\noutbocks = 1", "limits.outbocks: there is no such setting; is outbox meant?"),
        ("[limits]\nhost = 1", "limits.host: there is no such setting"),
        ("data = 7", "expected the path of a folder"),
    ],
)
def test_mistakes_in_the_file(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "spinney.toml"
    file.write_text(text)
    with pytest.raises(ConfigError) as error:
        load(file, {})
    assert str(error.value).startswith(f"{file}: ") and says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="No such file"):
        load(tmp_path / "none.toml", {})
    (tmp_path / "latin.toml").write_bytes(b'host = "\xe4"')
    with pytest.raises(ConfigError, match=r"latin.toml: .*decode"):
        load(tmp_path / "latin.toml", {})


def test_mistakes_in_flags() -> None:
    with pytest.raises(ConfigError, match="--bot-deadline = 'soon': expected a number"):
        load(None, {}, {"bot_deadline": "soon"})
    with pytest.raises(ConfigError, match="--prot: there is no such setting; is --port meant"):
        load(None, {}, {"prot": 1})


def test_good_addresses() -> None:
    for url in ("", "http://localhost:8000", "https://games.example.org/", "http://[::1]:80"):
        assert load(None, {"SPINNEY_PUBLIC_URL": url}).public_url == url
    for proxies in ("", "*", "127.0.0.1,10.0.0.0/8, ::1"):
        assert load(None, {"SPINNEY_FORWARDED_ALLOW_IPS": proxies}).forwarded_allow_ips == proxies
