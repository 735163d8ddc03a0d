"""Tables over real sockets: a server process, and clients that talk to it."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from spinney.core import fairness
from spinney.table import messages
from tests.server.living import GAME, Guest, Line, Refused, Server, new_id, serving


def pair(server: Server) -> tuple[str, Guest, Guest]:
    """A table with two people."""
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    opened = ann.lay("me", "open")
    assert ben.claim(opened.table, opened.invites[1]).seat == 1
    return opened.table, ann, ben


def step(lines: list[Line], rng: random.Random) -> None:
    """Whoever is awaited makes any legal move; everybody hears of it."""
    line = next(line for line in lines if line.scene.moves)
    words = rng.choice(line.scene.moves).id
    versions = [other.version for other in lines]
    ack = line.move(words)
    assert isinstance(ack, messages.Ack), ack
    for other, version in zip(lines, versions, strict=True):
        other.catch_up(version + 1)
    assert line.version == ack.version


# ------------------------------------------------------------------------------------ whole games
def test_two_people_play_a_whole_game(server: Server, tmp_path: Path) -> None:
    table, ann, ben = pair(server)
    rng = random.Random(3)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two, Guest(server).sit(table) as watcher:
        lines = [one, two, watcher]
        assert not watcher.scene.moves and watcher.scene.me == -1
        commitment = one.table.commitment
        assert one.table.secret == "" and one.table.seed == -1
        while not one.over:
            step(lines, rng)
        end = next(m for m in reversed(one.heard) if isinstance(m, messages.Event))
        assert end.over and end.awaited == []
        assert fairness.commitment(table, end.secret) == commitment
        assert end.seed == -1 and end.shares == ["", ""]  # these guests added nothing
        for line in (two, watcher):
            last = next(m for m in reversed(line.heard) if isinstance(m, messages.Event))
            assert last.secret == end.secret
    download = ann.get(f"/api/tables/{table}/record", fairness.Download)
    record = fairness.verify(server_bytes(ann, table), commitment)
    assert record.match.over and download.commitment == commitment
    assert [player.name for player in record.players] == ["Ann", "Ben"]


def server_bytes(guest: Guest, table: str) -> bytes:
    return guest.ask("GET", f"/api/tables/{table}/record").content


def test_a_computer_player_plays_to_the_end(server: Server) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("greedy", "me").table
    rng = random.Random(4)
    with ann.sit(table, 1) as line:
        while not line.over:
            if line.scene.moves:
                assert isinstance(line.move(rng.choice(line.scene.moves).id), messages.Ack)
            else:
                line.hear()
    mine = ann.me().tables
    assert [(t.table, t.over, t.seats) for t in mine if t.table == table] == [(table, True, [1])]


def test_computer_players_alone(server: Server) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("random", "greedy").table
    with ann.sit(table) as line:
        while not line.over:
            line.hear()
        assert not line.scene.moves


def test_hot_seat(server: Server) -> None:
    """One guest, two seats, one connection: hello again changes the eyes."""
    ann = Guest(server, "Ann")
    opened = ann.lay("me", "me")
    assert opened.seats == [0, 1] and opened.invites == {}
    with ann.sit(opened.table, 0) as line:
        assert [chair.name for chair in line.table.chairs] == ["Ann", "Ann (2)"]
        assert [chair.mine for chair in line.table.chairs] == [True, True]
        for turn in range(6):
            assert line.scene.me == turn % 2 == line.seat
            while line.scene.turn == line.seat and not line.over:
                assert isinstance(line.move(line.scene.moves[0].id), messages.Ack)
            assert isinstance(line.hello(opened.table, 1 - line.seat), messages.FullTable)
        undone = line.wish(messages.DoUndo, seat=1)  # nobody else is to be asked
        assert isinstance(undone, messages.Ack)


# -------------------------------------------------------------------------------- moves, once only
def test_a_move_sent_twice_is_made_once(server: Server) -> None:
    table, ann, ben = pair(server)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        id, words = new_id(), one.scene.moves[0].id
        first = one.move(words, id, version=0)
        again = one.move(words, id, version=0)
        assert first == again == messages.Ack(id, 1)
        with ann.sit(table, 0) as elsewhere:  # and from another connection
            assert elsewhere.move(words, id, version=0) == first
        two.catch_up(1)
        assert two.version == one.version == 1


def test_a_stale_move_is_refused_with_the_table_of_now(server: Server) -> None:
    table, ann, _ = pair(server)
    with ann.sit(table, 0) as one:
        assert isinstance(one.move(one.scene.moves[0].id), messages.Ack)
        refusal = one.move("take place=1", version=0)
        assert isinstance(refusal, messages.RefusalMessage) and refusal.stale
        now = one.hear()
        assert isinstance(now, messages.FullTable) and now.version == 1


def test_an_illegal_move_is_refused_with_its_rule(server: Server) -> None:
    table, ann, ben = pair(server)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        refusal = one.move("take place=8")
        assert (
            isinstance(refusal, messages.RefusalMessage)
            and refusal.rule == "R3.1"
            and not refusal.stale
        )
        same = one.wish(messages.Why, move="take place=8")
        assert isinstance(same, messages.RefusalMessage)
        assert (same.text, same.rule) == (refusal.text, refusal.rule)
        for nonsense in ("dance", "take place=99", "take place=", "x" * 200):
            assert isinstance(one.move(nonsense), messages.RefusalMessage)
        not_my_turn = two.move("take place=1")
        assert isinstance(not_my_turn, messages.RefusalMessage) and not not_my_turn.stale
        assert one.version == two.version == 0


def test_nobody_moves_for_another(server: Server) -> None:
    table, ann, ben = pair(server)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two, Guest(server).sit(table) as watcher:
        for line in (two, watcher):
            line.send(messages.DoMove("stolen", 0, one.scene.moves[0].id, 0))
            assert isinstance(line.reply("stolen"), messages.RefusalMessage)
            assert isinstance(line.wish(messages.AskHint, seat=0), messages.RefusalMessage)
            assert isinstance(line.wish(messages.DoUndo, seat=0), messages.RefusalMessage)
            assert isinstance(
                line.wish(messages.Why, seat=0, move="gather"), messages.RefusalMessage
            )
        assert isinstance(one.move(one.scene.moves[0].id, "stolen"), messages.Ack)


def test_forbidden_and_missing_look_the_same(server: Server) -> None:
    table, _, _ = pair(server)
    stranger = Guest(server, "Stranger")
    with stranger.call() as line:
        assert line.hello(table, 0) == messages.Gone()
        assert line.hello("nowhere", 0) == messages.Gone()
        assert line.raw[0] == line.raw[1]
        line.send(messages.DoMove("a", 0, "take place=1", 0))
        assert line.hear() == messages.Gone()
        assert isinstance(line.hello(table, -1), messages.FullTable)
    answers = [
        stranger.ask("GET", f"/api/tables/{name}/{what}")
        for name in (table, "nowhere")
        for what in ("positions/0?seat=1", "record")
    ]
    assert len({(a.status_code, a.content) for a in answers}) == 1
    assert answers[0].status_code == 404


# --------------------------------------------------------------------------------------- chairs
def test_moves_wait_until_every_chair_is_taken(server: Server) -> None:
    ann, ben = Guest(server, "Ann"), Guest(server, "Ben")
    opened = ann.lay("me", "open")
    with ann.sit(opened.table, 0) as line:
        assert line.scene.moves == [] and "Waiting" in line.scene.prompt
        assert isinstance(line.move("take place=1"), messages.RefusalMessage)
        ben.claim(opened.table, opened.invites[1])
        table = line.until(messages.FullTable)
        assert table.scene.moves and table.chairs[1].name == "Ben"
        assert not table.chairs[1].here
        with ben.sit(opened.table, 1):
            assert line.until(messages.Chairs).chairs[1].here
        assert not line.until(messages.Chairs).chairs[1].here


def test_an_invitation_is_good_once(server: Server) -> None:
    ann, ben, eve = Guest(server, "Ann"), Guest(server, "Ben"), Guest(server, "Eve")
    opened = ann.lay("me", "open")
    with pytest.raises(Refused, match="404"):
        ben.claim(opened.table, "x" * 22)
    assert ben.claim(opened.table, opened.invites[1]).seat == 1
    assert ben.claim(opened.table, opened.invites[1]).seat == 1  # the answer was lost
    with pytest.raises(Refused, match="404"):
        eve.claim(opened.table, opened.invites[1])
    assert opened.invites[1].encode() not in (server.data / "games" / "spinney.db").read_bytes()


def test_names_and_chat_are_plain_lines(server: Server) -> None:
    ann = Guest(server, "<b>Ann</b>\u202e\n\x07  the   great")
    assert ann.me().name == "<b>Ann</b> the great"
    table = ann.lay("me", "me").table
    with ann.sit(table, 0) as line, Guest(server, "Wren").sit(table) as watcher:
        line.send(messages.Say("c1", "<script>alert(1)</script>\u2066"))
        told = watcher.until(messages.Chat).line
        assert told.text == "<script>alert(1)</script>" and told.seat == 0
        assert isinstance(
            line.wish(messages.Say, id="c1", text="again"), messages.Ack
        )  # a duplicate
        assert isinstance(line.wish(messages.Say, text="\u200b\u202e"), messages.RefusalMessage)
        assert isinstance(watcher.wish(messages.Say, text="hello"), messages.Ack)
        with ann.sit(table, 1) as later:
            assert [said.name for said in later.table.chat] == ["<b>Ann</b> the great", "Wren"]
        with Guest(server).sit(table) as nobody:
            assert isinstance(nobody.wish(messages.Say, text="hello"), messages.RefusalMessage)


# ----------------------------------------------------------------------------------- undo and redo
def test_undo_needs_consent_when_something_was_learned(server: Server) -> None:
    table, ann, ben = pair(server)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        before = one.scene
        one.move(one.scene.moves[0].id)
        event = one.heard[-2]
        assert isinstance(event, messages.Event) and event.undo == "agreed"
        one.send(messages.DoUndo("u1", 0))
        assert two.until(messages.Chairs, asking=0).asking == 0
        assert isinstance(two.wish(messages.Answer, yes=False), messages.Ack)
        no = one.reply("u1")
        assert isinstance(no, messages.RefusalMessage) and no.text == "Ben said no."
        assert one.version == 1

        one.send(messages.DoUndo("u2", 0))
        two.until(messages.Chairs, asking=0)
        yes = two.wish(messages.Answer, id="yes", yes=True)
        assert yes == two.wish(messages.Answer, id="yes", yes=True)  # a duplicate
        assert one.reply("u2") == messages.Ack("u2", 2)
        back = next(m for m in reversed(one.heard) if isinstance(m, messages.Event))
        assert back.back and back.redo and one.scene.panels == before.panels
        assert back.line and back.line.at == 0 and back.lines == [back.line]
        one.send(messages.DoUndo("u2", 0))
        assert one.reply("u2") == messages.Ack("u2", 2)  # a duplicate takes nothing else back
        assert isinstance(one.wish(messages.DoUndo), messages.RefusalMessage)

        redone = one.wish(messages.DoRedo)
        assert isinstance(redone, messages.Ack) and redone.version == 3
        assert isinstance(one.wish(messages.DoRedo), messages.RefusalMessage)


def test_a_move_settles_the_question(server: Server) -> None:
    table, ann, ben = pair(server)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        one.move(one.scene.moves[0].id)
        one.send(messages.DoUndo("u1", 0))
        two.until(messages.Chairs, asking=0)
        assert isinstance(two.wish(messages.DoUndo), messages.RefusalMessage)
        assert isinstance(two.move(two.scene.moves[0].id), messages.Ack)
        refusal = one.reply("u1")
        assert isinstance(refusal, messages.RefusalMessage)
        assert one.until(messages.Chairs).asking == -1
        assert isinstance(two.wish(messages.Answer, yes=True), messages.RefusalMessage)


def test_undo_against_computer_players_is_free_and_redo_brings_their_reply(server: Server) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("me", "greedy").table
    with ann.sit(table, 0) as line:
        line.move(line.scene.moves[0].id)
        while not line.scene.moves:
            line.hear()
        after, version = line.scene.panels, line.version
        assert isinstance(line.wish(messages.DoUndo), messages.Ack)
        assert line.version == version + 1 and line.scene.moves
        assert isinstance(line.wish(messages.DoRedo), messages.Ack)
        assert line.scene.panels == after


def test_nothing_is_taken_back_after_the_secret_is_told(server: Server) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("me", "random").table
    with ann.sit(table, 0) as line:
        while not line.over:
            if line.scene.moves:
                line.move(line.scene.moves[-1].id)
            else:
                line.hear()
        assert isinstance(line.wish(messages.DoUndo), messages.RefusalMessage)
        with ann.sit(table, 0) as again:
            assert again.table.undo == "" and again.table.secret


def test_a_hint_weighs_legal_moves_in_words(server: Server) -> None:
    table, ann, ben = pair(server)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        hint = one.wish(messages.AskHint)
        assert isinstance(hint, messages.Advice)
        legal = {(m.id, m.words) for m in one.scene.moves}
        assert (hint.move, hint.words) == (hint.candidates[0].move, hint.candidates[0].words)
        assert len(hint.candidates) > 1 and not hint.alone and not hint.proved
        assert {(candidate.move, candidate.words) for candidate in hint.candidates} <= legal
        assert all(0 <= c.promise <= 100 and 0 < c.give < 100 for c in hint.candidates)
        assert hint.because.startswith(hint.words) and hint.because.endswith(".")
        again = one.wish(messages.AskHint)
        assert isinstance(again, messages.Advice) and again.candidates == hint.candidates
        assert isinstance(two.wish(messages.AskHint), messages.RefusalMessage)


# ------------------------------------------------------------------------------ coming back later
def test_resume_by_version(server: Server) -> None:
    table, ann, ben = pair(server)
    rng = random.Random(5)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        for _ in range(5):
            step([one, two], rng)
        with ann.sit(table, 0, have=2) as back:
            while back.version < 5:
                back.hear()
            versions = [m.version for m in back.heard if isinstance(m, messages.Event)]
            assert versions == [3, 4, 5] and not any(
                isinstance(m, messages.FullTable) for m in back.heard
            )
            assert back.scene == one.scene
        for have in (5, 6, -1, 10**12):
            with ann.sit(table, 0, have=have) as back:
                assert isinstance(back.heard[0], messages.FullTable)
        for _ in range(25):
            step([one, two], rng)
        with ann.sit(table, 0, have=3) as back:  # too long ago to be told one by one
            assert isinstance(back.heard[0], messages.FullTable)


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL], ids=lambda how: how.name)
def test_a_game_survives_a_restart(tmp_path: Path, how: signal.Signals) -> None:
    with serving(tmp_path) as server:
        table, ann, ben = pair(server)
        rng = random.Random(6)
        with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
            for _ in range(6):
                step([one, two], rng)
            one.wish(messages.Say, text="good luck")
            mover = next(line for line in (one, two) if line.scene.moves)
            id, words = new_id(), mover.scene.moves[0].id
            ack = mover.move(words, id)
            one.catch_up(7)
            two.catch_up(7)
            before = [line.scene for line in (one, two)]
        server.restart(how)
        with ann.sit(table, 0, have=4) as one, ben.sit(table, 1) as two:
            one.catch_up(7)
            assert [type(m) for m in one.heard[:3]] == [messages.Event] * 3
            assert [one.scene, two.scene] == before
            assert two.table.chat[0].text == "good luck"
            mover = one if mover.seat == 0 else two
            assert mover.move(words, id) == ack  # asked again after the restart
            while not one.over:
                step([one, two], rng)
        fairness.verify(server_bytes(ann, table))


def test_computer_players_go_on_after_a_restart(tmp_path: Path) -> None:
    with serving(tmp_path, pace="30") as server:
        ann = Guest(server, "Ann")
        table = ann.lay("me", "greedy").table
        with ann.sit(table, 0) as line:
            while line.scene.moves:
                line.move(line.scene.moves[0].id)
            version = line.version
        server.settings["SPINNEY_PACE"] = "0"
        server.restart()
        with ann.sit(table, 0) as line:
            while not line.scene.moves:
                line.hear()
            assert line.version > version


# ---------------------------------------------------------------------------------------- replays
def test_positions(server: Server) -> None:
    table, ann, ben = pair(server)
    rng = random.Random(7)
    with ann.sit(table, 0) as one, ben.sit(table, 1) as two:
        start = one.table.scene.panels
        for _ in range(4):
            step([one, two], rng)
        assert ann.position(table, 0, 0).scene.panels == start
        for at in range(1, 5):
            position = ann.position(table, at, 0)
            assert position.of == 4 and position.line and position.line.at == at
            assert position.scene.panels == one.scenes[at].panels and position.scene.moves == []
        ann.position(table, 2)
        for seat, at in ((1, 2), (0, 5), (7, 0), (-2, 0)):
            with pytest.raises(Refused, match="404"):
                ann.position(table, at, seat)
        while not one.over:
            step([one, two], rng)
    last = Guest(server).position(table, 3, 1)  # over: everybody may look through all eyes
    assert last.scene.me == 1 and last.of == one.version


def test_rematch(server: Server) -> None:
    ann = Guest(server, "Ann")
    table = ann.lay("me", "random", starter="seat1").table
    with pytest.raises(Refused, match="404"):
        ann.rematch(table)
    with ann.sit(table, 0) as line:
        while not line.over:
            if line.scene.moves:
                line.move(line.scene.moves[0].id)
            else:
                line.hear()
        again = ann.rematch(table)
        assert again.seats == [1] and again.table != table
        assert ann.rematch(table) == again
        assert line.until(messages.Chairs).rematch == again.table
        with pytest.raises(Refused, match="404"):
            Guest(server, "Eve").rematch(table)
        with ann.sit(again.table, 1) as next_one:
            assert next_one.table.chairs[0].kind == "random"
            assert next_one.table.options == {"starter": "seat1", "hands": "listed"}
            assert next_one.table.game == GAME
