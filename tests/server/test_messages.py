"""docs/wire.md says what is true: its messages are messages, and its player plays."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spinney.server import serve, socket_session
from spinney.table import messages, viewers
from tests.server.living import Server

PAGE = (Path(__file__).parent.parent.parent / "docs" / "wire.md").read_text(encoding="utf-8")
SCENE = '{"game":"x","title":"X","prompt":"","panels":[]}'


@pytest.mark.parametrize(
    "side, union", [("client", messages.FromClient), ("server", messages.FromServer)]
)
def test_every_message_is_shown_and_every_one_shown_is_one(side: str, union: Any) -> None:
    shown = re.findall(rf"```json {side}\n(.*?)\n```", PAGE, re.S)
    kinds = set()
    for text in shown:
        message = msgspec.json.decode(text.replace("{…}", SCENE), type=union)
        kinds.add(type(message))
        again = msgspec.json.decode(msgspec.json.encode(message))
        told = msgspec.json.decode(text.replace("{…}", SCENE))
        if side == "server":
            assert again == told  # nothing is written that would be left out
        else:
            assert told.items() <= again.items()
    assert kinds == set(union.__args__)


def test_the_numbers_are_those_of_the_code() -> None:
    assert f'"protocol":{messages.PROTOCOL},' in PAGE
    assert f"at most {viewers.KEPT}," in PAGE
    assert f"{serve.MESSAGE // 1024} KiB" in PAGE
    assert socket_session.GREETING == 10 and "within ten seconds" in PAGE


def test_the_player_of_the_page_plays(server: Server, tmp_path: Path) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.S)
    assert found
    program = tmp_path / "player.py"
    program.write_text(found.group(1), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, program, server.origin], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"(\w+ -?\d+\n)+", done.stdout)
