"""A scene as one self-contained picture, for README files, notebooks, replays and tests.

The picture contains no style sheet, script or variable. Colours are written out, and every line of
text has a fixed length, so browsers and plain SVG programs show the same.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import NamedTuple

from spinney.drawing.scene import Counter, Flow, Note, Panel, Scene, Score, Sprite, flow
from spinney.drawing.shared_art import shared_symbols
from spinney.drawing.text_width import breadth, number, typeset

FONTS = "Alegreya, Georgia, 'Times New Roman', serif"
PADDING = 12.0  # inside a panel
SPACE = 12.0  # between panels
HEADING = 30.0  # a line of titles and counters
BOARD = 620.0  # px: a free board grows no wider
NARROW = 560.0  # px: below this a page is a phone's

TEXT, SOFT, PANEL, LINE = "var(--text)", "var(--soft)", "var(--panel)", "var(--line)"
OPACITY = {"dim": 0.45, "ghost": 0.62}
INK = "var(--ink)"
SIGN = "reconstructed"  # the symbol of what no print of could be found
# The fill and the stroke of a path, by `Sprite.line` (docs/decisions/colours.md). The client's
# sprite.css has the same.
STROKES = {
    "": ("", f'stroke="{INK}" stroke-width="2.2"'),
    "none": ("", ""),
    "seam": ("none", f'stroke="{INK}" stroke-width="1.4" stroke-dasharray="1 5" opacity=".7"'),
    "rim": ("none", 'stroke="{tone}" stroke-width="3.4"'),
    "dash": (
        "",
        'fill-opacity=".35" stroke="var(--soft)" stroke-width="2" stroke-dasharray="6 7"',
    ),
    "broad": ("", 'stroke="{tone}" stroke-width="17"'),
}


class Drawn(NamedTuple):
    """A part of the page, drawn from 0,0 downwards."""

    svg: str
    height: float


@cache
def palette(theme: str) -> dict[str, str]:
    """The colours of a theme by name, from theme.css."""
    css = Path(__file__).with_name("theme.css").read_text("utf-8")
    found = re.search(rf"\[data-theme={re.escape(theme)}\]\s*{{(.*?)}}", css, re.S)
    if found is None:
        raise ValueError(f"no theme {theme!r} (there are: light, dark, contrast)")
    return dict(re.findall(r"--([\w-]+):\s*([^;]+);", found.group(1)))


def chosen(colours: dict[str, str], seats: list[int]) -> dict[str, str]:
    """The colours of a theme where the seats have chosen theirs."""
    found = dict(colours)
    for seat, colour in enumerate(seats):
        for name in ("seat", "on"):
            found[f"{name}-{seat}"] = colours[f"{name}-{colour}"]
    return found


def scene_to_svg(scene: Scene, sheet: str, theme: str = "light", width: float = 900) -> str:
    """The whole scene, with panels below or next to each other, and only the symbols it uses."""
    colours = chosen(palette(theme), scene.colours)
    margin = 10.0 if width < NARROW else 16.0
    room = width - 2 * margin
    parts = []
    y = 0.0
    for part in (_masthead(scene, room), _prompt(scene, room)):
        parts.append(_moved(part.svg, margin, y))
        y += part.height
    for line in _arranged(scene.panels, room):
        drawn = [_panel(panel, wide) for panel, wide in line]
        height = max(one.height for one in drawn)
        x = margin
        for (panel, wide), one in zip(line, drawn, strict=True):
            parts.append(_moved(_box(panel, wide, height, sheet) + one.svg, x, y))
            x += wide + SPACE
        y += height + SPACE
    height = y - SPACE + margin
    body = "".join(parts)
    picture = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {number(height)}"'
        f' width="{width:g}" height="{number(height)}" role="img" font-family="{FONTS}"'
        f' style="--own:{colours["own"]}">'
        f"<title>{escape(scene.title)}. {escape(scene.prompt)}</title>"
        f"<defs>{''.join(_symbols(body, sheet))}</defs>"
        f'<rect width="100%" height="100%" fill="var(--table)"/>{body}</svg>\n'
    )
    return _coloured(picture, colours)


def _moved(svg: str, x: float, y: float) -> str:
    return f'<g transform="translate({number(x)} {number(y)})">{svg}</g>' if svg else ""


def _coloured(svg: str, colours: dict[str, str]) -> str:
    """Replace the variables of the palette by colours. `own` belongs to a sprite and stays."""

    def colour(found: re.Match[str]) -> str:
        name, fallback = found.group(1), found.group(2)
        return found.group() if name == "own" else colours.get(name, fallback or "none")

    return re.sub(r"var\(--([\w-]+)(?:,\s*([^()]*))?\)", colour, svg)


def _symbols(body: str, sheet: str) -> list[str]:
    """The symbols that are used, directly or by other symbols."""
    known = {name: text for text, name in re.findall(_SYMBOL, sheet, re.S)}
    known |= {name: text for text, name in re.findall(_SYMBOL, shared_symbols())}
    used: set[str] = set()
    asked = set(re.findall(_HREF, body))
    while asked:
        name = asked.pop()
        if name not in known:
            raise ValueError(f"the sheet has no symbol {name!r}")
        used.add(name)
        asked |= set(re.findall(_HREF, known[name])) - used
    return [known[name] for name in sorted(used)]


_SYMBOL = r'(<symbol id="([\w-]+)".*?</symbol>)'
_HREF = r'href="#([\w-]+)"'


# ---------------------------------------------------------------- the head of the page


def _masthead(scene: Scene, room: float) -> Drawn:
    """The title, everybody's score, and a double line below."""
    size = 21 if room < NARROW else 27
    title = typeset(scene.title, 2, 38, size, TEXT, bold=True, anchor="start")
    left = 2 + breadth(scene.title, size, bold=True) + 14
    widths = [_score_width(score, named=True) for score in scene.scores]
    named = left + sum(widths) <= room
    if not named:
        widths = [_score_width(score, named=False) for score in scene.scores]
    x = room - sum(widths)
    scores = ""
    for score, wide in zip(scene.scores, widths, strict=True):
        scores += _moved(_score(score, wide, named, score.seat == scene.turn), x, 14)
        x += wide
    rules = (
        f'<path d="M0 51H{number(room)}" stroke="{TEXT}" stroke-width="2"/>'
        f'<path d="M0 55H{number(room)}" stroke="{TEXT}" stroke-width=".8"/>'
    )
    return Drawn(title + scores + rules, 62)


