"""An arena's report as one self-contained HTML page with plots."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

from spinney.lab.arena import ArenaReport, Pairing
from spinney.lab.ratings import Interval

WIDE, ROW, LEFT, RIGHT = 760, 30, 240, 70  # of a plot, in px

STYLE = """
:root { color-scheme: light dark; --ink: #33261c; --paper: #f6eddc; --soft: #6d5a48;
  --line: #cbb894; --dot: #33583f }
@media (prefers-color-scheme: dark) { :root { --ink: #ecdfc5; --paper: #1c2019; --soft: #b3a589;
  --line: #434637; --dot: #a9c08a } }
body { background: var(--paper); color: var(--ink); max-width: 50rem; margin: 2rem auto;
  padding: 0 1rem; font: 17px/1.45 Alegreya, Georgia, serif }
h1 { margin-bottom: 0 } h2 { margin-top: 2rem } .soft { color: var(--soft) }
table { border-collapse: collapse; width: 100% }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left }
code { background: color-mix(in srgb, var(--line) 35%, transparent); padding: .1rem .3rem;
  overflow-wrap: anywhere }
svg { width: 100%; height: auto } svg text { fill: var(--ink); font: 15px Alegreya, serif }
.axis { stroke: var(--line) } .bar { stroke: var(--dot); stroke-width: 3 } .dot { fill: var(--dot) }
.par { stroke: var(--soft); stroke-dasharray: 4 4 }
svg .small { fill: var(--soft); font-size: 13px }
"""


def page(report: ArenaReport, title: str, command: str) -> str:
    setting = report.setting
    seats = "alone" if setting.seats == 1 else f"{setting.seats} seats"
    options = "".join(f", {name} {value}" for name, value in setting.options.items())
    ratings = [(one.name, one.rating) for one in report.standings]
    rates = [(f"{pair.one} against {pair.other}", percent(pair.rate)) for pair in report.pairings]
    chairs = [(f"seat {i}", percent(share)) for i, share in enumerate(report.seats)]
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Arena: {escape(title)}</title><style>{STYLE}</style></head><body>",
        f"<h1>{escape(title)}: the arena</h1>",
        f'<p class="soft">{escape(seats + options)} · {report.games:,} games, '
        f"{report.decisions:,} decisions · version {report.version}, components "
        f"{escape(report.components[:12])}</p>",
        f"<p>The same again: <code>{escape(command)}</code></p>",
        f"<h2>Ratings</h2><p>Elo by Bradley and Terry, {escape(setting.players[0])} at 0; the bars "
        "are 95 % intervals, from drawing whole deals again.</p>",
        plot(ratings, "Ratings in Elo", par=0),
        standings(report),
        "<h2>Pairs</h2><p>The first one's victories in percent; 50 is par for any number of "
        "seats.</p>",
        plot(rates, "Victories in percent", par=50, low=0, high=100),
        pairings(report.pairings),
    ]
    if chairs:
        parts += [
            "<h2>Seats</h2><p>Who wins by where they sit, in percent.</p>",
            plot(chairs, "Victories by seat", par=100 / setting.seats, low=0, high=100),
        ]
    return "\n".join([*parts, "</body></html>"]) + "\n"


def percent(one: Interval) -> Interval:
    return Interval(100 * one.value, 100 * one.low, 100 * one.high)


def standings(report: ArenaReport) -> str:
    rows = [
        f"<tr><td>{escape(one.name)}<td>{one.rating.value:+.0f}"
        f"<td>{one.rating.low:+.0f} … {one.rating.high:+.0f}"
        f"<td>{one.deals}<td>{one.middle / 1000:.2f}<td>{one.slow / 1000:.2f}"
        for one in report.standings
    ]
    head = "<tr><th>player<th>Elo<th>95 %<th>deals<th>ms a decision<th>95 % below"
    return f"<table>{head}{''.join(rows)}</table>"


def pairings(pairs: Sequence[Pairing]) -> str:
    rows = []
    for pair in pairs:
        test = f"{pair.test.says or 'open'} ({pair.test.ratio:+.2f})" if pair.test else ""
        rows.append(
            f"<tr><td>{escape(pair.one)} against {escape(pair.other)}<td>{pair.deals}"
            f"<td>{pair.rate.value:.1%}<td>{pair.rate.low:.1%} … {pair.rate.high:.1%}"
            f"<td>{pair.margin.value:+.1f}<td>{test}"
        )
    head = "<tr><th>pair<th>deals<th>rate<th>95 %<th>points ahead<th>test"
    return f"<table>{head}{''.join(rows)}</table>"


def plot(
    rows: Sequence[tuple[str, Interval]],
    title: str,
    par: float,
    low: float | None = None,
    high: float | None = None,
) -> str:
    """A dot and an interval for each row, on one scale."""
    least = min([par, *(one.low for _, one in rows)]) if low is None else low
    most = max([par, *(one.high for _, one in rows)]) if high is None else high
    step = nice_step((most - least) / 5)
    least, most = step * floor(least / step), step * -floor(-most / step)
    span = (most - least) or 1

    def x(value: float) -> float:
        return LEFT + (WIDE - LEFT - RIGHT) * (value - least) / span

    tall = ROW * len(rows) + 34
    parts = [f'<svg viewBox="0 0 {WIDE} {tall}" role="img" aria-label="{escape(title)}">']
    for i in range(round(span / step) + 1):
        at = least + i * step
        parts.append(
            f'<line class="axis" x1="{x(at):.1f}" x2="{x(at):.1f}" y1="4" y2="{tall - 24}"/>'
            f'<text class="small" x="{x(at):.1f}" y="{tall - 8}" text-anchor="middle">{at:g}</text>'
        )
    parts.append(f'<line class="par" x1="{x(par):.1f}" x2="{x(par):.1f}" y1="4" y2="{tall - 24}"/>')
    for number, (name, one) in enumerate(rows):
        y = 20 + number * ROW
        parts.append(
            f'<text x="0" y="{y + 5}">{escape(name)}</text>'
            f'<line class="bar" x1="{x(one.low):.1f}" x2="{x(one.high):.1f}" y1="{y}" y2="{y}"/>'
            f'<circle class="dot" cx="{x(one.value):.1f}" cy="{y}" r="5.5"/>'
            f'<text x="{WIDE}" y="{y + 5}" text-anchor="end">{one.value:.1f}</text>'
        )
    return "".join([*parts, "</svg>"])


def nice_step(rough: float) -> float:
    """1, 2 or 5 times a power of ten, at least as large."""
    if rough <= 0:
        return 1
    size = 10.0 ** floor(log10(rough))
    return next(size * k for k in (1, 2, 5, 10) if size * k >= rough)
