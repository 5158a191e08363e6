"""An audit as one HTML file without a script: the same blocks as every form, a picture of the states beside them."""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any

from reports.audit import Audit
from reports.audit_blocks import blocks
from reports.blocks import Block, Diagram, Heading, Table, Text, Verdict
from reports.escape import clip
from reports.html.environment import fill
from reports.html.state_picture import draw

LONGEST = 20_000


def render(audit: Audit) -> str:
    return render_blocks(blocks(audit), f"Audit of {audit.session.id}: {audit.outcome}")


def render_blocks(found: Sequence[Block], title: str) -> str:
    verdict = next(block for block in found if isinstance(block, Verdict))
    return fill(
        "audit.html.j2",
        title=title,
        verdict=verdict,
        parts=[part for number, block in enumerate(found) if (part := _part(block, number)) is not None],
    )


@singledispatch
def _part(block: Block, number: int) -> dict[str, Any] | None:
    raise TypeError(f"no HTML for {block!r}")


@_part.register
def _heading(block: Heading, number: int) -> dict[str, Any] | None:
    """The first heading is the page's own."""
    return (
        {"kind": "heading", "level": block.level, "text": block.text, "id": f"h{number}"} if block.level > 1 else None
    )


@_part.register
def _text(block: Text, _number: int) -> dict[str, Any] | None:
    return {"kind": "text", "text": block.text}


@_part.register
def _verdict(_block: Verdict, _number: int) -> None:
    """Stands in the banner."""


@_part.register
def _diagram(block: Diagram, _number: int) -> dict[str, Any] | None:
    return {"kind": "diagram", "source": "\n".join(block.source), "picture": draw(block.moves)}


@_part.register
def _table(block: Table, number: int) -> dict[str, Any] | None:
    rows = [[clip(cell, LONGEST) for cell in row] for row in block.rows]
    plan = "mon" in block.columns
    return {
        "kind": "table",
        "columns": block.columns,
        "rows": rows,
        "links": block.links,
        "broken": block.broken,
        "long": block.long,
        "plan": plan,
        "id": number,
    }