def _score_width(score: Score, *, named: bool) -> float:
    name = breadth(score.name, 16) + 7 if named else 0
    return 4 + 22 + 7 + name + breadth(str(score.total), 20, bold=True) + 16


def _score(score: Score, wide: float, named: bool, turn: bool) -> str:
    box = (
        f'<rect x="0" y="0" width="{number(wide - 5)}" height="30" rx="15" fill="{PANEL}"'
        f' stroke="{LINE}"/>'
        if turn
        else ""
    )
    mark = f'<use href="#seat-{score.seat}" x="4" y="4" width="22" height="22"/>'
    name = typeset(score.name, 33, 21, 16, TEXT if turn else SOFT, anchor="start") if named else ""
    total = typeset(str(score.total), wide - 16, 22, 20, TEXT, bold=True, anchor="end")
    return box + mark + name + total


def _prompt(scene: Scene, room: float) -> Drawn:
    """What has just happened, and what must be decided now."""
    lines: list[str] = []
    y = 0.0
    for text, size, colour, italic in (
        *((news, 15, SOFT, True) for news in scene.news[-2:]),
        (scene.prompt, 18, TEXT, False),
    ):
        for line in _wrapped(text, size, room - 4):
            y += size * 1.25
            lines.append(typeset(line, 2, y, size, colour, italic=italic, anchor="start"))
    return Drawn("".join(lines), y + 12 if lines else 0)


