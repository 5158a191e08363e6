"""Templates and how they are filled: every value that is not markup of ours goes through `reports.escape`."""

import base64
import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports.escape import html

FOLDER = Path(__file__).with_name("templates")


def fill(template: str, **values: Any) -> str:
    """The page. What a template forgets to be given is an error, and no text becomes markup."""
    script = _asset("page.js") if template in WITH_SCRIPT else ""
    allowed = f"script-src 'sha256-{_digest(script)}'" if script else "script-src 'none'"
    policy = (
        f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; {allowed}; base-uri 'none'; form-action 'none'"
    )
    ours = {"style": Markup(_asset("style.css")), "script": Markup(script)}  # noqa: S704 (files of ours)
    return _environment().get_template(template).render(**values, **ours, policy=policy)


WITH_SCRIPT = {"comparison.html.j2"}


def _finalize(value: Any) -> Any:
    """Runs before Jinja's own escaping, and leaves it nothing to do."""
    return value if isinstance(value, Markup) else Markup(html(str(value)))  # noqa: S704 (escaped just here)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FileSystemLoader(FOLDER),
        autoescape=True,
        finalize=_finalize,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


@cache
def _asset(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _digest(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
