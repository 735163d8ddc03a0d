"""The printed pieces of Morels: card faces and backs, chips for the pan and price tags.

Composed from the drawings beside this file and from the figures of the box, so that a corrected
components file shows corrected cards. The result is a sheet: one SVG text of symbols.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from spinney.drawing.outlines import INK, PIGMENTS, Plate, star, symbol_of
from spinney.games.morels.pieces import FEET, FOREST, NIGHT_WORTH, PER_BASKET

HERE = Path(__file__).parent

NIGHT_PAPER, NIGHT_TINT, NIGHT_INK, MOONLIGHT = "#22304a", "#8fa6bd", "#efe6cf", "#f0d077"
LIGHT = "#fbf4e2"

TINTS = {
    "honey_fungus": "#ecd9a6",
    "tree_ear": "#e6d3bd",
    "lawyers_wig": "#c9d5cd",
    "shiitake": "#dfceb2",
    "hen_of_the_woods": "#c9d0b4",
    "fairy_ring": "#dbe0b8",
    "porcini": "#eccfb4",
    "chanterelle": "#f0dfa4",
    "morel": "#d5dcc0",
    "destroying_angel": "#6f7f86",
    "butter": "#d5e2e0",
    "cider": "#efd2bd",
    "pan": "#d8d3cb",
    "basket": "#e9dcb9",
    "moon": "#b9c4cf",
}
LATIN = {
    "honey_fungus": "Armillaria mellea",
    "tree_ear": "Auricularia auricula",
    "lawyers_wig": "Coprinus comatus",
    "shiitake": "Lentinula edodes",
    "hen_of_the_woods": "Grifola frondosa",
    "fairy_ring": "Marasmius oreades",
    "porcini": "Boletus edulis",
    "chanterelle": "Cantharellus cibarius",
    "morel": "Morchella esculenta",
    "destroying_angel": "Amanita virosa",
}


class Face(NamedTuple):
    """What is printed on a kind of card."""

    kind: str
    name: str
    points: int = 0
    sticks: int = 0
    needs: int = 0
    night: bool = False  # there is such a card in the night deck

    def remark(self) -> str:
        """The line under the name."""
        if self.kind in LATIN:
            return LATIN[self.kind]
        if self.needs:
            return f"with {self.needs} or more"
        remarks = {"pan": "to cook in", "basket": f"hand +{PER_BASKET}", "moon": "a night card"}
        return remarks[self.kind]


def card(face: Face, *, night: bool = False, small: bool = False) -> Plate:
    """A plate of a field guide. The small one has larger figures and no Latin."""
    plate = Plate(width=100, height=140)
    paper, ink = (NIGHT_PAPER, NIGHT_INK) if night else ("var(--card,#fbf5e7)", INK)
    tint = NIGHT_TINT if night else TINTS[face.kind]
    _blank(plate, paper, ink)
    plate.raw(
        f'<path d="M13 99C7 78 8 54 22 37C36 22 64 22 78 37C92 54 93 78 87 99Z"'
        f' fill="{tint}" opacity=".85"/>'
    )
    if small:
        plate.use(face.kind, 13, 27, 74, 74)
        _small_name(plate, face.name, ink)
    else:
        plate.use(face.kind, 14, 27, 72, 72)
        plate.words(face.name, 50, 117, 13, ink, most=86)
        remark = "counts as two" if night else face.remark()
        plate.words(remark, 50, 129, 9, ink, bold=False, italic=True, most=84, opacity=0.85)
    worth = NIGHT_WORTH if night else 1
    size = 1.3 if small else 1.05
    if face.points:
        _points(plate, face.points * worth, size, ink)
    if face.sticks:
        _sticks(plate, face.sticks * worth, size)
    if night:
        _crescent(plate, 50, 17, 1)
    return plate


def back(*, night: bool = False) -> Plate:
    """Ferns in the wood by day; the moon above the firs by night."""
    plate = Plate(width=100, height=140)
    paper, mark = (NIGHT_PAPER, NIGHT_TINT) if night else (PIGMENTS["pine"], "#a9b36a")
    _blank(plate, paper, mark)
    if night:
        _crescent(plate, 50, 52, 2.6)
        sky = ((24, 32, 1.6), (76, 38, 1.3), (72, 74, 1.5), (26, 70, 1.2), (50, 20, 1.1))
        stars = "".join(star(x, y, size) for x, y, size in sky)
        plate.raw(f'<path d="{stars}" fill="{NIGHT_INK}"/>')
        firs = "".join(f"M{x} 128l10 -{high} 10 {high}z" for x, high in _FIRS)
        return plate.raw(f'<path d="{firs}" fill="#101a2b" stroke="{NIGHT_TINT}"/>')
    leaf = _fern()
    for y, side in ((67, 1), (73, -1)):
        turns = ("", ' transform="rotate(-58) scale(.78)"', ' transform="rotate(58) scale(.78)"')
        leaves = "".join(f'<path d="{leaf}"{turn}/>' for turn in turns)
        plate.raw(
            f'<g transform="translate(50 {y}) scale(1 {side})" fill="none" stroke="{mark}"'
            f' stroke-width="2">{leaves}</g>'
        )
    return plate


def chip(kind: str, *, night: bool = False) -> Plate:
    """A card that lies in a pan: only its picture, on a small round of its paper."""
    plate = Plate()
    paper = NIGHT_TINT if night else TINTS[kind]
    rim = MOONLIGHT if night else LIGHT
    plate.disc(50, 50, 47, paper, f' stroke="{INK}" stroke-width="6"')
    plate.disc(50, 50, 45, "none", f' stroke="{rim}" stroke-width="3"')
    return plate.use(kind, 13, 11, 74, 74)


def price(sticks: int) -> Plate:
    """The tag under a place of the forest path."""
    if not sticks:
        return tag("free")
    plate = _tag()
    plate.use("stick", 9, 1, 28, 28)
    return plate.words(str(sticks), 51, 22, 21)


def tag(word: str) -> Plate:
    return _tag().words(word, 40, 21, 18, bold=False, italic=True, most=70)


def cover(title: str) -> Plate:
    """The lid of the box: its picture, and the name on a plate of paper."""
    plate = Plate(width=300, height=400)
    plate.raw('<svg width="300" height="400" overflow="hidden">')  # ferns grow over the edge
    plate.use("lid", 0, 0, 300, 400)
    plate.raw(
        f'</svg><rect x="7" y="7" width="286" height="386" rx="7" fill="none" stroke="{MOONLIGHT}"'
        ' stroke-width="1.2" opacity=".55"/>'
        f'<path d="{_LABEL}" fill="{LIGHT}" stroke="#1d1710" stroke-width="2.4"/>'
        f'<path d="{_LABEL}" fill="none" stroke="#1d1710" stroke-width="1"'
        ' transform="translate(150 358) scale(.95 .84) translate(-150 -358)"/>'
    )
    return plate.words(title, 150, 375, 50, "#33261c", most=190)


def sheet(faces: tuple[Face, ...], title: str) -> str:
    """Every symbol the board uses, and the cover."""
    symbols = [symbol_of(path.stem, path.read_text("utf-8")) for path in sorted(HERE.glob("*.svg"))]
    for face in faces:
        symbols.append(card(face).symbol(f"card-{face.kind}"))
        symbols.append(card(face, small=True).symbol(f"small-card-{face.kind}"))
        if face.points:
            symbols.append(chip(face.kind).symbol(f"chip-{face.kind}"))
        if face.night:
            symbols.append(card(face, night=True).symbol(f"night-{face.kind}"))
            symbols.append(card(face, night=True, small=True).symbol(f"small-night-{face.kind}"))
            symbols.append(chip(face.kind, night=True).symbol(f"chip-night-{face.kind}"))
    symbols.append(back().symbol("back"))
    symbols.append(back(night=True).symbol("back-night"))
    symbols += [price(sticks).symbol(f"price-{sticks}") for sticks in range(FOREST - FEET + 1)]
    symbols.append(tag("decay").symbol("tag-decay"))
    symbols.append(cover(title).symbol("cover"))
    return "\n".join(symbols)


# A label with hollow corners, as on a drawer of a collection.
_LABEL = (
    "M44 328H256A10 10 0 0 0 266 338V378A10 10 0 0 0 256 388"
    "H44A10 10 0 0 0 34 378V338A10 10 0 0 0 44 328Z"
)
_FIRS = ((8, 26), (20, 36), (32, 24), (50, 30), (62, 40), (73, 25))


def _blank(plate: Plate, paper: str, frame: str) -> None:
    plate.raw(
        f'<rect x="1" y="1" width="98" height="138" rx="8" fill="{paper}"'
        ' stroke="var(--edge,#5a4636)" stroke-width="1.5"/>'
        f'<rect x="5" y="5" width="90" height="130" rx="5" fill="none" stroke="{frame}"'
        ' stroke-width=".8" opacity=".6"/>'
    )


def _small_name(plate: Plate, name: str, ink: str) -> None:
    *first, last = name.split(" ")
    if not first or len(name) < 9:
        plate.words(name, 50, 124, 16, ink, most=86)
        return
    plate.words(" ".join(first), 50, 116, 15.5, ink, most=86)
    plate.words(last, 50, 131, 15.5, ink, most=86)


def _points(plate: Plate, points: int, size: float, ink: str) -> None:
    """A little pan with the points in it."""
    plate.raw(
        f'<g transform="translate(18 18) scale({size:g})">'
        f'<path d="M-7 -7L-14 -14" stroke="{INK}" stroke-width="4"/>'
        f'<circle r="11.5" fill="{PIGMENTS["iron"]}" stroke="{ink}" stroke-width="1.2"/>'
        f'<circle r="9.3" fill="none" stroke="{LIGHT}" stroke-width=".6" opacity=".5"/>'
    )
    plate.words(str(points), 0, 5, 15 if points < 10 else 13, LIGHT).raw("</g>")


def _sticks(plate: Plate, sticks: int, size: float) -> None:
    """A stick with a label: what the card sells for."""
    plate.raw(
        f'<g transform="translate(82 18) scale({size:g})">'
        f'<path d="M-11 12L11 -12" stroke="{INK}" stroke-width="5"/>'
        f'<path d="M-11 12L11 -12" stroke="{PIGMENTS["ochre"]}" stroke-width="2.6"/>'
        f'<circle r="9.8" fill="{LIGHT}" stroke="{INK}" stroke-width="1.2"/>'
    )
    plate.words(str(sticks), 0, 5, 14, "#33261c").raw("</g>")


def _crescent(plate: Plate, x: float, y: float, size: float) -> None:
    plate.raw(
        f'<path d="M2 -9A9.5 9.5 0 1 0 8 5A8 8 0 0 1 2 -9Z" fill="{MOONLIGHT}"'
        f' transform="translate({x:g} {y:g}) scale({size:g})"/>'
    )


def _fern() -> str:
    """Path data of an upright fern leaf, as high as 46."""
    data = "M0 0C2 -14 2 -30 0 -46"
    for i in range(6):
        foot, reach, tip, rise = -6 - i * 6, 9 - i, 13 - i * 1.5, -8 + i * 0.5
        data += f"M0 {foot}q{reach} -1 {tip:g} {rise:g}M0 {foot}q{-reach} -1 {-tip:g} {rise:g}"
    return data


def _tag() -> Plate:
    plate = Plate(width=80, height=30)
    return plate.raw(
        '<rect x="1" y="1" width="78" height="28" rx="14" fill="var(--card,#fbf5e7)"'
        ' stroke="var(--edge,#5a4636)" stroke-width="1.3"/>'
    )