def _wrapped(text: str, size: float, room: float) -> list[str]:
    """The text in lines that fit; a word is never broken."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and breadth(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


# ---------------------------------------------------------------- panels


def _arranged(panels: list[Panel], room: float) -> list[list[tuple[Panel, float]]]:
    """Which panels share a line, and how wide each is. Two of the same area do, if they fit."""
    lines: list[list[Panel]] = []
    for panel in panels:
        with_it = [*lines[-1], panel] if lines else []
        if with_it and len(with_it) == 2 and _needed(with_it) <= room:
            lines[-1] = with_it
        else:
            lines.append([panel])
    return [_shared(line, room) for line in lines]


def _needed(line: list[Panel]) -> float:
    """The smallest comfortable width of panels next to each other."""
    if line[0].area != line[1].area or any(not panel.slots for panel in line):
        return float("inf")
    return sum(_comfortable(panel) for panel in line) + SPACE * (len(line) - 1)


def _comfortable(panel: Panel) -> float:
    scale = min(panel.least * 1.2, panel.most) / 100
    pieces = sum(w + panel.gap for w, _ in panel.slots) * scale
    return max(pieces, _title_width(panel) + _counters_width(panel)) + 2 * PADDING


def _shared(line: list[Panel], room: float) -> list[tuple[Panel, float]]:
    if len(line) == 1:
        return [(line[0], room)]
    wanted = [_comfortable(panel) for panel in line]
    spare = room - SPACE * (len(line) - 1) - sum(wanted)
    return [
        (panel, want + spare * want / sum(wanted)) for panel, want in zip(line, wanted, strict=True)
    ]


def _box(panel: Panel, wide: float, height: float, sheet: str) -> str:
    """The background of a panel: its colour, its border and its backdrop."""
    shape = f'width="{number(wide)}" height="{number(height)}" rx="10"'
    paper = f'<rect {shape} fill="{PANEL}"/>'
    frame = f'<rect {shape} fill="none" stroke="{LINE}"/>'
    if not panel.backdrop:
        return paper + frame
    found = re.search(rf'<symbol id="{panel.backdrop}" viewBox="0 0 ([\d.]+) ([\d.]+)"', sheet)
    if found is None:
        raise ValueError(f"the sheet has no backdrop {panel.backdrop!r}")
    w, h = float(found.group(1)), float(found.group(2))
    scale = max(wide / w, height / h)
    x, y = (wide - w * scale) / 2, (height - h * scale) / 2
    return (
        f'{paper}<clipPath id="crop-{panel.id}"><rect {shape}/></clipPath>'
        f'<g clip-path="url(#crop-{panel.id})"><use href="#{panel.backdrop}" x="{number(x)}"'
        f' y="{number(y)}" width="{number(w * scale)}" height="{number(h * scale)}"/></g>{frame}'
    )


def _panel(panel: Panel, wide: float) -> Drawn:
    """Heading, pieces and notes of a panel, without its background."""
    inner = wide - 2 * PADDING
    heading = _heading(panel, inner)
    pieces = _pieces(panel, inner)
    y = 8 + heading.height
    parts = [_moved(heading.svg, PADDING, 8), _moved(pieces.svg, PADDING, y)]
    y += pieces.height
    whole = [Note("", panel.reconstructed, [SIGN])] if panel.reconstructed else []
    for note in [*panel.notes, *whole]:
        drawn = _note(note, inner)
        parts.append(_moved(drawn.svg, PADDING, y))
        y += drawn.height
    return Drawn("".join(parts), y + PADDING)


def _pieces(panel: Panel, inner: float) -> Drawn:
    if panel.width:
        wide = min(inner, BOARD) if panel.area == "board" else inner
        laid = Flow(wide / panel.width, panel.width, panel.height, [])
    else:
        wide = inner
        laid = flow(panel, inner)
    left = (inner - wide) / 2
    signs = not panel.reconstructed
    sprites = "".join(_sprite(s, laid, signs) for s in sorted(panel.sprites, key=_layer))
    scaled = f'<g transform="translate({number(left)} 0) scale({laid.scale:.4f})">{sprites}</g>'
    return Drawn(scaled if sprites else "", laid.height * laid.scale)


def _layer(sprite: Sprite) -> int:
    return sprite.z


def _sprite(sprite: Sprite, laid: Flow, signs: bool) -> str:
    """A piece. `signs`: a reconstruction gets its sign."""
    x, y = laid.centres[sprite.slot] if sprite.slot >= 0 else (0.0, 0.0)
    place = f"translate({number(x + sprite.x)} {number(y + sprite.y)})"
    if sprite.turn:
        place += f" rotate({sprite.turn:g})"
    more = f' style="--own:var(--seat-{sprite.owner})"' if sprite.owner >= 0 else ""
    if sprite.look in OPACITY:
        more += f' opacity="{OPACITY[sprite.look]:g}"'
    about = " ".join(filter(None, (sprite.label, sprite.reconstructed)))
    parts = [f"<title>{escape(about)}</title>"] if about else []
    if sprite.look == "glow":
        parts.append(_halo(sprite))
    if sprite.path:
        parts.append(_outline(sprite))
    if sprite.art:
        art = sprite.small if sprite.small and laid.scale < 0.8 else sprite.art
        parts.append(
            f'<use href="#{art}" x="{number(-sprite.w / 2)}" y="{number(-sprite.h / 2)}"'
            f' width="{sprite.w:g}" height="{sprite.h:g}"/>'
        )
    if sprite.text:
        parts.append(_print(sprite))
    if sprite.count >= 0:
        parts.append(_badge(sprite, laid.scale))
    if sprite.reconstructed and signs:
        parts.append(_sign(sprite, laid.scale))
    return f'<g transform="{place}"{more}>{"".join(parts)}</g>'


def _outline(sprite: Sprite) -> str:
    tone = f"var(--{sprite.tone})" if sprite.tone else "none"
    fill, stroke = STROKES[sprite.line]
    if not sprite.tone and not sprite.line:
        stroke = ""  # a shape without a tone is only a target for clicks
    ends = ' stroke-linejoin="round" stroke-linecap="round"' if stroke else ""
    stroke = stroke.replace("{tone}", tone)
    return f'<path d="{sprite.path}" fill="{fill or tone}" {stroke}{ends}/>'


def _print(sprite: Sprite) -> str:
    """Text on a piece. `broad` gives it a paper-coloured edge, so that it can be read anywhere."""
    bare = INK if sprite.line == "broad" else TEXT
    colour = f"var(--{sprite.tone})" if sprite.tone else bare
    letters = typeset(sprite.text, 0, sprite.h * 0.34, sprite.h, colour, bold=True)
    if sprite.line != "broad":
        return letters
    edge = f'stroke="var(--paper)" stroke-width="{number(sprite.h * 0.3)}" stroke-linejoin="round"'
    below = typeset(sprite.text, 0, sprite.h * 0.34, sprite.h, "none", bold=True)
    return f"<g {edge}>{below}</g>{letters}"


def _halo(sprite: Sprite) -> str:
    ring = 'fill="none" stroke="var(--glow)" stroke-width="5"'
    if sprite.path:
        return f'<path d="{sprite.path}" {ring}/>'
    if sprite.halo == "disc":
        return f'<circle r="{number(max(sprite.w, sprite.h) / 2)}" {ring}/>'
    return (
        f'<rect x="{number(-sprite.w / 2)}" y="{number(-sprite.h / 2)}" width="{sprite.w:g}"'
        f' height="{sprite.h:g}" rx="8" {ring}/>'
    )


def _badge(sprite: Sprite, scale: float) -> str:
    """The badge with the number. It stays upright, and large enough when the panel is small."""
    size = min(2.2, max(1, 0.78 / scale))
    place = f"translate({number(sprite.w * 0.36)} {number(-sprite.h * 0.36)})"
    figure = typeset(str(sprite.count), 0, 5, 14, "var(--ink)", bold=True)
    return (
        f'<g transform="{place} rotate({0 - sprite.turn:g}) scale({size:.2f})"><circle r="11"'
        f' fill="var(--paper)" stroke="var(--ink)" stroke-width="1.6"/>{figure}</g>'
    )


def _sign(sprite: Sprite, scale: float) -> str:
    """What is our reconstruction has a small sign in its corner."""
    size = 14 * min(2.2, max(1, 0.78 / scale))
    place = f"translate({number(sprite.w * -0.4)} {number(sprite.h * 0.4)})"
    return (
        f'<g transform="{place} rotate({0 - sprite.turn:g})"><use href="#{SIGN}"'
        f' x="{number(-size / 2)}" y="{number(-size / 2)}" width="{number(size)}"'
        f' height="{number(size)}"/></g>'
    )


# ---------------------------------------------------------------- type in panels


def _title_width(panel: Panel) -> float:
    return (30 if panel.seat >= 0 else 0) + breadth(panel.title, 18, bold=True) + 14


def _counter_width(counter: Counter) -> float:
    art = 28 if counter.art else 0
    return art + breadth(_figure(counter), 18, bold=True) + 5 + breadth(counter.label, 15) + 12


def _counters_width(panel: Panel) -> float:
    return sum(_counter_width(counter) for counter in panel.counters)


def _figure(counter: Counter) -> str:
    return f"{counter.value}/{counter.of}" if counter.of else str(counter.value)


def _heading(panel: Panel, inner: float) -> Drawn:
    """The seat's mark, the title and the counters. They are on the right, or below if that is too
    narrow."""
    mark = f'<use href="#seat-{panel.seat}" x="0" y="2" width="22" height="22"/>'
    x = 30.0 if panel.seat >= 0 else 0.0
    svg = (mark if panel.seat >= 0 else "") + typeset(
        panel.title, x, 19, 18, TEXT, bold=True, anchor="start"
    )
    y = 0.0
    x = inner - _counters_width(panel) + 12
    if x < _title_width(panel):
        x, y = 0.0, HEADING
    for counter in panel.counters:
        wide = _counter_width(counter)
        if x and x + wide - 12 > inner + 1:
            x, y = 0.0, y + HEADING
        svg += _moved(_counter(counter), x, y)
        x += wide
    return Drawn(svg, y + HEADING + 4)


def _counter(counter: Counter) -> str:
    svg, x = "", 0.0
    if counter.art:
        svg = '<circle cx="12" cy="13" r="12" fill="var(--paper)"/>'
        svg += f'<use href="#{counter.art}" x="2" y="3" width="20" height="20"/>'
        x = 28
    figure = _figure(counter)
    svg += typeset(figure, x, 19, 18, TEXT, bold=True, anchor="start")
    x += breadth(figure, 18, bold=True) + 5
    return svg + typeset(counter.label, x, 19, 15, SOFT, anchor="start")


def _note(note: Note, inner: float) -> Drawn:
    marks = [*note.marks, SIGN] if note.reconstructed else note.marks
    left = 30.0 * len(marks)
    svg = "".join(
        f'<use href="#{mark}" x="{30 * i}" y="2" width="26" height="26"/>'
        for i, mark in enumerate(marks)
    )
    y = 0.0
    if note.title:
        y += 20
        svg += typeset(note.title, left, y, 16, TEXT, bold=True, anchor="start")
    for line in _wrapped(note.text, 15, inner - left):
        y += 19
        svg += typeset(line, left, y, 15, SOFT, anchor="start")
    return Drawn(svg, max(y, 30 if marks else 0) + 8)
