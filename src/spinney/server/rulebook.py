"""A game's rulebook as blocks of text: the page gets text and structure, never markup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markdown_it.tree import SyntaxTreeNode

from spinney.core import shelf
from spinney.table.messages import Block, Rulebook, Span

RULE = re.compile(r"^(R\d+(?:\.\d+)*)\b")
SAFE = re.compile(r"^(https?://|#)")


def numbered(spans: list[Span]) -> str:
    """The number of the rule that begins here, if one does."""
    found = RULE.match("".join(span.text for span in spans))
    return found.group(1) if found else ""


@cache
def rulebook(name: str) -> Rulebook:
    """The rulebook of a game on the shelf."""
    game = shelf.find(name)
    return Rulebook(game.title, list(blocks(game.rulebook)))


def blocks(markdown: str) -> Iterator[Block]:
    tokens: list[Token] = MarkdownIt("commonmark", {"html": False}).enable("table").parse(markdown)
    yield from written(SyntaxTreeNode(tokens))


def written(node: SyntaxTreeNode) -> Iterator[Block]:
    for child in node.children:
        if child.type == "heading":
            spans = list(inline(child))
            level = min(int(child.tag[1]), 3)
            kind = ("h1", "h2", "h3")[level - 1]
            yield Block(kind, spans, rule=numbered(spans))  # type: ignore[arg-type]
        elif child.type == "paragraph":
            spans = list(inline(child))
            yield Block("p", spans, rule=numbered(spans))
        elif child.type in ("bullet_list", "ordered_list"):
            kind = "ul" if child.type == "bullet_list" else "ol"
            items = [list(inline(item)) for item in entries(child)]
            yield Block(kind, items=items)  # type: ignore[arg-type]
        elif child.type == "table":
            rows = [row for part in child.children for row in part.children]
            yield Block(
                "table", rows=[[list(inline(cell)) for cell in row.children] for row in rows]
            )
        elif child.type in ("fence", "code_block"):
            yield Block("p", [Span(child.content.rstrip("\n"), code=True)])
        else:
            yield from written(child)


def entries(node: SyntaxTreeNode) -> Iterator[SyntaxTreeNode]:
    """The items of a list. The items of a nested list follow their parent."""
    for item in node.children:
        yield item
        for inner in item.children:
            if inner.type in ("bullet_list", "ordered_list"):
                yield from entries(inner)


def inline(node: SyntaxTreeNode, strong: bool = False, em: bool = False) -> Iterator[Span]:
    """The text in a node, piece by piece."""
    href = str(node.attrs.get("href", "")) if node.type == "link" else ""
    if href and SAFE.match(href):
        text = "".join(span.text for span in inline_children(node, strong, em))
        yield Span(text, strong=strong, em=em, href=href)
        return
    yield from inline_children(node, strong, em)


def inline_children(node: SyntaxTreeNode, strong: bool, em: bool) -> Iterator[Span]:
    for child in node.children:
        if child.type == "text":
            if child.content:
                yield Span(child.content, strong=strong, em=em)
        elif child.type == "code_inline":
            yield Span(child.content, strong=strong, em=em, code=True)
        elif child.type in ("softbreak", "hardbreak"):
            yield Span(" ")
        elif child.type in ("bullet_list", "ordered_list"):
            continue
        elif child.type == "image":
            yield Span(child.content)
        else:
            yield from inline(child, strong or child.type == "strong", em or child.type == "em")
