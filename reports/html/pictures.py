"""Charts and the way through the states as SVG, in colours that the page's style decides.

A picture repeats what a table says and never says more; whoever cannot see it loses nothing.
"""

from collections.abc import Sequence

from markupsafe import Markup

from reports.blocks import Chart
from reports.escape import clip, html

WIDTH, EDGE, LETTERS = 180, 5, 14
HEIGHT, TALL = 22, 44
"""Of a difference and of a trend, each without the letters of its axis below; a trend has letters on its left too."""
LEFT = 46
STEP, BOX, ROOM = 120, 104, 46
"""Of the states: from one to the next, the width of a box, and the room that the longest arc takes."""
Moves = Sequence[tuple[str, str, str]]


def chart(found: Chart) -> Markup:
    """A small picture for a cell; nothing where there is no point."""
    if not found.points:
        return Markup()
    draw, height = (_difference, HEIGHT) if len(found.points) == 1 else (_trend, TALL)
    return _svg(WIDTH, height + LETTERS, draw(found), says=found.says, kind=f"chart {found.style}".strip())


def _share(found: Chart, value: float, length: float) -> float:
    """Where `value` lies on the chart's scale, in units of the picture."""
    reach = found.high - found.low
    return EDGE + (length - 2 * EDGE) * ((value - found.low) / reach if reach else 0.5)


def _difference(found: Chart) -> str:
    (point,) = found.points
    zero, low, value, high = (_share(found, each, WIDTH) for each in (0, point.low, point.value, point.high))
    middle = HEIGHT / 2
    below = HEIGHT + LETTERS - 4
    return (
        f'<path class="axis" d="M{zero:.1f} 0V{HEIGHT}M{EDGE} {HEIGHT}H{WIDTH - EDGE}"/>'
        f"{_letters(0, below, found.ends[0])}{_letters(zero, below, '0', 'middle')}"
        f'{_letters(WIDTH, below, found.ends[1], "end")}<path class="data" d="M{low:.1f} {middle}H{high:.1f}"/>'
        f'<circle class="dot" cx="{value:.1f}" cy="{middle}" r="3.5"/>'
    )


def _trend(found: Chart) -> str:
    step = (WIDTH - LEFT - EDGE) / (len(found.points) - 1)
    across = [LEFT + step * number for number in range(len(found.points))]

    def path(values: Sequence[float]) -> list[str]:
        return [f"{x:.1f} {TALL - _share(found, y, TALL):.1f}" for x, y in zip(across, values, strict=True)]

    upper, lower = path([point.high for point in found.points]), path([point.low for point in found.points])
    line = path([point.value for point in found.points])
    x, y = line[-1].split()
    low, high = found.ends
    below = TALL + LETTERS - 4
    return (
        f'<path class="axis" d="M{LEFT} 0V{TALL}H{WIDTH - EDGE}"/>'
        f"{_letters(LEFT - 4, 10, high, 'end')}{_letters(LEFT - 4, TALL - 1, low, 'end') if low != high else ''}"
        f"{_letters(LEFT, below, found.span[0])}{_letters(WIDTH, below, found.span[1], 'end')}"
        f'<path class="band" d="M{" L".join([*upper, *reversed(lower)])}Z"/><path class="data" d="M{" L".join(line)}"/>'
        f'<circle class="dot" cx="{x}" cy="{y}" r="2.5"/>'
    )


def _letters(x: float, y: float, words: str, anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y}" text-anchor="{anchor}">{html(words)}</text>' if words else ""


def states(moves: Moves) -> Markup | None:
    """A row of states with an arc for each move, numbered in order; moves back hang below. None without a move."""
    if not moves:
        return None
    names = list(dict.fromkeys(state for source, target, _ in moves for state in (source, target)))
    place = {state: STEP * number + BOX / 2 + 2 for number, state in enumerate(names)}
    arcs = "".join(
        _arc(place[source], place[target], numbers) for (source, target), numbers in _numbered(moves).items()
    )
    boxes = "".join(_box(x, state) for state, x in place.items())
    says = ", ".join(f"{source} to {target}" for source, target, _ in moves)
    width = STEP * (len(names) - 1) + BOX + 4
    arrow = (
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="head" d="M0 0L8 4L0 8Z"/></marker></defs>'
    )
    return _svg(width, 2 * ROOM + 30, arrow + arcs + boxes, says=f"States in order: {says}", kind="states")


def _box(x: float, state: str) -> str:
    words = html(clip(state.replace("_", " "), 16))
    return (
        f'<rect x="{x - BOX / 2:.0f}" y="{ROOM}" width="{BOX}" height="30" rx="5"/>'
        f'<text x="{x:.0f}" y="{ROOM + 19}">{words}</text>'
    )


def _arc(start: float, end: float, numbers: str) -> str:
    """Higher the further it goes; a move to the same state is a loop below it."""
    side, edge = (-1, ROOM) if end > start else (1, ROOM + 30)
    lean = 0 if end != start else 18
    height = edge + side * min(ROOM - 14, 12 + 8 * abs(end - start) / STEP)
    middle = (start + end) / 2
    return (
        f'<path class="move" marker-end="url(#arrow)" d="M{start + lean:.0f} {edge}C{start + lean:.0f} {height:.0f} '
        f'{end - lean:.0f} {height:.0f} {end - lean:.0f} {edge}"/>'
        f'<text x="{middle:.0f}" y="{(edge + 3 * height) / 4 + (10 if side > 0 else -4):.0f}">{numbers}</text>'
    )


def _numbered(moves: Moves) -> dict[tuple[str, str], str]:
    """Moves between the same two states share an arrow: their places in the order."""
    found: dict[tuple[str, str], list[str]] = {}
    for number, (source, target, _) in enumerate(moves, start=1):
        found.setdefault((source, target), []).append(str(number))
    return {pair: ", ".join(numbers) for pair, numbers in found.items()}


def _svg(width: float, height: float, inside: str, *, says: str, kind: str) -> Markup:
    return Markup(  # noqa: S704 (numbers, and words escaped above)
        f'<svg class="{kind}" viewBox="0 0 {width:.0f} {height}" width="{width:.0f}" height="{height}" role="img" '
        f'aria-label="{html(says)}"><title>{html(says)}</title>{inside}</svg>'
    )
