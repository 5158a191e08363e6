"""The way a session took through its states, as Mermaid source."""

from reports.audit import Audit
from reports.escape import mermaid


def source(audit: Audit) -> list[str]:
    """Lines of a Mermaid state diagram: each move is numbered in the order it happened."""
    moves = audit.of_kind("moved")
    if not moves:
        return ["stateDiagram-v2", "  [*] --> no_move"]
    lines = ["stateDiagram-v2", f"  [*] --> {mermaid(str(moves[0].event.get('source')))}"]
    for number, move in enumerate(moves, start=1):
        before, after = (mermaid(str(move.event.get(key))) for key in ("source", "target"))
        lines.append(f"  {before} --> {after}: {number} {mermaid(str(move.event.get('reason')))}")
    last = mermaid(str(moves[-1].event.get("target")))
    return [*lines, f"  {last} --> [*]"]
