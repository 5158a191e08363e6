"""Blocks as one HTML file: every value that is not markup of ours goes through `reports.escape`, nothing is fetched."""

import base64
import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.blocks import MARKS, Banner, Block, Heading
from reports.escape import clip, html
from reports.html import pictures

FOLDER = Path(__file__).with_name("templates")
LONGEST = 20_000
"""Characters of a cell."""


def render(found: Sequence[Block], *, packed: Mapping[str, str] | None = None) -> str:
    """The page of blocks that begin with a `Banner`. `packed`: data for the page's script, which it then has, by id."""
    banner, rest = found[0], found[1:]
    if not isinstance(banner, Banner):
        raise TypeError(f"a page begins with a banner and not with {banner!r}")
    first = next((place for place, block in enumerate(rest) if isinstance(block, Heading)), len(rest))
    script = "" if packed is None else _asset("page.js")
    return (
        _environment()
        .get_template("page.html.j2")
        .render(
            banner=banner,
            head=rest[:first],
            body=rest[first:],
            # Base64, and files of ours.
            packed=None if packed is None else {name: Markup(data) for name, data in packed.items()},  # noqa: S704
            policy=_policy(script),
            style=Markup(_asset("style.css")),  # noqa: S704
            script=Markup(script),  # noqa: S704
        )
    )


def _policy(script: str) -> str:
    """What the browser may do with the page: run this one script, and fetch nothing."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"'sha256-{digest}'" if script else "'none'"
    return (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {allowed}; "
        "base-uri 'none'; form-action 'none'"
    )


def _finalize(value: Any) -> Any:
    """Runs before Jinja's own escaping, and leaves it nothing to do."""
    return value if isinstance(value, Markup) else Markup(html(clip(str(value), LONGEST)))  # noqa: S704 (escaped just here)


@cache
def _environment() -> Environment:
    """What a template forgets to be given is an error, and so is a block that it does not know."""
    made = Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.tests["a"] = lambda block, kind: type(block).__name__ == kind
    made.globals |= {"marks": MARKS, "chart": pictures.chart, "states": pictures.states}
    return made


@cache
def _asset(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
