"""The physician's packet, as a reader and a browser find it."""

import re
import sys
from html import escape, unescape
from pathlib import Path
from typing import Any

import pytest

from coach.cli import main
from coach.safety.boundary import boundaries
from coach.safety.clinical_words import Words, words
from coach.safety.gate import evaluate
from coach.safety.packet import html, pdf
from coach.safety.rules import healthy_profile, rules, sources

HEADS = {"all": "All of these:", "any": "At least one of these:"}
CARD = re.compile(r'<article id="(\w+)">(.*?)</article>', re.DOTALL)


@pytest.fixture(scope="module")
def page() -> str:
    return html(rules())


def in_html(found: Words) -> str:
    if isinstance(found, str):
        return escape(found, quote=False)
    return f"{HEADS[found.joint]}<ul>{''.join(f'<li>{in_html(part)}</li>' for part in found.parts)}</ul>"


def test_the_page_shows_the_words_of_every_condition_with_its_sources_and_room_to_sign(page: str) -> None:
    cards = dict(CARD.findall(page))
    for each in rules():
        card = cards[each.rule.id]
        shown = re.findall(r'<dd class="condition">(.*?)</dd>', card, re.DOTALL)
        assert [re.sub(r"\s*(<|>|$)\s*", r"\1", one) for one in shown] == [in_html(words(each.rule.condition))]
        assert all(sources()[ref].citation in unescape(card) for ref in each.rule.sources)
        assert all(what in card for what in ("Fires: ", "Just does not fire: ", "☐ agree", "Name:", "Date:"))


def test_those_to_confirm_and_those_that_are_ours_come_first(page: str) -> None:
    shown = [rule for rule, _ in CARD.findall(page)]
    doubtful = {each.rule.id for each in rules() if each.rule.needs_check or "house" in each.rule.sources}
    assert len(shown) == len(rules())
    assert set(shown[: len(doubtful)]) == doubtful


def test_a_physician_reads_no_code_and_no_ids(page: str) -> None:
    body = re.sub(r"Reference: \w+|<[^>]+>", "", page.split("</head>")[1])
    assert re.findall(r"\w+_\w+|&amp;&amp;|\|\||==|!=|[{}]|\.exists|\bnull\b|\bNone\b", body) == []


@pytest.mark.parametrize("compiled", rules(), ids=lambda compiled: compiled.rule.id)
def test_of_two_profiles_that_differ_in_one_answer_the_gate_fires_the_rule_for_one(compiled: Any) -> None:
    for found in boundaries(compiled):
        assert {name for name in found.fires if found.fires[name] != found.spares[name]} == {found.field}
        fires, spares = (evaluate({**healthy_profile(), **changes}) for changes in (found.fires, found.spares))
        assert compiled.rule.id in fires.fired
        assert compiled.rule.id not in {*spares.fired, *(each.rule for each in spares.unresolved)}
        assert (fires.status, spares.status) == (found.when_fired.status, found.when_spared.status)
        one, other = found.fires[found.field], found.spares[found.field]
        if isinstance(one, float) and isinstance(other, float):
            assert abs(one - other) < 0.15, "neighbours on the grid of tenths"
    assert boundaries(compiled)


def test_the_command_writes_either_form(tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes], page: str) -> None:
    assert main(["rules", "--format", "html"]) == 0
    assert capfdbinary.readouterr().out == page.encode()
    assert main(["rules", "--format=json", "--out", str(tmp_path / "rules.json")]) == 0
    assert (tmp_path / "rules.json").read_text(encoding="utf-8").startswith("[")
    assert main(["rules", "--out", str(tmp_path)]) == 64
    assert pdf(rules()[:1]).startswith(b"%PDF-")


def test_a_pdf_without_its_packages_says_which(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    assert main(["rules", "--format", "pdf", "--out", "rules.pdf"]) == 64
    assert "needs the packages fpdf2 and matplotlib" in capsys.readouterr().err
