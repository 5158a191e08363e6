"""The rules in words for who reviews them: the condition, both sides of its boundary, the sources. Judges nobody.

One HTML body serves the page and the PDF that fpdf2 sets from it; `rules.md.j2` serves Markdown and the terminal. Fixed
wording stands in the templates.
"""

import datetime as dt
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, distribution
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape

from coach.errors import InputError
from coach.records.safety import SafetyResult
from coach.safety.boundary import boundaries
from coach.safety.clinical_words import Words, fact, meaning, name_of, value_of, words
from coach.safety.gating import rules_digest
from coach.safety.rules import CAP, CompiledRule, contraindications, healthy_profile, referrals, rules, sources

_TITLE = "Safety rules for review"
_TOPICS = ("screening", "injury", "energy", "reproductive", "minors", "masters", "metabolic", "respiratory")
"""The groups that come first, in this order; the others follow."""


class BoundaryExample(NamedTuple):
    """One boundary in words. `rest` holds on both sides of it."""

    fires: str
    spares: str
    rest: list[str]
    when_fired: str
    when_spared: str


def html(found: Sequence[CompiledRule]) -> str:
    """One self-contained page about the rules `found`."""
    return _rendered("packet.html.j2", found, page=True)


def markdown(found: Sequence[CompiledRule]) -> str:
    """The same as Markdown, without room to sign; a condition's source stands small below its words."""
    return _rendered("rules.md.j2", found, whole=True)


def explanation(compiled: CompiledRule) -> str:
    """One rule as `markdown` shows it, for the terminal."""
    return _rendered("rules.md.j2", [compiled], whole=False)


def pdf(found: Sequence[CompiledRule]) -> bytes:
    """The same on A4; `InputError` names what is missing where it cannot be set."""
    try:
        from fpdf import FPDF
        from fpdf.fonts import TextStyle

        # Matplotlib brings DejaVu along, which has every sign that the words need.
        fonts = Path(str(distribution("matplotlib").locate_file("matplotlib/mpl-data/fonts/ttf")))
    except (ImportError, PackageNotFoundError) as error:
        what = f"a PDF needs the packages fpdf2 and matplotlib ({error})"
        raise InputError(f"{what}; the page of `coach rules --format html` can be printed instead") from error

    class Paper(FPDF):
        def footer(self) -> None:
            self.set_y(-11)
            self.set_font("DejaVu", size=7)
            self.cell(0, 5, f"{_TITLE} · version {_version()} · page {self.page_no()}", align="R")

    paper = Paper(format="A4")
    for style, name in {"": "DejaVuSans", "B": "DejaVuSans-Bold", "I": "DejaVuSans-Oblique"}.items():
        paper.add_font("DejaVu", style, fonts / f"{name}.ttf")
    paper.set_creation_date(dt.datetime(2026, 1, 1, tzinfo=dt.UTC))  # the same rules give the same bytes
    paper.set_title(_TITLE)
    paper.set_lang("en")
    paper.set_auto_page_break(auto=True, margin=15)
    paper.set_font("DejaVu", size=8.5)
    paper.add_page()
    sizes = ((1, 18, 0), (2, 14, 8), (3, 11, 6), (4, 9.5, 5))
    styles = {f"h{n}": TextStyle(font_size_pt=size, font_style="B", t_margin=top, b_margin=1) for n, size, top in sizes}
    styles |= {"dt": TextStyle(font_style="B", t_margin=1.5), "dd": TextStyle(l_margin=4)}
    styles |= {"ul": TextStyle(t_margin=0.1), "li": TextStyle(l_margin=5, t_margin=0.6), "p": TextStyle(b_margin=0.6)}
    paper.write_html(_rendered("packet_body.html.j2", found, page=False), tag_styles=styles, li_prefix_color="#000000")
    return bytes(paper.output())


def _version() -> str:
    return rules_digest()[:12]


def _rendered(template: str, found: Sequence[CompiledRule], **how: bool) -> str:
    folder = FileSystemLoader(Path(__file__).parent)
    made = Environment(
        loader=folder, autoescape=select_autoescape(("html.j2",)), undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    made.globals |= {
        "title": _TITLE, "version": _version(), **how, "parts": _parts(found), "count": len(found),
        "healthy": [fact(name, value) for name, value in healthy_profile().items()], "sources": sources(),
        "words": words, "meanings": _meanings, "limits": _limits, "clears": _clears, "hears": _hears,
        "examples": _examples,
    }  # fmt: skip
    return made.get_template(template).render()


def _parts(found: Sequence[CompiledRule]) -> tuple[list[tuple[str, list[CompiledRule]]], ...]:
    """The rules by group: those that need a look first, and the others."""
    first = [each for each in found if each.rule.needs_check or each.rule.basis != "sourced"]
    return _by_group(first), _by_group([each for each in found if each not in first])


def _by_group(found: list[CompiledRule]) -> list[tuple[str, list[CompiledRule]]]:
    def group(each: CompiledRule) -> tuple[int, str]:
        return _TOPICS.index(each.group) if each.group in _TOPICS else len(_TOPICS), each.group

    ordered = sorted(found, key=lambda each: (group(each), not each.rule.needs_check, each.rule.id))
    return [(name, list(of_it)) for (_, name), of_it in groupby(ordered, key=group)]


def _meanings(compiled: CompiledRule) -> list[tuple[str, str]]:
    return [(name_of(name), meaning(name)) for name in compiled.reads if meaning(name)]


def _limits(compiled: CompiledRule) -> list[str]:
    cap = f" ({compiled.rule.thresholds.get(CAP)} km)"
    names = compiled.rule.contraindications
    return [contraindications()[name].meaning + (cap if name == "cap_weekly_volume" else "") for name in names]


def _hears(compiled: CompiledRule) -> str:
    rule = compiled.rule
    return f"{rule.hint} {referrals()[rule.referral]}" if rule.referral else rule.hint


def _clears(compiled: CompiledRule) -> str:
    """Whose written clearance, and once what holds; empty where none does."""
    rule = compiled.rule
    once = f", once this holds: {_line(words(rule.clearance_requires))}" if rule.clearance_requires else ""
    return f"{value_of('clearances', rule.cleared_by)}{once}" if rule.cleared_by else ""


def _line(found: Words) -> str:
    if isinstance(found, str):
        return found
    return {"all": " and ", "any": " or "}[found.joint].join(f"({_line(part)})" for part in found.parts)


def _examples(compiled: CompiledRule) -> list[BoundaryExample]:
    return [
        BoundaryExample(
            fact(found.field, found.fires[found.field]),
            fact(found.field, found.spares[found.field]),
            [fact(name, value) for name, value in found.fires.items() if name != found.field],
            _outcome(found.when_fired, compiled),
            _outcome(found.when_spared, compiled),
        )
        for found in boundaries(compiled)
    ]


def _outcome(result: SafetyResult, compiled: CompiledRule) -> str:
    status = {"approved": "a plan", "approved_with_warnings": "a plan with a warning"}.get(result.status, "no plan")
    withheld = ", today's session withheld" if result.withheld_today else ""
    review = ", and a person reviews" if result.requires_human_review and result.status != "blocked" else ""
    others = [f"“{each.rule.about}”" for each in rules() if each.rule.id in result.fired and each is not compiled]
    return f"{status}{withheld}{review}" + (f" (also met: {'; '.join(others)})" if others else "")
