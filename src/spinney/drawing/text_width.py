"""Text of a known width, whatever the font: pictures then look alike on every machine."""

from __future__ import annotations


def number(value: float) -> str:
    """One decimal at most, and never -0."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


_NARROW, _SLIM, _ROUND, _CAPITAL, _BROAD = 0.29, 0.41, 0.53, 0.68, 0.84
_BREADTH = {
    **dict.fromkeys("iljI.,:;!|'\u2019 ", _NARROW),
    **dict.fromkeys("frtsJ()-/z", _SLIM),
    **dict.fromkeys("ABCDEFGHKLNOPQRSTUVXYZ&", _CAPITAL),
    **dict.fromkeys("mwMW", _BROAD),
}


def breadth(text: str, size: float, *, bold: bool = False, italic: bool = False) -> float:
    """The approximate width of a line of serif text: between Alegreya and Georgia."""
    ems = sum(_BREADTH.get(letter, _ROUND) for letter in text)
    return ems * size * (1 if bold else 0.9 if italic else 0.97)


def typeset(
    text: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    bold: bool = False,
    italic: bool = False,
    anchor: str = "middle",
    most: float = 0,
    opacity: float = 1,
) -> str:
    """One line of text as SVG. Its length is fixed, so a missing font does not change the layout.

    The font is set by the caller, once for the whole picture."""
    wide = breadth(text, size, bold=bold, italic=italic)
    if most:
        wide = min(wide, most)
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    style = (' font-weight="700"' if bold else "") + (' font-style="italic"' if italic else "")
    style += f' text-anchor="{anchor}"' if anchor != "start" else ""
    style += f' opacity="{opacity:g}"' if opacity < 1 else ""
    length = f' textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs"'
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}"'
        f"{style}{length}>{escaped}</text>"
    )
