"""A move as an integer, in words, in JSON."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some

from spinney.core.verbs import (
    Verbs,
    field1,
    field2,
    field3,
    field4,
    field5,
    field6,
    pack1,
    pack2,
    pack3,
    pack6,
    verb,
)

VERBS = Verbs(
    {0: "stay", 1: "grow space tile", 2: "cook kind day? night? butter? cider? pan?"},
    space=range(69),
    tile=range(17),
    kind=("morel", "shiitake"),
    day=range(16),
    night=range(3),
    butter=range(4),
    cider=range(4),
    pan=("play", "hand"),
)
COOK = pack6(2, 1, 4, 0, 1, 0, 0)


def test_the_same_move_in_three_forms() -> None:
    assert VERBS.format(COOK) == "cook kind=shiitake day=4 butter=1"
    assert VERBS.to_json(COOK) == {"verb": "cook", "kind": "shiitake", "day": "4", "butter": "1"}
    assert VERBS.parse("cook kind=shiitake day=4 butter=1") == COOK


def test_defaults_may_be_said_and_order_is_free() -> None:
    assert VERBS.parse("cook pan=play butter=1 night=0 day=4 kind=shiitake") == COOK


def test_fields_are_read_back() -> None:
    fields = [verb, field1, field2, field3, field4, field5, field6]
    assert [field(pack6(7, 1, 2, 3, 4, 5, 6)) for field in fields] == [7, 1, 2, 3, 4, 5, 6]
    assert pack1(1, 5) == 1 | 5 << 8 and pack2(1, 5, 6) == pack1(1, 5) | 6 << 16
    assert pack3(1, 5, 6, 7) == pack2(1, 5, 6) | 7 << 24


@given(some.integers(0, 2), some.lists(some.integers(0, 255), min_size=6, max_size=6))
def test_every_integer_is_a_move_or_an_error(kind: int, fields: list[int]) -> None:
    move = pack6(kind, *fields)
    try:
        said = VERBS.format(move)
    except ValueError:
        return
    assert VERBS.parse(said) == move
    assert VERBS.from_json(VERBS.to_json(move)) == move


@pytest.mark.parametrize(
    ("words", "mistake"),
    [
        ("", "no such move: '' (there are: stay, grow, cook)"),
        ("dance", "no such move: 'dance' (there are: stay, grow, cook)"),
        ("grow space=3", "grow needs tile="),
        ("grow space=99 tile=0", "grow: no space '99'"),
        ("grow space=1 tile=1 tile=2", "grow: tile twice"),
        ("grow space=1 tile=1 sun=2", "grow has no sun"),
        ("grow space 3", "grow: 'space' is not of the form field=value"),
        ("cook verb=cook kind=morel", "cook: verb twice"),
    ],
)
def test_mistakes_are_explained(words: str, mistake: str) -> None:
    with pytest.raises(ValueError) as error:
        VERBS.parse(words)
    assert str(error.value) == mistake


@given(some.text())
def test_nonsense_is_a_value_error(words: str) -> None:
    try:
        move = VERBS.parse(words)
    except ValueError:
        return
    assert VERBS.parse(VERBS.format(move)) == move


@pytest.mark.parametrize("move", [-1, 3, 1 | 70 << 8, 0 | 1 << 8, 2 | 1 << 56])
def test_numbers_that_are_no_moves(move: int) -> None:
    with pytest.raises(ValueError):
        VERBS.to_json(move)


@pytest.mark.parametrize(
    ("sentences", "values"),
    [
        ({1: "go"}, {}),
        ({0: "go", 1: "go"}, {}),
        ({0: "go far"}, {}),
        ({0: "go far"}, {"far": []}),
        ({0: "go far"}, {"far": ["a", "a"]}),
        ({0: "go far"}, {"far": ["a b"]}),
        ({0: "go far"}, {"far": range(257)}),
        ({0: "go a b c d e f g"}, {name: [1] for name in "abcdefg"}),
    ],
)
def test_wrong_declarations_are_refused(
    sentences: dict[int, str], values: dict[str, list[object]]
) -> None:
    with pytest.raises(ValueError):
        Verbs(sentences, **values)
